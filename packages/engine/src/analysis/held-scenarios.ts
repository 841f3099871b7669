import { projectScenarios } from '../projection/project-value.ts';

/** A fund with the four PRIIPs scenarios of its manufacturer: average return a year, null = not stated. */
export interface ScenarioHolding {
  readonly value: number;
  readonly recommendedHoldingYears: number | null;
  readonly returnStress: number | null;
  readonly returnUnfavourable: number | null;
  readonly returnModerate: number | null;
  readonly returnFavourable: number | null;
}

type Scenarios = ReturnType<typeof projectScenarios>;

export interface HeldScenarios {
  /** Value of the funds that state all four, in euros, and its part of all funds. */
  readonly value: number;
  readonly coverage: number;
  /** Mean of the recommended holding periods by value, in whole years, at least 1. */
  readonly years: number;
  /** Euros after so many years. */
  readonly values: Scenarios;
  /** The return a year that leads there. */
  readonly yearly: Scenarios;
}

/**
 * The funds' own scenarios put together by value, each carried on at its own rate; all of them in the same scenario at the
 * same time, which assumes no diversification. Null where no fund states all four or none states its holding period.
 */
export function heldScenarios(holdings: readonly ScenarioHolding[]): HeldScenarios | null {
  const total = holdings.reduce((sum, { value }) => sum + value, 0);
  const stated = holdings.flatMap((held) => {
    const { value, returnStress, returnUnfavourable, returnModerate, returnFavourable } = held;
    return returnStress === null ||
      returnUnfavourable === null ||
      returnModerate === null ||
      returnFavourable === null
      ? []
      : [
          {
            value,
            holdingYears: held.recommendedHoldingYears,
            stress: returnStress,
            unfavourable: returnUnfavourable,
            moderate: returnModerate,
            favourable: returnFavourable,
          },
        ];
  });
  const value = stated.reduce((sum, held) => sum + held.value, 0);
  const years = meanYears(stated);
  if (!(value > 0) || years === null) return null;
  const values = projectScenarios(
    stated.map((held) => ({ ...held, weight: held.value / value })),
    value,
    years,
  );
  const yearly = (end: number) => Math.max(0, end / value) ** (1 / years) - 1;
  return {
    value,
    coverage: value / total,
    years,
    values,
    yearly: {
      stress: yearly(values.stress),
      unfavourable: yearly(values.unfavourable),
      moderate: yearly(values.moderate),
      favourable: yearly(values.favourable),
    },
  };
}

function meanYears(
  stated: readonly { readonly value: number; readonly holdingYears: number | null }[],
): number | null {
  let [known, sum] = [0, 0];
  for (const { value, holdingYears } of stated) {
    if (holdingYears === null) continue;
    known += value;
    sum += value * holdingYears;
  }
  return known > 0 ? Math.max(1, Math.round(sum / known)) : null;
}
