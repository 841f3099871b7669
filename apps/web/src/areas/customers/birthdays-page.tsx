import { listBirthdays, usualBirthdayDays } from '@depotwerk/api/customers/customers';
import { listName } from '@depotwerk/domain/customers/person-name';
import { formatDate } from '@depotwerk/domain/date-text';
import { formatNumber } from '@depotwerk/domain/number-text';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { callApi } from '../../platform/api-client.ts';
import { today } from '../../platform/today.ts';
import { t } from '../../texts/texts.ts';
import { EmptyState, QueryError, Skeleton } from '../../ui/feedback.tsx';
import { Card, crumb, PageHeader } from '../../ui/layout.tsx';
import { MoreButton } from '../../ui/more-button.tsx';
import { numeric, TableHead } from '../../ui/table-head.tsx';
import './customers.css';

const pageSize = 50;

/** `/customers/birthdays`: who has a birthday in the next weeks. */
export function BirthdaysPage() {
  const birthdays = useInfiniteQuery({
    // What comes first depends on the day it is asked for.
    queryKey: ['customers', 'birthdays', today()],
    queryFn: ({ pageParam, signal }) =>
      callApi(listBirthdays, { query: { page: pageParam, pageSize } }, { signal }),
    initialPageParam: 1,
    getNextPageParam: (last, _pages, page) => (last.length < pageSize ? undefined : page + 1),
  });
  const rows = birthdays.data?.pages.flat();
  return (
    <div className="stack">
      <PageHeader
        title={t('customers.birthdays.title')}
        breadcrumbs={[
          crumb('/customers', t('customers.title')),
          <span key="page">{t('customers.birthdays.title')}</span>,
        ]}
      />
      {birthdays.isError && !rows ? (
        <QueryError query={birthdays} />
      ) : (
        <Card>
          <p>{t('customers.birthdays.hint', { days: usualBirthdayDays })}</p>
          {rows === undefined ? (
            <Skeleton height={240} />
          ) : rows.length === 0 ? (
            <EmptyState title={t('customers.birthdays.none', { days: usualBirthdayDays })} />
          ) : (
            <div className="customers__table-box">
              <table className="customers__table">
                <TableHead
                  columns={[
                    t('customers.birthdays.day'),
                    t('customers.columns.name'),
                    numeric(t('customers.birthdays.age')),
                  ]}
                />
                <tbody>
                  {rows.map((row) => (
                    <tr key={row.id}>
                      <td>
                        {row.birthday === today() ? t('customers.birthdays.today') : formatDate(row.birthday)}
                      </td>
                      <th scope="row">
                        <Link to="/customers/$customerId" params={{ customerId: row.id }} search={{}}>
                          {listName(row)}
                        </Link>
                        {row.group.groupName === '' ? null : (
                          <div className="hint">{row.group.groupName}</div>
                        )}
                      </th>
                      <td className="num">{formatNumber(row.age)}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
          )}
          <MoreButton query={birthdays} />
        </Card>
      )}
    </div>
  );
}
