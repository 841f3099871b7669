import type { ContractSortKey } from '@depotwerk/api/contracts';
import type { Services } from '../../platform/services.ts';
import type { Scope } from '../../platform/scope.ts';
import { visibilityOf } from '../../platform/scope.ts';
import { Parameters } from '../../platform/database/parameters.ts';
import type { Page } from '../../platform/lists/paging.ts';
import type { SortTerm } from '../../platform/lists/sort-order.ts';
import { type ContractFilter, filterConditions } from './contract-filter.ts';
import { visibilityConditions } from './contract-visibility.view.ts';
import {
  type ContractListItem,
  type ContractRow,
  contractColumns,
  contractJoins,
  contractSelection,
  toContractItem,
} from './contract-item.ts';
import { contractOrder } from './contract-sort.ts';

const pageColumns = contractColumns.map((column) => `c.${column}`).join(', ');
const pageColumnsForSort = ['customer_sort_name', 'risk_distance'].map((column) => `c.${column}`).join(', ');

/** Tables a sort needs besides `contracts` while the page is cut out. */
function sortJoins(sort: readonly SortTerm<ContractSortKey>[]): string {
  const keys = new Set(sort.map((term) => term.key));
  const tariff = keys.has('tariff.name')
    ? ' join tariffs t on t.tenant_id = c.tenant_id and t.id = c.tariff_id'
    : '';
  const insurer = keys.has('insurer.insurerName')
    ? ' left join insurers i on i.tenant_id = c.tenant_id and i.id = c.insurer_id'
    : '';
  return tariff + insurer;
}

/**
 * One page of the contract list in one query: first the page out of `contracts` alone, then key look-ups for
 * its rows only.
 */
export async function listContractPage(
  services: Services,
  scope: Scope,
  filter: ContractFilter,
  sort: readonly SortTerm<ContractSortKey>[],
  page: Page,
): Promise<ContractListItem[]> {
  const parameters = new Parameters();
  const conditions = filterConditions(filter, visibilityOf(scope, 'groupContracts.view'), parameters);
  const order = contractOrder(sort);
  const sql =
    `with page as materialized (select ${pageColumns}, ${pageColumnsForSort} from contracts c${sortJoins(sort)}` +
    ` where ${conditions.join(' and ')} order by ${order}` +
    ` limit ${parameters.add(page.size)}::int offset ${parameters.add(page.offset)}::int)` +
    ` select ${contractSelection} from page c ${contractJoins} order by ${order}`;
  const rows = await services.database.read<ContractRow>(scope, { sql, parameters: parameters.values });
  return rows.map(toContractItem);
}

/** Contracts by id as far as the caller sees them, in the order of the ids. */
export async function listContractsWithIds(
  services: Services,
  scope: Scope,
  ids: readonly string[],
): Promise<ContractListItem[]> {
  if (ids.length === 0) return [];
  const parameters = new Parameters();
  const visible = visibilityConditions(visibilityOf(scope, 'groupContracts.view'), parameters);
  const wanted = parameters.add(ids);
  const sql =
    `select ${contractSelection} from contracts c ${contractJoins}` +
    ` where c.id = any (${wanted}::uuid[]) and ${visible.join(' and ')}` +
    ` order by array_position(${wanted}::uuid[], c.id)`;
  const rows = await services.database.read<ContractRow>(scope, { sql, parameters: parameters.values });
  return rows.map(toContractItem);
}

/** Ids of all hits in list order, at most `limit`: the skeleton of an export. */
export async function listContractIds(
  services: Services,
  scope: Scope,
  filter: ContractFilter,
  sort: readonly SortTerm<ContractSortKey>[],
  limit: number,
): Promise<string[]> {
  const parameters = new Parameters();
  const conditions = filterConditions(filter, visibilityOf(scope, 'groupContracts.view'), parameters);
  const sql =
    `select c.id from contracts c${sortJoins(sort)} where ${conditions.join(' and ')}` +
    ` order by ${contractOrder(sort)} limit ${parameters.add(limit)}::int`;
  const rows = await services.database.read<{ id: string }>(scope, { sql, parameters: parameters.values });
  return rows.map((row) => row.id);
}
