import { needsAction } from '../planning/judge-plan.ts';
import type { ProposalMode } from '../planning/plan-optimization.ts';
import type { AdviceProposal } from './plan-advice.ts';

/** The recommended way with what it costs and brings, for every place that tells of it. Euros. */
export interface RecommendedAdvice {
  readonly mode: ProposalMode;
  /** False where nothing is wrong: the risk is in its band, no warning and no error is open. */
  readonly isNeeded: boolean;
  /** Why, in a German sentence. */
  readonly sentence: string;
  readonly orderCount: number;
  readonly isSavingsPlanChanged: boolean;
  readonly costsOnce: number;
  /** Ongoing costs saved a year; below 0 they rise. */
  readonly savedPerYear: number;
  readonly scoreBefore: number;
  readonly scoreAfter: number;
}

/** The one recommended among a contract's four proposals; null without it. */
export function recommendedAdvice(proposals: readonly AdviceProposal[]): RecommendedAdvice | null {
  const recommended = proposals.find(({ isRecommended }) => isRecommended);
  if (!recommended) return null;
  const { before, after, costs, mode, recommendation } = recommended;
  return {
    mode,
    isNeeded: needsAction({ hints: before.hints, status: before.risk.status }),
    sentence: recommendation ?? '',
    orderCount: recommended.transactions.length,
    isSavingsPlanChanged: recommended.savingsPlanChanges.length > 0,
    costsOnce: Math.round(100 * (costs.entry + costs.transaction + costs.switchFee)) / 100,
    savedPerYear: costs.perYearEuro,
    scoreBefore: before.contractScore.value,
    scoreAfter: after.contractScore.value,
  };
}
