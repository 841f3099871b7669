import { earliestDay, latestDay } from '../date-text.ts';
import { intervals } from '../interval.ts';
import { riskIndicatorLimits } from './check-universe-component.ts';
import { emptyFundMatrix } from './empty-drafts.ts';
import { checkLifeCycle } from './life-cycle.ts';
import { checkChoice, checkNumber, issue, issueIf, type NumberLimits } from './rule-issues.ts';
import type { RuleIssue, TariffDraft } from './tariff-drafts.ts';
import {
  dynamicHybridTypeId,
  isHybridTariffType,
  pensionTypeId,
  staticHybridTypeId,
  tariffTypeIds,
} from './tariff-steps.ts';

/** Guarantee types. */
const guaranteeTypeIds = [1, 2, 3];
/** Ongoing costs a year; above 5 % no class of funds is to be capped. */
const costCapLimits: NumberLimits = { min: 0.0001, max: 0.05, precision: 2, unit: 'fraction' };
/** 0 to 100 percent, kept as fraction; as many places as the column has. */
export const guaranteeLimits: NumberLimits = { min: 0, max: 1, precision: 4, unit: 'fraction' };

/** Which guarantee fields take an entry. */
export interface GuaranteeFields {
  readonly guaranteedLevel: boolean;
  readonly guaranteedInterest: boolean;
  readonly isGuaranteedLevelCustomizable: boolean;
  readonly guaranteeTypeId: boolean;
  readonly guaranteeSecurityId: boolean;
}

/**
 * Guarantee fields a tariff type enables. A level that each contract chooses for itself is
 * not fixed by the tariff: the field is hidden then.
 */
export function enabledGuaranteeFields(
  tariffTypeId: number | null,
  isGuaranteedLevelCustomizable = false,
): GuaranteeFields {
  const isHybrid = isHybridTariffType(tariffTypeId);
  return {
    guaranteedLevel: isHybrid && !isGuaranteedLevelCustomizable,
    guaranteedInterest: isHybrid,
    isGuaranteedLevelCustomizable: isHybrid,
    guaranteeTypeId: tariffTypeId === staticHybridTypeId,
    guaranteeSecurityId: tariffTypeId === dynamicHybridTypeId,
  };
}

/**
 * The draft with another tariff type: the guarantee fields start anew, a hybrid type gets a matrix to fill. Matrix and
 * components of the former type stay in the draft, so that a slip costs nothing; `applicableTariff` leaves them out.
 */
export function withTariffType(draft: TariffDraft, tariffTypeId: number | null): TariffDraft {
  if (tariffTypeId === draft.tariffTypeId) return draft;
  return {
    ...draft,
    tariffTypeId,
    guaranteedLevel: null,
    guaranteedInterest: null,
    isGuaranteedLevelCustomizable: false,
    guaranteeTypeId: null,
    guaranteeSecurityId: null,
    fundMatrix: draft.fundMatrix ?? (isHybridTariffType(tariffTypeId) ? emptyFundMatrix() : null),
  };
}

/** The draft with a level the contracts choose (on), or the tariff fixes (off). */
export function withLevelCustomizable(draft: TariffDraft, isOn: boolean): TariffDraft {
  return {
    ...draft,
    isGuaranteedLevelCustomizable: isOn,
    guaranteedLevel: isOn ? null : draft.guaranteedLevel,
  };
}

/** The draft with continuous optimization on or off: interval, start and "adjust now" start anew either way. */
export function withContinuousOptimization(draft: TariffDraft, isOn: boolean): TariffDraft {
  return {
    ...draft,
    continuousOptimization: isOn,
    optimizationInterval: null,
    optimizationStart: null,
    makePortfolioAdjustmentsNow: false,
  };
}

/** What a tariff of its type consists of: what belongs to other types is left out. This is what is saved. */
export function applicableTariff(draft: TariffDraft): TariffDraft {
  return isHybridTariffType(draft.tariffTypeId)
    ? {
        ...draft,
        componentRiskId: null,
        componentSelectionId: null,
        componentAllocationId: null,
        componentUniverseId: null,
      }
    : { ...draft, fundMatrix: null };
}

/** Highest risk indicator of a fund in subsidised old-age provision. */
const pensionRiskIndicator = 5;

/** Highest risk indicator a fund of the tariff may have: the tariff's own, and that of its type; null = none. */
export function riskIndicatorLimit({
  tariffTypeId,
  maximumRiskIndicator,
}: Pick<TariffDraft, 'tariffTypeId' | 'maximumRiskIndicator'>): number | null {
  const own = maximumRiskIndicator ?? null;
  if (tariffTypeId !== pensionTypeId) return own;
  return Math.min(own ?? pensionRiskIndicator, pensionRiskIndicator);
}

/** Tariff type, caps of costs and risk indicator, life cycle, guarantee and continuous optimization. */
export function checkProductType(draft: TariffDraft): RuleIssue[] {
  return [
    ...checkChoice('tariffTypeId', draft.tariffTypeId, tariffTypeIds),
    ...checkNumber('costCap', draft.costCap ?? null, costCapLimits, false),
    ...checkNumber(
      'maximumRiskIndicator',
      draft.maximumRiskIndicator ?? null,
      draft.tariffTypeId === pensionTypeId
        ? { ...riskIndicatorLimits, max: pensionRiskIndicator }
        : riskIndicatorLimits,
      false,
    ),
    ...checkLifeCycle(draft.lifeCycle),
    ...checkGuarantee(draft),
    ...checkContinuousOptimization(draft),
  ];
}

function checkGuarantee(draft: TariffDraft): RuleIssue[] {
  const { tariffTypeId, guaranteedLevel, isGuaranteedLevelCustomizable } = draft;
  const enabled = enabledGuaranteeFields(tariffTypeId, isGuaranteedLevelCustomizable);
  // A level left from before contracts could choose is what they start with; it may stay.
  const mayHaveLevel = isHybridTariffType(tariffTypeId);
  return [
    ...(enabled.guaranteedLevel || (mayHaveLevel && guaranteedLevel !== null)
      ? checkNumber('guaranteedLevel', guaranteedLevel, guaranteeLimits)
      : issueIf(!mayHaveLevel && guaranteedLevel !== null, 'guaranteedLevel', 'notOfType')),
    ...(enabled.guaranteedInterest
      ? checkNumber('guaranteedInterest', draft.guaranteedInterest, guaranteeLimits)
      : issueIf(draft.guaranteedInterest !== null, 'guaranteedInterest', 'notOfType')),
    ...issueIf(
      !enabled.isGuaranteedLevelCustomizable && isGuaranteedLevelCustomizable,
      'isGuaranteedLevelCustomizable',
      'notOfType',
    ),
    ...(enabled.guaranteeTypeId
      ? checkChoice('guaranteeTypeId', draft.guaranteeTypeId, guaranteeTypeIds)
      : issueIf(draft.guaranteeTypeId !== null, 'guaranteeTypeId', 'notOfType')),
    ...(enabled.guaranteeSecurityId
      ? checkChoice('guaranteeSecurityId', draft.guaranteeSecurityId)
      : issueIf(draft.guaranteeSecurityId !== null, 'guaranteeSecurityId', 'notOfType')),
  ];
}

function checkContinuousOptimization(draft: TariffDraft): RuleIssue[] {
  const { optimizationInterval, optimizationStart } = draft;
  if (!draft.continuousOptimization) {
    return [
      ...issueIf(optimizationInterval !== null, 'optimizationInterval', 'onlyContinuous'),
      ...issueIf(optimizationStart !== null, 'optimizationStart', 'onlyContinuous'),
      ...issueIf(draft.makePortfolioAdjustmentsNow, 'makePortfolioAdjustmentsNow', 'onlyContinuous'),
    ];
  }
  return [
    ...checkChoice('optimizationInterval', optimizationInterval, intervals),
    ...(optimizationStart === null || optimizationStart === ''
      ? [issue('optimizationStart', 'required')]
      : issueIf(
          optimizationStart < earliestDay || optimizationStart > latestDay,
          'optimizationStart',
          'dayRange',
        )),
  ];
}
