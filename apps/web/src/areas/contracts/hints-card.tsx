import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { hintsQuery } from '../../queries/contract-queries.ts';
import { t } from '../../texts/texts.ts';
import { ColourLabel } from '../../ui/cells.tsx';
import { EmptyState, QueryError, Skeleton } from '../../ui/feedback.tsx';
import { Card } from '../../ui/layout.tsx';
import { fundsQuery } from '../funds/public/fund-queries.ts';
import { fundIdsOfHints, groupHints, textOfGroup } from '../optimization/public/hint-groups.ts';
import { FindingItem } from './finding-item.tsx';

const shownFindings = 3;

/** The most serious open findings of a contract. */
export function HintsCard({ contractId, count }: { contractId: string; count: number | null }) {
  const hints = useQuery(hintsQuery(contractId));
  const funds = useQuery(fundsQuery(fundIdsOfHints(hints.data ?? [])));
  const { open } = groupHints(hints.data ?? []);
  return (
    <Card
      isFlush
      title={t('contracts.hints.title')}
      actions={count !== null && count > 0 ? <ColourLabel>{count}</ColourLabel> : undefined}
    >
      {hints.isError ? (
        <QueryError query={hints} />
      ) : !hints.data ? (
        <div className="contract__pad">
          <Skeleton lines={3} />
        </div>
      ) : open.length === 0 ? (
        <EmptyState title={t('contracts.hints.none')} />
      ) : (
        <ul className="contract__hints">
          {open.slice(0, shownFindings).map((group) => (
            <li key={group.key}>
              <FindingItem severity={group.severity} {...textOfGroup(group, funds.data)} />
            </li>
          ))}
          {open.length > shownFindings ? (
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
