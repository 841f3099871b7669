import { noGroupId } from '@depotwerk/domain/permissions';
import { Parameters } from '../../platform/database/parameters.ts';
import { groupAndBelowIds } from '../../platform/lists/group-and-below.ts';
import { type Scope, type Visibility, visibilityOf } from '../../platform/scope.ts';
import type { Services } from '../../platform/services.ts';
import { type ContractFilter, filterConditions, isUnfiltered } from './contract-filter.ts';

/**
 * Exact number of contracts of a filter, however many: a wrong figure above a list is worse than one that takes a
 * moment. The kept statistics answer where they can, else the contracts are counted.
 */
export async function countContracts(
  services: Services,
  scope: Scope,
  filter: ContractFilter,
): Promise<number> {
  const visibility = visibilityOf(scope, 'groupContracts.view');
  const parameters = new Parameters();
  const isKept = visibility.ownCustomerId === null;
  const kept = isKept ? keptCount(filter) : null;
  const values = isKept ? keptValues(filter, visibility, parameters) : null;
  const sql =
    values !== null
      ? `select coalesce(sum(s.contract_count), 0)::int as count from contract_counts s where ${values.join(' and ')}`
      : kept === null
        ? `select count(*)::int as count from contracts c where ${filterConditions(filter, visibility, parameters).join(' and ')}`
        : `select coalesce(sum(${kept}), 0)::int as count from contract_statistics s` +
          ` where ${[statisticsCondition(visibility, parameters), ...bucketConditions(filter, parameters)].join(' and ')}`;
  const [row] = await services.database.read<{ count: number }>(scope, {
    sql,
    parameters: parameters.values,
  });
  return row?.count ?? 0;
}

const bucketKeys = new Set(['insurerId', 'tariffId', 'groupId', 'riskClassId']);
const keptFlags = new Map([
  ['withHints', 's.with_hints_count'],
  ['riskOutOfBand', 's.risk_out_of_band_count'],
  ['hasPendingChanges', 's.pending_changes_count'],
]);

/**
 * The figure of the kept statistics that counts a filter: they are kept by group, tariff, insurer and risk class, with
 * one count for each flag. Null when the filter asks for more than that.
 */
function keptCount(filter: ContractFilter): string | null {
  let count: string | null = null;
  for (const [key, value] of Object.entries(filter)) {
    if (value === undefined || value === '' || bucketKeys.has(key)) continue;
    const flag = keptFlags.get(key);
    // Two flags together are counted nowhere.
    if (flag === undefined || count !== null) return null;
    count = value === true ? flag : `(s.contract_count - ${flag})`;
  }
  return count ?? 's.contract_count';
}

/**
 * Conditions on `contract_counts s` for a filter by one hint, a range of scores or a day of the last check, and at most a
 * group beside it. Null when the filter asks for anything else.
 */
export function keptValues(
  filter: ContractFilter,
  visibility: Visibility,
  parameters: Parameters,
): string[] | null {
  const { groupId, hintId, scoreFrom, scoreTo, lastCheckBefore, ...others } = filter;
  const asked = [hintId !== undefined, (scoreFrom ?? scoreTo) !== undefined, lastCheckBefore !== undefined];
  if (asked.filter(Boolean).length !== 1 || !isUnfiltered(others)) return null;
  const limits: string[] = [];
  const limit = (value: unknown, test: (placeholder: string) => string) => {
    if (value !== undefined) limits.push(test(parameters.add(value)));
  };
  limit(hintId, (value) => `s.value = ${value}::integer`);
  limit(scoreFrom, (value) => `s.value >= ${value}::integer`);
  limit(scoreTo, (value) => `s.value <= ${value}::integer`);
  // Never checked is -1, before every day.
  limit(lastCheckBefore, (value) => `s.value < ${value}::date - date '0001-01-01'`);
  const measure = hintId !== undefined ? 'hint' : lastCheckBefore !== undefined ? 'checked' : 'score';
  return [
    's.tenant_id = app_tenant_id()',
    `s.measure = '${measure}'`,
    statisticsCondition(visibility, parameters),
    ...bucketConditions({ groupId }, parameters),
    ...limits,
  ];
}

/** Which buckets of the kept statistics (alias `s`) a filter asks for. */
export function bucketConditions(filter: ContractFilter, parameters: Parameters): string[] {
  const conditions: string[] = [];
  if (filter.insurerId !== undefined) conditions.push(`s.insurer_id = ${parameters.add(filter.insurerId)}`);
  if (filter.tariffId !== undefined) conditions.push(`s.tariff_id = ${parameters.add(filter.tariffId)}`);
  if (filter.riskClassId !== undefined) {
    conditions.push(`s.risk_class_id = ${parameters.add(filter.riskClassId)}`);
  }
  if (filter.groupId === noGroupId) conditions.push('s.group_id is null');
  else if (filter.groupId !== undefined) {
    conditions.push(`s.group_id = any (${groupAndBelowIds(parameters.add(filter.groupId))})`);
  }
  return conditions;
}

/** Which buckets of the kept statistics (alias `s`) a caller sees; not for users who see one customer only. */
export function statisticsCondition(visibility: Visibility, parameters: Parameters): string {
  if (visibility.groupIds === null)
    return visibility.includesWithoutGroup ? 'true' : 's.group_id is not null';
  const inGroups = `s.group_id = any (${parameters.add(visibility.groupIds)}::uuid[])`;
  return visibility.includesWithoutGroup ? `(${inGroups} or s.group_id is null)` : inGroups;
}
