import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { contractQuery } from '../../queries/contract-queries.ts';
import { t } from '../../texts/texts.ts';
import { Banner } from '../../ui/feedback.tsx';

/** Said before a proposal is taken as plan: the bank may take no order until its changes are decided. */
export function ChangesUndecided({ contractId }: { contractId: string }) {
  const { data } = useQuery(contractQuery(contractId));
  if (!data?.contract.hasPendingChanges) return null;
  return (
    <Banner tone="warn">
      {t('optimization.tab.changesUndecided')}{' '}
      <Link to="/contracts/$contractId/$tab" params={{ contractId, tab: 'overview' }}>
        {t('optimization.tab.decideChanges')}
      </Link>
    </Banner>
  );
}
