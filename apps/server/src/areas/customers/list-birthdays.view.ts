import type { Birthday } from '@depotwerk/api/customers/customers';
import { ageOn, birthdaysFrom, noBirthDay } from '@depotwerk/domain/customers/birthdays';
import { earliestDay } from '@depotwerk/domain/date-text';
import { Parameters } from '../../platform/database/parameters.ts';
import type { Page } from '../../platform/lists/paging.ts';
import { type Scope, visibilityOf } from '../../platform/scope.ts';
import type { ReadServices } from '../../platform/services.ts';
import { type CustomerRow, customerJoins, customerSelection, toCustomer } from './customer-item.ts';
import { customerVisibility } from './customer-visibility.view.ts';

interface BirthdayRow extends CustomerRow {
  date_of_birth: string;
  birthday: string;
}

/** The year the oldest were born in who are still among the customers. */
const firstYear = Number(earliestDay.slice(0, 4));

/**
 * The days of birth kept on the days asked for, the first days first: their order is the list's, so that a page reads no more than
 * its days. A day of birth as a whole is found by its index; of its month and day none would be used beside the security of rows.
 */
const daysOfBirth = (monthDays: string, days: string, year: string): string =>
  `select a.day, case when a.month_day <> '02-29' or y % 4 = 0 and (y % 100 <> 0 or y % 400 = 0)` +
  ` then (y || '-' || a.month_day)::date end as born` +
  ` from unnest(${monthDays}::text[], ${days}::date[]) as a (month_day, day)` +
  ` cross join generate_series(${firstYear}, ${year}::int) y order by a.day`;

/** Customers the caller sees by their next birthday; who is inactive or blocked is not to be written to. */
export async function listBirthdayPage(
  services: ReadServices,
  scope: Scope,
  today: string,
  days: number,
  page: Page,
): Promise<Birthday[]> {
  const parameters = new Parameters();
  const conditions = customerVisibility(visibilityOf(scope, 'groupCustomers.view'), parameters);
  const ahead = birthdaysFrom(today, days);
  const monthDays = parameters.add(ahead.map(({ monthDay }) => monthDay));
  const kept = parameters.add(ahead.map(({ day }) => day));
  const year = parameters.add(Number(today.slice(0, 4)));
  const sql =
    `select ${customerSelection}, ahead.day as birthday from customers u ${customerJoins}` +
    ` join (${daysOfBirth(monthDays, kept, year)}) ahead on ahead.born = u.date_of_birth` +
    ` where ${conditions.join(' and ')} and not u.is_inactive and not u.is_blocked and u.company_name = ''` +
    ` and u.date_of_birth is not null and u.date_of_birth <> '${noBirthDay}'` +
    ` order by ahead.day, u.sort_name, u.id limit ${parameters.add(page.size)}::int offset ${parameters.add(page.offset)}::int`;
  const rows = await services.database.read<BirthdayRow>(scope, { sql, parameters: parameters.values });
  return rows.map((row) => ({
    ...toCustomer(row),
    birthday: row.birthday,
    age: ageOn(row.birthday, row.date_of_birth),
  }));
}
