import { listCustomerErasures } from '@depotwerk/api/customers/customer-privacy';
import { erasureBasisTexts, erasureStateTexts } from '@depotwerk/domain/customers/privacy-texts';
import { formatDate, formatDateTime } from '@depotwerk/domain/date-text';
import { formatNumber } from '@depotwerk/domain/number-text';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { callApi } from '../../../platform/api-client.ts';
import { said, t } from '../../../texts/texts.ts';
import { EmptyState, QueryError, Skeleton } from '../../../ui/feedback.tsx';
import { Card, crumb, PageHeader } from '../../../ui/layout.tsx';
import { MoreButton } from '../../../ui/more-button.tsx';
import type { CustomerErasure } from './privacy-queries.ts';
import '../customers.css';
import { TableHead } from '../../../ui/table-head.tsx';

const pageSize = 50;

/** `/customers/erasures`: requests to erase that wait, and receipts of what was erased. */
export function ErasuresPage() {
  const erasures = useInfiniteQuery({
    queryKey: ['customers', 'erasures'],
    queryFn: ({ pageParam, signal }) =>
      callApi(listCustomerErasures, { query: { page: pageParam, pageSize } }, { signal }),
    initialPageParam: 1,
    getNextPageParam: (last, _pages, page) => (last.length < pageSize ? undefined : page + 1),
  });
  const rows = erasures.data?.pages.flat();
  return (
    <div className="stack">
      <PageHeader
        title={t('customers.privacy.receipts')}
        breadcrumbs={[
          crumb('/customers', t('customers.title')),
          <span key="page">{t('customers.privacy.receipts')}</span>,
        ]}
      />
      {erasures.isError && !rows ? (
        <QueryError query={erasures} />
      ) : (
        <Card>
          <p>{t('customers.privacy.receiptsHint')}</p>
          {rows ? <Receipts rows={rows} /> : <Skeleton height={240} />}
          <MoreButton query={erasures} />
        </Card>
      )}
    </div>
  );
}

function Receipts({ rows }: { rows: readonly CustomerErasure[] }) {
  if (rows.length === 0) return <EmptyState title={t('customers.privacy.noReceipts')} />;
  return (
    <div className="customers__table-box">
      <table className="customers__table">
        <TableHead
          columns={[t('customers.state'), t('customers.privacy.requested'), t('customers.privacy.proof')]}
        />
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              <th scope="row">
                {said(erasureStateTexts[row.state])}
                <div className="hint">
                  {row.closedAt === null
                    ? t('customers.privacy.dueAfter', { date: formatDate(row.keptUntil ?? '') })
                    : formatDateTime(row.closedAt)}
                </div>
              </th>
              <td className="customers__long">
                {row.requestedByName}
                <div className="hint">{formatDateTime(row.requestedAt)}</div>
                <div className="hint">{said(erasureBasisTexts[row.basis])}</div>
              </td>
              <td>
                {row.contentHash === null ? (
                  row.state === 'waiting' ? (
                    <Link to="/customers/$customerId" params={{ customerId: row.customerId }} search={{}}>
                      {t('customers.privacy.toCustomer')}
                    </Link>
                  ) : null
                ) : (
                  <>
                    {t('customers.privacy.rows', {
                      count: row.rowCount,
                      number: formatNumber(row.rowCount),
                    })}
                    <div className="hint customers__hash">SHA-256 {row.contentHash}</div>
                    <div className="hint customers__hash">
                      {t('customers.privacy.objectId', { id: row.customerId })}
                    </div>
                  </>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
