import type { AdviceProposal } from './plan-advice.ts';

/** Costs spent once, in euros, added in cents; null where nobody knows what the contract takes. */
export const costsOnce = ({
  entry,
  transaction,
  switchFee,
  isContractUnknown,
}: Pick<AdviceProposal['costs'], 'entry' | 'transaction' | 'switchFee' | 'isContractUnknown'>):
  | number
  | null =>
  isContractUnknown
    ? null
    : [entry, transaction, switchFee].reduce((sum, euros) => sum + Math.round(euros * 100), 0) / 100;

/**
 * The one recommended among a contract's four proposals with what it costs and brings, in euros, for every place that tells of
 * it; null without one. `isNeeded` is false where nothing is wrong and a valid risk profile is there; `isSuitable` is false where a
 * profile is missing or over, or the plan does not suit it: then it is a proposal and no recommendation.
 */
export function recommendedAdvice(proposals: readonly AdviceProposal[]) {
  const recommended = proposals.find(({ isRecommended }) => isRecommended);
  if (!recommended) return null;
  const { before, after, costs, mode, recommendation, checks } = recommended;
  const isUnsuitable = checks.some(
    ({ checkKey, result }) => checkKey === 'suitability' && result === 'blocked',
  );
  return {
    mode,
    isNeeded: isUnsuitable || recommended.isNeeded,
    isSuitable: !isUnsuitable,
    sentence: recommendation ?? '',
    orderCount: recommended.transactions.length,
    isSavingsPlanChanged: recommended.savingsPlanChanges.length > 0,
    costsOnce: costsOnce(costs),
    savedPerYear: costs.perYearEuro,
    scoreBefore: before.contractScore.value,
    scoreAfter: after.contractScore.value,
  };
}

/** The same as it is stored with a plan, whose own checks say whether it suited. */
export function keptAdvice(proposals: readonly AdviceProposal[]) {
  const advice = recommendedAdvice(proposals);
  if (advice === null) return null;
  const { isSuitable: _isSuitable, ...kept } = advice;
  return kept;
}
