import { useQuery } from '@tanstack/react-query';
import { t } from '../../texts/texts.ts';
import { EmptyState, LoadError, Skeleton } from '../../ui/feedback.tsx';
import { Card } from '../../ui/layout.tsx';
import { hintsQuery } from './contract-queries.ts';
import { HintItem } from './hint-item.tsx';

/** Hints stored with the last check, the most serious open ones first. */
export function HintsTab({ contractId }: { contractId: string }) {
  const hints = useQuery(hintsQuery(contractId));
  return (
    <Card isFlush title={t('contracts.hints.title')}>
      {hints.isError ? (
        <LoadError error={hints.error} isRetrying={hints.isFetching} onRetry={() => void hints.refetch()} />
      ) : !hints.data ? (
        <div className="contract__pad">
          <Skeleton lines={6} />
        </div>
      ) : hints.data.length === 0 ? (
        <EmptyState title={t('contracts.hints.none')}>{t('contracts.hints.noneText')}</EmptyState>
      ) : (
        <ul className="contract__hints">
          {hints.data.map((hint) => (
            <li key={hint.id}>
              <HintItem hint={hint} />
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
