import { findLikelyCustomers } from '@depotwerk/api/customers/customer-merges';
import type { CustomerDraft } from '@depotwerk/domain/customers/customer-fields';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { callApi } from '../../../platform/api-client.ts';
import { t } from '../../../texts/texts.ts';
import { Banner } from '../../../ui/feedback.tsx';
import { NewWindow } from '../../../ui/new-window.tsx';
import { useSettled } from '../../../ui/use-settled.ts';
import { likenessText } from './merge-queries.ts';

/** Milliseconds somebody has to pause before customers are looked for. */
const pause = 400;

/** Below what a new customer is known by: who may be the same already. Says so and hinders nothing; a failure is silent. */
export function LikelyCustomers({ draft }: { draft: CustomerDraft }) {
  const { externalKey, firstName, lastName, companyName, dateOfBirth, email } = draft;
  const entered = useSettled({ externalKey, firstName, lastName, companyName, dateOfBirth, email }, pause);
  const isEnough = entered.dateOfBirth !== null || entered.email !== null || entered.externalKey !== null;
  const likely = useQuery({
    queryKey: ['customers', 'likely', entered],
    queryFn: ({ signal }) => callApi(findLikelyCustomers, { body: entered }, { signal }),
    enabled: isEnough,
    staleTime: 0,
    gcTime: 0,
  }).data;
  if (!isEnough || !likely || likely.length === 0) return null;
  return (
    <Banner tone="warn" role="status" title={t('customers.likely.title')}>
      <ul className="customers__likely">
        {likely.map(({ id, name, likenesses }) => (
          <li key={id}>
            <Link to="/customers/$customerId" params={{ customerId: id }} search={{}} target="_blank">
              {t('customers.likely.line', { name, likenesses: likenessText(likenesses) })}
              <NewWindow />
            </Link>
          </li>
        ))}
      </ul>
      {t('customers.likely.hint')}
    </Banner>
  );
}
