import type { CallAnswer } from '@depotwerk/api/call';
import type { listFilterChoices } from '@depotwerk/api/customers/customers';
import { inTreeOrder, type TreeNode } from '@depotwerk/domain/users/group-tree';
import { Parameters } from '../../platform/database/parameters.ts';
import { type Scope, visibilityOf } from '../../platform/scope.ts';
import type { Services } from '../../platform/services.ts';
import { visibilityConditions } from './contract-visibility.view.ts';
import { statisticsCondition } from './count-contracts.view.ts';

interface GroupRow extends TreeNode {
  readonly groupName: string;
}

/** What the caller can filter contracts by: tariffs and insurers of visible contracts, visible groups, hints. */
export async function readFilterChoices(
  services: Services,
  scope: Scope,
): Promise<CallAnswer<typeof listFilterChoices>> {
  const visibility = visibilityOf(scope, 'groupContracts.view');
  const parameters = new Parameters();
  const source =
    visibility.ownCustomerId === null
      ? `contract_statistics s where ${statisticsCondition(visibility, parameters)}`
      : `contracts c where ${visibilityConditions(visibility, parameters).join(' and ')}`;
  const [tariffs, insurers, groups, hints] = await services.database.readMany<
    [
      { id: string; name: string },
      { id: number; insurer_name: string },
      GroupRow,
      { id: number; name: string },
    ]
  >(scope, [
    {
      sql: `select t.id, t.name from tariffs t where t.id in (select tariff_id from ${source}) order by fold_text(t.name), t.id`,
      parameters: parameters.values,
    },
    {
      sql: `select i.id, i.insurer_name from insurers i where i.id in (select insurer_id from ${source}) order by fold_text(i.insurer_name), i.id`,
      parameters: parameters.values,
    },
    {
      sql: `select id, group_name as "groupName", parent_group_id as "parentGroupId" from groups order by fold_text(group_name), id`,
      parameters: [],
    },
    { sql: 'select id, optimization_hint_name as name from optimization_hints order by id', parameters: [] },
  ]);
  const visibleGroups = visibility.groupIds === null ? null : new Set(visibility.groupIds);
  const shown =
    visibility.ownCustomerId === null
      ? groups.filter((group) => visibleGroups === null || visibleGroups.has(group.id))
      : [];
  return {
    tariffs: tariffs.map(({ id, name }) => ({ id, name })),
    insurers: insurers.map((insurer) => ({ id: insurer.id, insurerName: insurer.insurer_name })),
    groups: groupChoices(shown),
    hints: hints.map((hint) => ({ id: hint.id, title: hint.name })),
  };
}

/** Groups below their parents with their depth; a group whose parent is not shown stands at the top. */
export function groupChoices(
  groups: readonly GroupRow[],
): { id: string; groupName: string; level: number }[] {
  return inTreeOrder(groups).map(({ id, groupName, level }) => ({ id, groupName, level }));
}
