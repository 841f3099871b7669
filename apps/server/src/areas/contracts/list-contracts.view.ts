import { Parameters } from '../../platform/database/parameters.ts';
import type { Page } from '../../platform/lists/paging.ts';
import type { Scope } from '../../platform/scope.ts';
import { visibilityOf } from '../../platform/scope.ts';
import type { Services } from '../../platform/services.ts';
import type { ContractFilter } from './contract-filter.ts';
import {
  type ContractListItem,
  type ContractRow,
  contractJoins,
  contractSelection,
  toContractItem,
} from './contract-item.ts';
import { contractPageSql, pageOrder } from './contract-page.ts';
import { type ContractSort, visibleSort } from './contract-sort.ts';
import { visibilityConditions } from './contract-visibility.view.ts';

/**
 * One page of the contract list in one query: first the page out of `contracts` alone, then key look-ups for
 * its rows only.
 */
export async function listContractPage(
  services: Services,
  scope: Scope,
  filter: ContractFilter,
  sort: ContractSort,
  page: Page,
): Promise<ContractListItem[]> {
  const parameters = new Parameters();
  const visibility = visibilityOf(scope, 'groupContracts.view');
  const order = visibleSort(sort, visibility);
  const sql =
    `with page as materialized (${contractPageSql(filter, order, visibility, page, parameters)})` +
    ` select ${contractSelection} from page c ${contractJoins} order by ${pageOrder(filter, order, visibility)}`;
  const rows = await services.database.read<ContractRow>(scope, { sql, parameters: parameters.values });
  return rows.map((row) => toContractItem(row, scope));
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
  return rows.map((row) => toContractItem(row, scope));
}

/** Those of the contracts the caller sees, in the order given. */
export async function listVisibleIds(
  services: Services,
  scope: Scope,
  ids: readonly string[],
): Promise<string[]> {
  const parameters = new Parameters();
  const visible = visibilityConditions(visibilityOf(scope, 'groupContracts.view'), parameters);
  const wanted = parameters.add(ids);
  const rows = await services.database.read<{ id: string }>(scope, {
    sql: `select c.id from contracts c where c.id = any (${wanted}::uuid[]) and ${visible.join(' and ')}
      order by array_position(${wanted}::uuid[], c.id)`,
    parameters: parameters.values,
  });
  return rows.map(({ id }) => id);
}

/** Ids of all hits in list order, at most `limit`: the skeleton of an export. */
export async function listContractIds(
  services: Services,
  scope: Scope,
  filter: ContractFilter,
  sort: ContractSort,
  limit: number,
): Promise<string[]> {
  const parameters = new Parameters();
  const visibility = visibilityOf(scope, 'groupContracts.view');
  const order = visibleSort(sort, visibility);
  const everything = { number: 1, size: limit, offset: 0 };
  const sql =
    `select c.id from (${contractPageSql(filter, order, visibility, everything, parameters)}) c` +
    ` order by ${pageOrder(filter, order, visibility)}`;
  const rows = await services.database.read<{ id: string }>(scope, { sql, parameters: parameters.values });
  return rows.map((row) => row.id);
}
