import { checkNumber, issue, type NumberLimits } from './rule-issues.ts';
import type { RuleIssue, TariffDraft, TariffSettingsDraft } from './tariff-drafts.ts';

type SettingsField = keyof TariffSettingsDraft;

/** A lower and an upper limit that belong together. */
export interface SettingsPair {
  readonly min: SettingsField;
  readonly max: SettingsField;
  readonly limits: NumberLimits;
}

/** Counts have a place on the page for four digits. */
const count: NumberLimits = { min: 1, max: 9999, precision: 0 };
/** 1 to 100 percent without decimals, kept as fraction. */
const share: NumberLimits = { min: 0.01, max: 1, precision: 0, unit: 'fraction' };
const value: NumberLimits = { min: 1, max: 999_999_999.99, precision: 2, unit: 'euro' };

const pairsOf = (place: 'Portfolio' | 'SavingsPlan'): readonly SettingsPair[] => [
  { min: `minSecurities${place}`, max: `maxSecurities${place}`, limits: count },
  { min: `minSecurityFraction${place}`, max: `maxSecurityFraction${place}`, limits: share },
  { min: `minSecurityValue${place}`, max: `maxSecurityValue${place}`, limits: value },
];

/** All pairs in the order of the page: portfolio, then savings plan. */
export const settingsPairs: readonly SettingsPair[] = [...pairsOf('Portfolio'), ...pairsOf('SavingsPlan')];

/** Limits of every field; each minimum is at most its maximum, said at both of them. */
export function checkTariffSettings(draft: TariffSettingsDraft): RuleIssue[] {
  return settingsPairs.flatMap(({ min, max, limits }) => {
    const low = draft[min];
    const high = draft[max];
    const issues = [...checkNumber(min, low, limits), ...checkNumber(max, high, limits)];
    if (issues.length > 0 || low === null || high === null || low <= high) return issues;
    return [issue(min, 'aboveMaximum', { field: max }), issue(max, 'belowMinimum', { field: min })];
  });
}

/** Thresholds of a switch between funds of a group, with their limits; each may be left to the default. */
export const switchThresholds = [
  { field: 'switchSaving', limits: { min: 0, max: 0.05, precision: 2, unit: 'fraction' } },
  { field: 'switchSavingEuros', limits: { min: 0, max: 9999.99, precision: 2, unit: 'euro' } },
  { field: 'switchPaybackMonths', limits: { min: 1, max: 120, precision: 0 } },
] as const satisfies readonly { readonly field: keyof TariffDraft; readonly limits: NumberLimits }[];

export type SwitchThresholds = Pick<TariffDraft, (typeof switchThresholds)[number]['field']>;

/** Savings within sensible limits, whole months. */
export const checkSwitchThresholds = (draft: SwitchThresholds): RuleIssue[] =>
  switchThresholds.flatMap(({ field, limits }) => checkNumber(field, draft[field] ?? null, limits, false));

/** Gain a sale may realise before it is remarked on: euros with two decimals, or no limit. */
export function checkGainNoteLimit(draft: Pick<TariffDraft, 'gainNoteLimit'>): RuleIssue[] {
  return checkNumber('gainNoteLimit', draft.gainNoteLimit, { ...value, min: 0 }, false);
}
