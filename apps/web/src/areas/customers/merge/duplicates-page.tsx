import type { CallAnswer } from '@depotwerk/api/call';
import type { listDuplicatePairs } from '@depotwerk/api/customers/customer-merges';
import type { CustomerDetail } from '@depotwerk/api/customers/customers';
import { formatDate } from '@depotwerk/domain/date-text';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { customerQuery } from '../../../queries/customer-queries.ts';
import { t } from '../../../texts/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { EmptyState, ErrorBanner, QueryError, Skeleton } from '../../../ui/feedback.tsx';
import { Card, crumb, PageHeader } from '../../../ui/layout.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { MergeDialog } from './merge-dialog.tsx';
import { duplicatePairsQuery, likenessText } from './merge-queries.ts';
import '../customers.css';

/** What two customers of one name are told apart by. */
const tellingOf = ({
  externalKey = null,
  dateOfBirth,
  email,
  contractCount,
}: CallAnswer<typeof listDuplicatePairs>[number]['first']): string =>
  [
    externalKey === null ? null : t('customers.number', { externalKey }),
    dateOfBirth === null ? null : formatDate(dateOfBirth),
    email,
    t('customers.contractCount', { count: contractCount }),
  ]
    .filter((text) => text !== null)
    .join(' · ');

/** `/customers/duplicates`: pairs of customers who may be one, with the rule they were found by and the way to make one of them. */
export function DuplicatesPage() {
  const client = useQueryClient();
  const pairs = useQuery(duplicatePairsQuery());
  const { failure, act } = useAction();
  const [compared, setCompared] = useState<{ customer: CustomerDetail; otherId: string } | null>(null);
  const compare = (id: string, otherId: string) =>
    act(async () => setCompared({ customer: await client.fetchQuery(customerQuery(id)), otherId }));
  return (
    <div className="stack">
      <PageHeader
        title={t('customers.merge.pairs')}
        breadcrumbs={[
          crumb('/customers', t('customers.title')),
          <span key="page">{t('customers.merge.pairs')}</span>,
        ]}
      />
      {pairs.isError ? (
        <QueryError query={pairs} />
      ) : (
        <Card>
          <p>{t('customers.merge.pairsHint')}</p>
          <ErrorBanner error={failure} />
          {pairs.data === undefined ? (
            <Skeleton height={240} />
          ) : pairs.data.length === 0 ? (
            <EmptyState title={t('customers.merge.noPairs')} />
          ) : (
            <div className="customers__table-box">
              <table className="customers__table customers__pairs">
                <thead>
                  <tr>
                    <th scope="col">{t('customers.merge.customer')}</th>
                    <th scope="col">{t('customers.merge.customer')}</th>
                    <th scope="col">{t('customers.merge.likenesses')}</th>
                  </tr>
                </thead>
                <tbody>
                  {pairs.data.map(({ first, second, likenesses }) => (
                    <tr key={`${first.id} ${second.id}`}>
                      {[first, second].map((one) => (
                        <td key={one.id}>
                          <Link to="/customers/$customerId" params={{ customerId: one.id }} search={{}}>
                            {one.name}
                          </Link>
                          <div className="hint">{tellingOf(one)}</div>
                        </td>
                      ))}
                      <td>
                        <p>{likenessText(likenesses)}</p>
                        <Button
                          size="small"
                          aria-label={`${t('customers.merge.compare')}: ${first.name}, ${second.name}`}
                          onClick={() => void compare(first.id, second.id)}
                        >
                          {t('customers.merge.compare')}
                        </Button>
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
          )}
        </Card>
      )}
      {compared === null ? null : <MergeDialog {...compared} onClose={() => setCompared(null)} />}
    </div>
  );
}
