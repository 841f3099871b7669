import type { Birthday } from '@depotwerk/api/customers';
import { ageOn, birthdaysFrom, noBirthDay } from '@depotwerk/domain/customers/birthdays';
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
  const sql =
    `select ${customerSelection}, ahead.day as birthday from customers u ${customerJoins}` +
    ` join unnest(${monthDays}::text[], ${kept}::date[]) as ahead (month_day, day) on ahead.month_day = to_char(u.date_of_birth, 'MM-DD')` +
    ` where ${conditions.join(' and ')} and not u.is_inactive and not u.is_blocked and u.company_name = '' and u.date_of_birth <> '${noBirthDay}'` +
    ` order by ahead.day, u.sort_name, u.id limit ${parameters.add(page.size)}::int offset ${parameters.add(page.offset)}::int`;
  const rows = await services.database.read<BirthdayRow>(scope, { sql, parameters: parameters.values });
  return rows.map((row) => ({
    ...toCustomer(row),
    birthday: row.birthday,
    age: ageOn(row.birthday, row.date_of_birth),
  }));
}
