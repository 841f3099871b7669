import { checkViews } from './allocation-views.ts';
import { columnSums, fullColumn, isWholeTenths } from './column-sums.ts';
import { checkChoice, checkDistinct, issue, issueIf } from './rule-issues.ts';
import type { AllocationComponentDraft, AllocationItemDraft, RuleIssue } from './tariff-drafts.ts';

/** Allocation types. */
export const allocationTypeIds = [1, 2, 3, 4, 5, 6, 7, 8] as const;

/** The draft with these peer groups: shares, relationships and views of groups that went are gone, new groups have none. */
export function withPeergroups(
  draft: AllocationComponentDraft,
  peergroupIds: readonly number[],
): AllocationComponentDraft {
  const chosen = new Set(peergroupIds);
  return {
    ...draft,
    peergroupIds,
    relationships: draft.relationships.filter(({ peergroupId }) => chosen.has(peergroupId)),
    allocationItems: draft.allocationItems.filter(({ peergroupId }) => chosen.has(peergroupId)),
    ...(draft.views && {
      views: draft.views.filter(({ peergroupId, comparedWithId }) =>
        [peergroupId, comparedWithId].every((id) => id === null || chosen.has(id)),
      ),
    }),
  };
}

/** The draft with another risk component: shares of classes it does not have are gone. */
export function withRiskComponent(
  draft: AllocationComponentDraft,
  riskComponent: string | null,
  riskClassCount: number | null,
): AllocationComponentDraft {
  return {
    ...draft,
    riskComponent,
    allocationItems: draft.allocationItems.filter(({ riskClassId }) => riskClassId <= (riskClassCount ?? 0)),
  };
}

/** The draft in manual or automatic mode; back in manual mode cells that are not used are 0. */
export function withManualAllocation(
  draft: AllocationComponentDraft,
  isManual: boolean,
): AllocationComponentDraft {
  if (isManual === draft.isManual) return draft;
  const emptied = (item: AllocationItemDraft) => (item.isUsed ? item : { ...item, fraction: 0 });
  return {
    ...draft,
    isManual,
    allocationItems: isManual ? draft.allocationItems.map(emptied) : draft.allocationItems,
  };
}

/** At least one peer group, none twice. */
export function checkPeergroups(draft: AllocationComponentDraft): RuleIssue[] {
  if (draft.peergroupIds.length === 0) return [issue('peergroupIds', 'peergroupsRequired')];
  return checkDistinct('peergroupIds', draft.peergroupIds);
}

/** Relationships lead from a chosen group to other groups, none twice. */
export function checkRelationships(draft: AllocationComponentDraft): RuleIssue[] {
  const chosen = new Set(draft.peergroupIds);
  return [
    ...checkDistinct(
      'relationships',
      draft.relationships.map(({ peergroupId }) => peergroupId),
    ),
    ...draft.relationships.flatMap(({ peergroupId, relatedPeergroupIds }) => {
      const path = `relationships.peergroup${peergroupId}`;
      return [
        ...issueIf(!chosen.has(peergroupId), path, 'unknownPeergroup'),
        ...issueIf(relatedPeergroupIds.includes(peergroupId), path, 'relatedToItself'),
        ...checkDistinct(path, relatedPeergroupIds),
      ];
    }),
  ];
}

/**
 * Risk component, allocation type and the matrix: every column gives exactly 100 percent.
 * Paths: `allocationItems.class2` for a column, `allocationItems.class2.peergroup7` for a cell.
 *
 * @param riskClassCount classes of the risk component; null while none is chosen: then there is no matrix to check
 */
export function checkAllocationMatrix(
  draft: AllocationComponentDraft,
  riskClassCount: number | null,
): RuleIssue[] {
  return [
    ...checkChoice('riskComponent', draft.riskComponent),
    ...checkChoice('allocationType', draft.allocationType, allocationTypeIds),
    ...checkViews(draft),
    ...(riskClassCount === null
      ? []
      : [...checkCells(draft, riskClassCount), ...checkColumns(draft.allocationItems, riskClassCount)]),
  ];
}

function checkCells(draft: AllocationComponentDraft, riskClassCount: number): RuleIssue[] {
  const chosen = new Set(draft.peergroupIds);
  const seen = new Set<string>();
  return draft.allocationItems.flatMap((item) => {
    const path = `allocationItems.class${item.riskClassId}.peergroup${item.peergroupId}`;
    const isRepeated = seen.has(path);
    seen.add(path);
    return [
      ...issueIf(isRepeated, path, 'duplicate'),
      ...issueIf(item.riskClassId > riskClassCount, path, 'unknownClass'),
      ...issueIf(!chosen.has(item.peergroupId), path, 'unknownPeergroup'),
      ...issueIf(!item.isUsed && item.fraction !== 0, path, 'unusedNotZero'),
      ...checkShare(path, item.fraction),
    ];
  });
}

/** A share of a matrix: 0 to 100 percent with at most one decimal. */
export function checkShare(path: string, fraction: number): RuleIssue[] {
  if (!(fraction >= 0 && fraction <= 1)) return [issue(path, 'shareRange')];
  return issueIf(!isWholeTenths(fraction), path, 'precision', { precision: 1 });
}

/** Every column of a matrix sums to exactly 100 percent; `prefix` is the path of its cells. */
export function checkColumns(
  items: readonly { readonly riskClassId: number; readonly fraction: number }[],
  riskClassCount: number,
  prefix = 'allocationItems',
): RuleIssue[] {
  return columnSums(items, riskClassCount).flatMap((sum, index) =>
    issueIf(sum !== fullColumn, `${prefix}.class${index + 1}`, 'columnSum', {
      riskClass: index + 1,
      sum: sum / 10,
    }),
  );
}
