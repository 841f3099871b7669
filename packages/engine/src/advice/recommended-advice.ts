import type { ProposalMode } from '@depotwerk/domain/advice/proposal-modes';
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
 * Whether the checks of a plan forbid to recommend it: a risk profile is missing or over, the plan does not suit it, or it may not
 * be carried out as it is, such as one above the cost cap of its tariff.
 */
export const isHeldBack = (checks: readonly { readonly result: string }[]): boolean =>
  checks.some(({ result }) => result === 'blocked');

/**
 * Advice that was kept with a plan. What was kept before it said of itself whether it suited is judged by the checks of the
 * plan, though that may be another proposal or changed by hand: rather held back than recommended without a profile.
 */
export const judgedByPlan = <Advice extends JudgedAdvice>(
  advice: Advice,
  { checks }: { readonly checks: Parameters<typeof isHeldBack>[0] },
): Advice & { readonly isSuitable: boolean } => ({
  ...advice,
  isSuitable: advice.isSuitable ?? !isHeldBack(checks),
});

/** What was recommended for a contract, as it was kept. */
interface JudgedAdvice {
  readonly mode: ProposalMode;
  /** Absent where it was kept before it said so. */
  readonly isSuitable?: boolean | undefined;
}

/**
 * The one recommended among a contract's four proposals with what it costs and brings, in euros, for every place that tells of
 * it; null without one. `isNeeded` is false where nothing is wrong and a valid risk profile is there; `isSuitable` is false where a
 * profile is missing or over, or the plan does not suit it or may not be carried out: then it is a proposal and no recommendation.
 */
export function recommendedAdvice(proposals: readonly AdviceProposal[]) {
  const recommended = proposals.find(({ isRecommended }) => isRecommended);
  if (!recommended) return null;
  const { before, after, costs, mode, recommendation, checks } = recommended;
  const isUnsuitable = isHeldBack(checks);
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

/** The same as it is stored with a plan; whether it suits is stored beside it, for a server of the release before knows it without. */
export function keptAdvice(proposals: readonly AdviceProposal[]) {
  const advice = recommendedAdvice(proposals);
  if (advice === null) return null;
  const { isSuitable: _isSuitable, ...kept } = advice;
  return kept;
}

/** A recommendation as it is stored. */
export type KeptAdvice = NonNullable<ReturnType<typeof keptAdvice>>;
