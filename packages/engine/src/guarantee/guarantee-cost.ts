import { EngineError } from '../engine-error.ts';
import { stable } from '../rounding/stable.ts';

/** What a guaranteed level means for one contribution paid today; fractions, rates a year. */
export interface LevelCost {
  readonly level: number;
  /** Part of the contribution that is put aside at the guaranteed interest. */
  readonly secured: number;
  /** Expected return of both parts together up to the end. */
  readonly expectedReturn: number;
  /** What the level costs in expected return. */
  readonly cost: number;
}

/** Levels of subsidised old-age provision with a guarantee. */
const usualLevels = [0.8, 1];

/** The levels a promise is compared at: those of old-age provision and, where it is fixed, its own; growing. */
export const comparedLevels = (own: number | null): number[] =>
  [...new Set(own === null ? usualLevels : [...usualLevels, own])].toSorted((a, b) => a - b);

/**
 * What guaranteed levels cost in expected return (ours, a static split): of a contribution, level ÷ (1 + interest)^years is put
 * aside at the guaranteed interest, the rest is expected to earn what the funds do. Both grow to
 * level + (1 − secured) (1 + expected)^years, whose yearly return is the level's.
 *
 * @param expectedReturn of the funds a year, after costs
 * @throws EngineError INPUT_INVALID unless years are positive
 */
export function levelCosts(
  levels: readonly number[],
  terms: { readonly interest: number; readonly years: number; readonly expectedReturn: number },
): LevelCost[] {
  const { interest, years, expectedReturn } = terms;
  if (!(years > 0)) throw new EngineError('INPUT_INVALID', 'years must be positive', 'years');
  return levels.map((level) => {
    const secured = stable(level * (1 + interest) ** -years);
    const end = level + (1 - secured) * (1 + expectedReturn) ** years;
    const own = stable(end ** (1 / years) - 1);
    return { level, secured, expectedReturn: own, cost: stable(expectedReturn - own) };
  });
}

/** What levels cost a class whose funds are expected to earn and cost so much a year; null where either is not known. */
export function costsOfLevels(
  levels: readonly number[],
  terms: { readonly interest: number; readonly years: number },
  funds: { readonly expectedReturn: number | null; readonly ongoingCost: number | null },
): { readonly expectedReturn: number; readonly costs: readonly LevelCost[] } | null {
  if (funds.expectedReturn === null || funds.ongoingCost === null) return null;
  const expectedReturn = funds.expectedReturn - funds.ongoingCost;
  return { expectedReturn, costs: levelCosts(levels, { ...terms, expectedReturn }) };
}
