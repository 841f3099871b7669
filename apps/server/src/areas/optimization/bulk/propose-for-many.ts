import type { ProposalMode } from '@depotwerk/domain/advice/proposal-modes';
import { turnoverOf } from '@depotwerk/domain/contracts/plan-approval';
import { type PlanObstacle, planObstacleTexts } from '@depotwerk/domain/contracts/plan-obstacles';
import type { AdviceInput } from '@depotwerk/engine/advice/advice-input';
import type { PlanDescription } from '@depotwerk/engine/advice/describe-plan';
import { costsOnce } from '@depotwerk/engine/advice/recommended-advice';
import { replaceFund } from '@depotwerk/engine/advice/replace-fund';
import { profileObstacle, proposePlan, unlessRefused } from '../continuous/propose-plan.ts';

/** One fund that shall take another's place. */
export interface Replacement {
  readonly fromFundId: number;
  readonly toFundId: number;
}

/** What planning one of many contracts comes to. */
export type Proposal =
  | { readonly kind: 'nothingToDo' }
  | { readonly kind: 'skipped'; readonly message: string }
  | {
      readonly kind: 'planned';
      readonly mode: ProposalMode;
      readonly plan: PlanDescription;
      readonly messages: readonly object[];
      readonly recommended: object | null;
      readonly turnover: number;
      /** Null where the contract has no cost model. */
      readonly costsOnce: number | null;
    };

export const skipped = (message: string): Proposal => ({ kind: 'skipped', message });
export const hindered = (obstacle: PlanObstacle): Proposal => skipped(planObstacleTexts[obstacle]);

/**
 * What is recommended for a contract, or one fund replaced by another. `today` is an ISO day: a risk profile that ended
 * recommends neither.
 */
export function proposeForMany(input: AdviceInput, replacement: Replacement | null, today: string): Proposal {
  return replacement === null
    ? recommended(input, today)
    : unlessRefused(() => replaced(input, replacement, today), hindered('notSolvable'));
}

function recommended(input: AdviceInput, today: string): Proposal {
  const look = proposePlan(input, today);
  if (look.kind === 'skipped') return hindered(look.reason);
  if (look.kind === 'nothingToDo') return { kind: 'nothingToDo' };
  const { proposal, summary } = look;
  return {
    kind: 'planned',
    mode: proposal.mode,
    plan: proposal,
    messages: proposal.messages,
    recommended: summary.advice,
    turnover: summary.turnover,
    costsOnce: summary.advice.costsOnce,
  };
}

function replaced(input: AdviceInput, { fromFundId, toFundId }: Replacement, today: string): Proposal {
  const obstacle = profileObstacle(input, today);
  if (obstacle !== null) return hindered(obstacle);
  const replacement = replaceFund(input, fromFundId, toFundId);
  if (replacement.kind === 'notHeld') return { kind: 'nothingToDo' };
  if (replacement.kind === 'refused')
    return skipped([...new Set(replacement.reasons)].join(' ').slice(0, 500));
  const { plan } = replacement;
  return {
    kind: 'planned',
    // All else is kept; the switch itself stands there as a change by hand does.
    mode: 'keepPortfolio',
    plan,
    messages: [],
    recommended: null,
    turnover: turnoverOf(plan.transactions),
    costsOnce: costsOnce(plan.costs),
  };
}
