import { combinationTitle } from '../combination-text.ts';

/** How a house weighs a finding: it blocks, it warns, it is said, or it is left out. */
export const plausibilityWeights = ['error', 'warning', 'note', 'off'] as const;
export type PlausibilityWeight = (typeof plausibilityWeights)[number];

/** A rule of the plausibility check a house may weigh itself. */
export interface PlausibilityRule {
  readonly code: string;
  readonly title: string;
  /** What it has without a word of the house. */
  readonly usual: PlausibilityWeight;
  /** What a house may choose; rules behind numbers and duties are never less than a warning. */
  readonly choices: readonly PlausibilityWeight[];
}

const free = (code: string, usual: PlausibilityWeight): PlausibilityRule => ({
  code,
  title: combinationTitle(code),
  usual,
  choices: plausibilityWeights,
});
const strict = (code: string): PlausibilityRule => ({
  code,
  title: combinationTitle(code),
  usual: 'warning',
  choices: ['error', 'warning'],
});

/**
 * Rules of judgement. The others protect what is computed or promised (sums, bands, classes, missing data, limits of the
 * product, guarantees): they block in every house, and no house can say otherwise.
 */
export const plausibilityRules: readonly PlausibilityRule[] = [
  free('TA03', 'warning'),
  free('TA04', 'note'),
  free('TA08', 'warning'),
  free('TA09', 'warning'),
  free('TA11', 'warning'),
  free('TA12', 'warning'),
  free('TA13', 'warning'),
  free('TA16', 'warning'),
  free('TA18', 'note'),
  free('S02', 'note'),
  free('nameShared', 'warning'),
  free('viewsContradict', 'warning'),
  free('viewExtreme', 'warning'),
  free('guaranteeInterestTooLow', 'warning'),
  free('guaranteeLevelTooLow', 'warning'),
  strict('TA14'),
  strict('TA15'),
  strict('fundWithoutBib'),
  strict('sriUnknown'),
  strict('costCapUnknown'),
  free('fundVanished', 'warning'),
  free('fundWithoutPrice', 'warning'),
  strict('fundCostsUnknown'),
  strict('fundNotForRetail'),
  strict('fundNotForLowestClass'),
  strict('guaranteeInterestTooHigh'),
  strict('guaranteeCushionTooSmall'),
];

/** What a house has said, by code; a rule it has not named keeps its usual weight. */
export type PlausibilitySettings = Readonly<Record<string, PlausibilityWeight>>;

const ruleOf = new Map(plausibilityRules.map((rule) => [rule.code, rule]));
const severityOf: Readonly<Record<Exclude<PlausibilityWeight, 'off'>, 0 | 1 | 2>> = {
  error: 2,
  warning: 1,
  note: 0,
};

/** Codes of a setting nobody may make: unknown or protected rules, and weights below what a rule allows. */
export const refusedSettings = (settings: PlausibilitySettings): string[] =>
  Object.entries(settings).flatMap(([code, weight]) =>
    ruleOf.get(code)?.choices.includes(weight) === true ? [] : [code],
  );

/** The findings as the house weighs them, gravest first; what it has switched off is left out. */
export function weighed<Finding extends { readonly code: string; readonly severity: 0 | 1 | 2 }>(
  findings: readonly Finding[],
  settings: PlausibilitySettings,
): Finding[] {
  return findings
    .flatMap((finding): Finding[] => {
      const weight = Object.hasOwn(settings, finding.code) ? settings[finding.code] : undefined;
      // A setting of an earlier release for a rule that is protected now does not hold.
      if (weight === undefined || ruleOf.get(finding.code)?.choices.includes(weight) !== true)
        return [finding];
      return weight === 'off' ? [] : [{ ...finding, severity: severityOf[weight] }];
    })
    .toSorted((a, b) => b.severity - a.severity);
}
