import { checkChoice, checkDistinct, checkNumber, issueIf, type NumberLimits } from './rule-issues.ts';
import type { RuleIssue, UniverseComponentDraft } from './tariff-drafts.ts';

/** Universe types. */
export const universeTypeIds = [1, 2, 3, 4, 5, 6] as const;
/** The type that is bounded by a risk indicator. */
export const riskIndicatorUniverseTypeId = 6;

/** Classes of the summary risk indicator. */
export const riskIndicatorLimits: NumberLimits = { min: 1, max: 7, precision: 0 };

/** What a universe consists of in its mode: named funds or a type. This is what is saved. */
export function applicableUniverse(draft: UniverseComponentDraft): UniverseComponentDraft {
  const isManual = draft.tariffUniverseSelectionManualMode;
  const isBounded = !isManual && draft.tariffUniverseType === riskIndicatorUniverseTypeId;
  return {
    ...draft,
    tariffUniverseType: isManual ? null : draft.tariffUniverseType,
    maximumRiskIndicator: isBounded ? draft.maximumRiskIndicator : null,
    tariffUniverseItems: isManual ? draft.tariffUniverseItems : [],
  };
}

/** Manual mode needs funds, automatic mode a type; type 6 its highest risk indicator as well. */
export function checkUniverseComponent(draft: UniverseComponentDraft): RuleIssue[] {
  if (draft.tariffUniverseSelectionManualMode) {
    return [
      ...issueIf(draft.tariffUniverseItems.length === 0, 'tariffUniverseItems', 'fundsRequired'),
      ...checkDistinct('tariffUniverseItems', draft.tariffUniverseItems),
    ];
  }
  return [
    ...checkChoice('tariffUniverseType', draft.tariffUniverseType, universeTypeIds),
    ...(draft.tariffUniverseType === riskIndicatorUniverseTypeId
      ? checkNumber('maximumRiskIndicator', draft.maximumRiskIndicator, riskIndicatorLimits)
      : []),
  ];
}
