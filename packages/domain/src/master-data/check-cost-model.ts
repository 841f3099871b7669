import { checkName, type FieldIssue, type FieldIssueCode, isCalendarDay, issuesOf } from './field-issue.ts';

/** What a contract costs, as the form holds it. Shares are fractions (0.025 = 2.5 %), amounts are euro. */
export interface CostModelDraft {
  readonly costModelName: string;
  readonly insurerId: number | null;
  readonly tariffId: string | null;
  /** Once, of every contribution. */
  readonly entryFee: number | null;
  readonly contractFeeMonthly: number | null;
  /** Per year, of the contract's value. */
  readonly contractFeePercent: number | null;
  /** For each switch beyond the free ones. */
  readonly fundSwitchFee: number | null;
  readonly freeSwitchesPerYear: number | null;
  /** Per year, of the contract's value, given back. */
  readonly rebate: number | null;
  readonly validFrom: string | null;
  /** Last day; null = until further notice. */
  readonly validTo: string | null;
}

/** Most that is taken: beyond it a decimal place is likelier to have slipped than a contract to cost so much. */
export const costLimits = {
  entryFee: 0.2,
  contractFeeMonthly: 1000,
  contractFeePercent: 0.1,
  fundSwitchFee: 1000,
  freeSwitchesPerYear: 365,
  rebate: 0.1,
} as const;

/** What is wrong with a cost model. */
export function checkCostModel(draft: CostModelDraft): FieldIssue[] {
  return issuesOf(
    checkName('costModelName', draft.costModelName, 200),
    checkAmount('entryFee', draft.entryFee, 'Percent'),
    checkAmount('contractFeeMonthly', draft.contractFeeMonthly, 'Money'),
    checkAmount('contractFeePercent', draft.contractFeePercent, 'Percent'),
    checkAmount('fundSwitchFee', draft.fundSwitchFee, 'Money'),
    checkSwitches(draft.freeSwitchesPerYear),
    checkAmount('rebate', draft.rebate, 'Percent'),
    checkStart(draft.validFrom),
    checkEnd(draft.validFrom, draft.validTo),
  );
}

/** Percent are exact to four decimals of a percent, amounts to the cent: what the database keeps. */
const decimals = { Percent: 6, Money: 2 } as const;

function checkAmount(
  path: 'entryFee' | 'contractFeeMonthly' | 'contractFeePercent' | 'fundSwitchFee' | 'rebate',
  value: number | null,
  unit: 'Percent' | 'Money',
): FieldIssue | null {
  if (value === null) return { path, code: 'required' };
  const small: FieldIssueCode = `tooSmall${unit}`;
  const large: FieldIssueCode = `tooLarge${unit}`;
  if (value < 0) return { path, code: small, params: { limit: 0 } };
  if (value > costLimits[path]) return { path, code: large, params: { limit: costLimits[path] } };
  const limit = unit === 'Percent' ? decimals.Percent - 2 : decimals.Money;
  return Number(value.toFixed(decimals[unit])) === value
    ? null
    : { path, code: 'precision', params: { limit } };
}

function checkSwitches(value: number | null): FieldIssue | null {
  const path = 'freeSwitchesPerYear';
  if (value === null) return { path, code: 'required' };
  if (!Number.isInteger(value)) return { path, code: 'wholeNumber' };
  const limit = costLimits.freeSwitchesPerYear;
  return value < 0 || value > limit ? { path, code: 'tooLargeCount', params: { limit } } : null;
}

function checkStart(validFrom: string | null): FieldIssue | null {
  if (validFrom === null) return { path: 'validFrom', code: 'required' };
  return isCalendarDay(validFrom) ? null : { path: 'validFrom', code: 'noSuchDay' };
}

function checkEnd(validFrom: string | null, validTo: string | null): FieldIssue | null {
  if (validTo === null) return null;
  if (!isCalendarDay(validTo)) return { path: 'validTo', code: 'noSuchDay' };
  return validFrom !== null && validTo < validFrom ? { path: 'validTo', code: 'endBeforeStart' } : null;
}

/** First and last day, both included; null = without end. */
export interface Validity {
  readonly validFrom: string;
  readonly validTo: string | null;
}

/** Whether two periods have a day in common: of one tariff only one cost model is in force on any day. */
export function overlaps(one: Validity, other: Validity): boolean {
  return (
    (other.validTo === null || one.validFrom <= other.validTo) &&
    (one.validTo === null || other.validFrom <= one.validTo)
  );
}
