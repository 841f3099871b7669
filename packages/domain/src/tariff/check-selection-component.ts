import { checkChoice, checkDistinct, checkNumber, issueIf } from './rule-issues.ts';
import type { RuleIssue, SelectionComponentDraft } from './tariff-drafts.ts';

/** Ranking types. */
export const rankingTypeIds = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11] as const;
/** Ranks to choose as the lowest one; null = none. */
export const minimumRanks = [1, 2, 3, 4, 5] as const;
/** Longest recommendation list per peer group. */
export const largestShortlist = 1000;

/**
 * Universe, ranking type and list size; funds named by hand only in manual mode: in automatic mode ranking and size
 * choose them.
 */
export function checkSelectionComponent(draft: SelectionComponentDraft): RuleIssue[] {
  const { tariffSelectedFunds: funds, minimumRank } = draft;
  return [
    ...checkChoice('tariffUniverseComponent', draft.tariffUniverseComponent),
    ...issueIf(
      draft.tariffFundSelectionManualMode && funds.length === 0,
      'tariffSelectedFunds',
      'fundsRequired',
    ),
    ...checkDistinct('tariffSelectedFunds', funds),
    ...checkChoice('tariffRankingType', draft.tariffRankingType, rankingTypeIds),
    ...checkNumber('tariffFundShortlistSize', draft.tariffFundShortlistSize, {
      min: 1,
      max: largestShortlist,
      precision: 0,
    }),
    ...(minimumRank === null ? [] : checkChoice('minimumRank', minimumRank, minimumRanks)),
  ];
}
