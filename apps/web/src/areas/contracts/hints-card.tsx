import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { t } from '../../texts/texts.ts';
import { ColourLabel } from '../../ui/cells.tsx';
import { EmptyState, LoadError, Skeleton } from '../../ui/feedback.tsx';
import { Card } from '../../ui/layout.tsx';
import { hintsQuery } from './contract-queries.ts';
import { HintItem } from './hint-item.tsx';

const shownHints = 3;

/** The most serious open hints of a contract. */
export function HintsCard({ contractId, count }: { contractId: string; count: number }) {
  const hints = useQuery(hintsQuery(contractId));
  const open = hints.data?.filter((hint) => hint.state === 'open') ?? [];
  return (
    <Card
      isFlush
      title={t('contracts.hints.title')}
      actions={count > 0 ? <ColourLabel>{count}</ColourLabel> : undefined}
    >
      {hints.isError ? (
        <LoadError error={hints.error} isRetrying={hints.isFetching} onRetry={() => void hints.refetch()} />
      ) : !hints.data ? (
        <div className="contract__pad">
          <Skeleton lines={3} />
        </div>
      ) : open.length === 0 ? (
        <EmptyState title={t('contracts.hints.none')} />
      ) : (
        <ul className="contract__hints">
          {open.slice(0, shownHints).map((hint) => (
            <li key={hint.id}>
              <HintItem hint={hint} isShort />
            </li>
          ))}
          {open.length > shownHints ? (
            <li>
              <Link
                to="/contracts/$contractId/$tab"
                params={{ contractId, tab: 'optimization-hints' }}
                resetScroll={false}
              >
                {t('contracts.hints.all', { count: open.length })}
              </Link>
            </li>
          ) : null}
        </ul>
      )}
    </Card>
  );
}
