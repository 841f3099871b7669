import type { CustomerSortKey } from '@depotwerk/domain/lists/sort-keys';
import { noGroupId } from '@depotwerk/domain/permissions';
import { Parameters } from '../../platform/database/parameters.ts';
import { groupAndBelowIds } from '../../platform/lists/group-and-below.ts';
import { orderBy, type SortColumn } from '../../platform/lists/order-by.ts';
import type { Page } from '../../platform/lists/paging.ts';
import type { SortTerm } from '../../platform/lists/sort-order.ts';
import { type Scope, visibilityOf } from '../../platform/scope.ts';
import type { Services } from '../../platform/services.ts';
import {
  type CustomerFilter,
  type CustomerSearch,
  customerConditions,
  isUnfiltered,
  searchScope,
} from './customer-filter.ts';
import {
  type CustomerListItem,
  type CustomerRow,
  customerFieldSelection,
  customerJoins,
  customerSelection,
  type FieldsRow,
  shownFields,
  toCustomerItem,
} from './customer-item.ts';
import { customerVisibility } from './customer-visibility.view.ts';

export type CustomerSort = readonly SortTerm<CustomerSortKey>[];

export const defaultSort: CustomerSort = [{ key: 'lastName', isDescending: false }];

const sortColumns: Readonly<Record<CustomerSortKey, SortColumn>> = {
  lastName: { sql: 'u.sort_name', isNullable: false },
  firstName: { sql: 'u.spoken_name', isNullable: false },
  dateOfBirth: { sql: 'u.date_of_birth', isNullable: true },
  'group.groupName': { sql: 'fold_text(g.group_name)', isNullable: true },
  contractCount: { sql: 'u.contract_count', isNullable: false },
  // Who is worth nothing because contracts were never valued comes last in both directions, as with contracts; where all are valued,
  // or there is none, the value is known to be 0.
  totalValue: {
    sql: 'u.total_value',
    isNullable: false,
    upwards: 'case when u.total_value = 0 and u.never_valued_count > 0 then null else u.total_value end',
  },
  profileValidUntil: { sql: 'u.profile_valid_until', isNullable: true },
};

interface CustomerPage {
  readonly items: CustomerListItem[];
  /** Known from reading the page itself, else null. */
  readonly total: number | null;
}

/** One page of customers in a given order. */
export async function listCustomerPage(
  services: Services,
  scope: Scope,
  filter: CustomerFilter,
  search: CustomerSearch | null,
  sort: CustomerSort,
  page: Page,
): Promise<CustomerPage> {
  const parameters = new Parameters();
  const visibility = visibilityOf(scope, 'groupCustomers.view');
  const conditions = customerConditions(filter, search, visibility, parameters);
  const order = orderBy(sort, sortColumns, 'u.id');
  const groups = sort.some((term) => term.key === 'group.groupName') ? ` ${customerJoins}` : '';
  const sql =
    `with page as materialized (select u.* from customers u${groups} where ${conditions.join(' and ')}` +
    ` order by ${order} limit ${parameters.add(page.size)}::int offset ${parameters.add(page.offset)}::int)` +
    ` select ${customerSelection} from page u ${customerJoins} order by ${order}`;
  const rows = await services.database.read<CustomerRow>(scope, { sql, parameters: parameters.values });
  return { items: rows.map((row) => toCustomerItem(row, scope)), total: null };
}

/**
 * Hits of a search text, best first: names that start with it, then all others. Work is bounded: beyond 1,000
 * hits `total` is 1,001 and stands for "more" (migration 0018 says how).
 */
export async function searchCustomerPage(
  services: Services,
  scope: Scope,
  filter: CustomerFilter,
  words: string,
  page: Page,
): Promise<CustomerPage> {
  const parameters = new Parameters();
  const visibility = visibilityOf(scope, 'groupCustomers.view');
  const { groups, withoutGroup } = searchScope(visibility);
  const filterGroup = filter.groupId === noGroupId ? undefined : filter.groupId;
  const values = [
    parameters.add(words),
    `${parameters.add(groups)}::uuid[]`,
    parameters.add(withoutGroup),
    filterGroup === undefined ? 'null' : groupAndBelowIds(`${parameters.add(filterGroup)}::uuid`),
    parameters.add(filter.noGroupOnly === true || filter.groupId === noGroupId),
    parameters.add(filter.forGroup),
    parameters.add(filter.excludedIssuerId),
    parameters.add(visibility.ownCustomerId),
  ];
  const size = parameters.add(page.size);
  values.push(size, parameters.add(page.offset));
  // The limit is said once more outside: of a function the planner expects a thousand rows, and would read all customers for them.
  const sql =
    `select ${customerSelection}, hit.total_hits from (select * from search_customers_ranked(${values.join(', ')})` +
    ` with ordinality as ranked (id, sort_position, total_hits, place) limit ${size}::bigint) hit` +
    ` join customers u on u.id = hit.id ${customerJoins} order by hit.place`;
  const rows = await services.database.read<CustomerRow & { total_hits: number }>(scope, {
    sql,
    parameters: parameters.values,
  });
  return {
    items: rows.map((row) => toCustomerItem(row, scope)),
    total: rows[0]?.total_hits ?? null,
  };
}

/** Customers by id as far as the caller sees them, in the order of the ids. */
export async function listCustomersWithIds(
  services: Services,
  scope: Scope,
  ids: readonly string[],
): Promise<CustomerListItem[]> {
  const rows = await readRows<CustomerRow>(services, scope, ids, customerSelection);
  return rows.map((row) => toCustomerItem(row, scope));
}

/** A customer as a file of the list shows him: what is masked elsewhere is masked here. */
export type ExportedCustomer = CustomerListItem & { readonly fields: ReturnType<typeof shownFields> };

/** The same with the fields only files show. */
export async function listExportedCustomers(
  services: Services,
  scope: Scope,
  ids: readonly string[],
): Promise<ExportedCustomer[]> {
  const selection = `${customerSelection}, ${customerFieldSelection}`;
  const rows = await readRows<FieldsRow>(services, scope, ids, selection);
  return rows.map((row) => ({ ...toCustomerItem(row, scope), fields: shownFields(row) }));
}

async function readRows<Row extends { id: string }>(
  services: Services,
  scope: Scope,
  ids: readonly string[],
  selection: string,
): Promise<Row[]> {
  if (ids.length === 0) return [];
  const parameters = new Parameters();
  const visible = customerVisibility(visibilityOf(scope, 'groupCustomers.view'), parameters);
  const wanted = parameters.add(ids);
  const sql =
    `select ${selection} from customers u ${customerJoins} where u.id = any (${wanted}::uuid[])` +
    ` and ${visible.join(' and ')} order by array_position(${wanted}::uuid[], u.id)`;
  return services.database.read<Row>(scope, { sql, parameters: parameters.values });
}

/** Which of these ids the caller sees, in the order of the ids. */
export async function listVisibleCustomerIds(
  services: Services,
  scope: Scope,
  ids: readonly string[],
): Promise<string[]> {
  const rows = await readRows<{ id: string }>(services, scope, ids, 'u.id');
  return rows.map(({ id }) => id);
}

/** Ids of all hits in list order, at most `limit`: the skeleton of an export. */
export async function listCustomerIds(
  services: Services,
  scope: Scope,
  filter: CustomerFilter,
  search: CustomerSearch | null,
  sort: CustomerSort,
  limit: number,
): Promise<string[]> {
  const parameters = new Parameters();
  const conditions = customerConditions(
    filter,
    search,
    visibilityOf(scope, 'groupCustomers.view'),
    parameters,
  );
  const sql =
    `select u.id from customers u ${customerJoins} where ${conditions.join(' and ')}` +
    ` order by ${orderBy(sort, sortColumns, 'u.id')} limit ${parameters.add(limit)}::int`;
  const rows = await services.database.read<{ id: string }>(scope, { sql, parameters: parameters.values });
  return rows.map((row) => row.id);
}

/** Exact number of customers of a filter; without one the kept statistics answer. */
export async function countCustomers(
  services: Services,
  scope: Scope,
  filter: CustomerFilter,
  search: CustomerSearch | null,
): Promise<number> {
  const visibility = visibilityOf(scope, 'groupCustomers.view');
  const parameters = new Parameters();
  const isKept = isUnfiltered(filter, search) && visibility.ownCustomerId === null;
  const conditions = isKept
    ? customerVisibility(visibility, parameters).slice(1)
    : customerConditions(filter, search, visibility, parameters);
  const sql = isKept
    ? `select coalesce(sum(u.customer_count), 0)::int as count from customer_statistics u where ${conditions.join(' and ') || 'true'}`
    : `select count(*)::int as count from customers u where ${conditions.join(' and ')}`;
  const [row] = await services.database.read<{ count: number }>(scope, {
    sql,
    parameters: parameters.values,
  });
  return row?.count ?? 0;
}
