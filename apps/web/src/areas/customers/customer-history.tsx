import { listCustomerHistory } from '@depotwerk/api/customers/customers';
import { formatDateTime } from '@depotwerk/domain/date-text';
import { useInfiniteQuery } from '@tanstack/react-query';
import { callApi } from '../../platform/api-client.ts';
import { said, t } from '../../texts/texts.ts';
import { EmptyState, QueryError, Skeleton } from '../../ui/feedback.tsx';
import { Card } from '../../ui/layout.tsx';
import { MoreButton } from '../../ui/more-button.tsx';
import { TableHead } from '../../ui/table-head.tsx';

const pageSize = 50;

/** Everything that was done to the customer and his contracts, newest first. */
export function CustomerHistory({ customerId }: { customerId: string }) {
  const history = useInfiniteQuery({
    queryKey: ['customer', customerId, 'history'],
    queryFn: ({ pageParam, signal }) =>
      callApi(
        listCustomerHistory,
        { params: { id: customerId }, query: { page: pageParam, pageSize } },
        { signal },
      ),
    initialPageParam: 1,
    getNextPageParam: (last, pages) => (last.length < pageSize ? undefined : pages.length + 1),
  });
  if (history.isError && !history.data) {
    return <QueryError query={history} />;
  }
  if (!history.data) return <Skeleton height={240} />;
  const events = history.data.pages.flat();
  return (
    <Card title={t('customers.tabs.history')} isFlush={events.length > 0}>
      {events.length === 0 ? (
        <EmptyState title={t('customers.noHistory')} />
      ) : (
        <div className="customers__table-box">
          <table className="customers__table">
            <caption className="visually-hidden">{t('customers.tabs.history')}</caption>
            <TableHead
              columns={[t('customers.historyWhen'), t('customers.historyWhat'), t('customers.historyWho')]}
            />
            <tbody>
              {events.map(({ id, occurredAt, title, actorName, externalKey }) => (
                <tr key={id}>
                  <td>{formatDateTime(occurredAt)}</td>
                  <th scope="row">
                    {said(title)}
                    {externalKey === null ? null : <div className="hint">{externalKey}</div>}
                  </th>
                  <td className="customers__long">{actorName ?? t('customers.historySystem')}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <MoreButton query={history} />
    </Card>
  );
}
