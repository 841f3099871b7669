import type { customerSelection } from '@depotwerk/api/customers/customer-bulk';
import type * as z from 'zod/mini';
import type { Parameters } from '../../platform/database/parameters.ts';
import { houseZone, todayIn } from '../../platform/http/client-zone.ts';
import type { Visibility } from '../../platform/scope.ts';
import { customerConditions, readCustomerSearch } from './customer-filter.ts';

export type CustomerSelection = z.output<typeof customerSelection>;

/**
 * Conditions on `customers u` for all of a selection a caller sees: named ones, or those under a filter of the list.
 * @param now decides the century of a date of birth with two digits, in the zone of the house
 */
export function selectedCustomers(
  selection: CustomerSelection,
  visibility: Visibility,
  parameters: Parameters,
  now = new Date(),
): string {
  const filter = 'filter' in selection ? selection.filter : {};
  const search = readCustomerSearch(filter.search, todayIn(houseZone, now));
  const conditions = customerConditions(filter, search, visibility, parameters);
  if ('customerIds' in selection) {
    conditions.push(`u.id = any (${parameters.add(selection.customerIds)}::uuid[])`);
  }
  return conditions.join(' and ');
}

/** A filter a call has parsed as the query string had it: a job parses it again. */
export const asTexts = (filter: object): Record<string, string> =>
  Object.fromEntries(
    Object.entries(filter).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  );

/** A selection a call has parsed as its body had it: a job parses it again. */
export const customerSelectionAsTexts = (selection: CustomerSelection): object =>
  'filter' in selection ? { filter: asTexts(selection.filter) } : selection;
