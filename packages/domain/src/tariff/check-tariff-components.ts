import { checkChoice } from './rule-issues.ts';
import type { RuleIssue, TariffDraft } from './tariff-drafts.ts';
import { isHybridTariffType } from './tariff-steps.ts';

/** The tariff with another risk component: the allocation depends on it and has to be chosen again. */
export function withTariffRiskComponent(draft: TariffDraft, componentRiskId: string | null): TariffDraft {
  if (componentRiskId === draft.componentRiskId) return draft;
  return { ...draft, componentRiskId, componentAllocationId: null };
}

/** The tariff with another universe component: the selection depends on it and has to be chosen again. */
export function withTariffUniverseComponent(
  draft: TariffDraft,
  componentUniverseId: string | null,
): TariffDraft {
  if (componentUniverseId === draft.componentUniverseId) return draft;
  return { ...draft, componentUniverseId, componentSelectionId: null };
}

/** All four components; hybrid types are defined by their fund risk matrix instead. */
export function checkTariffComponents(draft: TariffDraft): RuleIssue[] {
  if (isHybridTariffType(draft.tariffTypeId)) return [];
  return [
    ...checkChoice('componentRiskId', draft.componentRiskId),
    ...checkChoice('componentAllocationId', draft.componentAllocationId),
    ...checkChoice('componentUniverseId', draft.componentUniverseId),
    ...checkChoice('componentSelectionId', draft.componentSelectionId),
  ];
}
