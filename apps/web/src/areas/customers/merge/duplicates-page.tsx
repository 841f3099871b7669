import { formatDate } from '@depotwerk/domain/date-text';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { t } from '../../../texts/texts.ts';
import { EmptyState, QueryError, Skeleton } from '../../../ui/feedback.tsx';
import { Card, crumb, PageHeader } from '../../../ui/layout.tsx';
import { duplicatePairsQuery, likenessText } from './merge-queries.ts';
import '../customers.css';

/** `/customers/duplicates`: pairs of customers who may be one, with the rule they were found by. */
export function DuplicatesPage() {
  const pairs = useQuery(duplicatePairsQuery());
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
          {pairs.data === undefined ? (
            <Skeleton height={240} />
          ) : pairs.data.length === 0 ? (
            <EmptyState title={t('customers.merge.noPairs')} />
          ) : (
            <div className="customers__table-box">
              <table className="customers__table">
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
                      {[first, second].map(({ id, name, dateOfBirth, email }) => (
                        <td key={id}>
                          <Link to="/customers/$customerId" params={{ customerId: id }} search={{}}>
                            {name}
                          </Link>
                          <div className="hint">
                            {[dateOfBirth === null ? null : formatDate(dateOfBirth), email]
                              .filter((text) => text !== null)
                              .join(' · ')}
                          </div>
                        </td>
                      ))}
                      <td>{likenessText(likenesses)}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
          )}
        </Card>
      )}
    </div>
  );
}
