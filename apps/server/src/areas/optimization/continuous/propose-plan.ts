import type { ContinuousPlanSummary } from '@depotwerk/api/optimization/continuous-optimization';
import { turnoverOf } from '@depotwerk/domain/contracts/plan-approval';
import type { PlanObstacle } from '@depotwerk/domain/contracts/plan-obstacles';
import type { AdviceInput } from '@depotwerk/engine/advice/advice-input';
import { adviceWhereNothingIsAsked } from '@depotwerk/engine/advice/nothing-asked';
import { type AdviceProposal, planAdvice } from '@depotwerk/engine/advice/plan-advice';
import { keptAdvice } from '@depotwerk/engine/advice/recommended-advice';
import { countFindings } from '@depotwerk/engine/check/group-findings';
import { EngineError } from '@depotwerk/engine/engine-error';

/** What a look at a contract comes to. */
export type Look =
  | { readonly kind: 'nothingToDo'; readonly summary: ContinuousPlanSummary }
  | { readonly kind: 'planned'; readonly summary: ContinuousPlanSummary; readonly proposal: AdviceProposal }
  | { readonly kind: 'skipped'; readonly reason: PlanObstacle };

const skipped = (reason: PlanObstacle): Look => ({ kind: 'skipped', reason });

/**
 * Plans a contract as the optimisation page would without any choice of an adviser: the recommended proposal, if it is
 * needed and does something. `today` is an ISO day: a risk profile that ended recommends nothing.
 */
export function proposePlan(input: AdviceInput, today: string): Look {
  const obstacle = profileObstacle(input, today);
  return obstacle === null ? unlessRefused(() => planned(input), skipped('notSolvable')) : skipped(obstacle);
}

/** What `plan` comes to, or `otherwise` where the engine refuses a contract's figures: one of many keeps none of the others from being planned. */
export function unlessRefused<T>(plan: () => T, otherwise: T): T {
  try {
    return plan();
  } catch (error) {
    if (error instanceof EngineError) return otherwise;
    throw error;
  }
}

function planned(input: AdviceInput): Look {
  // Whatever asks for nothing needs no plan to say so.
  const unasked = adviceWhereNothingIsAsked(input);
  if (unasked) {
    const findings = countFindings(unasked.check.hints);
    const summary = {
      advice: unasked.advice,
      turnover: 0,
      findingsBefore: findings,
      findingsAfter: findings,
    };
    return { kind: 'nothingToDo', summary };
  }
  const proposals = planAdvice(input, {}, 'quicklyRecommended');
  const [recommended] = proposals;
  const advice = keptAdvice(proposals);
  if (!recommended || !advice || !recommended.isFeasible) return skipped('notSolvable');
  const { before, after, transactions } = recommended;
  if (before.hints.some(({ hintCode }) => hintCode === 'H14')) return skipped('pricesMissing');
  const summary: ContinuousPlanSummary = {
    advice,
    turnover: turnoverOf(transactions),
    findingsBefore: findingsOf(before),
    findingsAfter: findingsOf(after),
  };
  if (!advice.isNeeded) return { kind: 'nothingToDo', summary };
  if (advice.orderCount === 0 && !advice.isSavingsPlanChanged) return skipped('notSolvable');
  return { kind: 'planned', summary, proposal: recommended };
}

/** What a look at a contract comes to. `reason` is what keeps it from being planned at all, `input` what it is planned from. */
export const lookAt = (reason: PlanObstacle | null, input: AdviceInput | undefined, today: string): Look => {
  if (reason !== null) return skipped(reason);
  return input ? proposePlan(input, today) : skipped('notCheckable');
};

/** What in profile and classes keeps a contract from any recommendation; null where nothing does. `today` is an ISO day. */
export function profileObstacle(
  { riskAssessment, riskClassId, tariff, holdersWithoutProfile }: AdviceInput,
  today: string,
): PlanObstacle | null {
  if (riskClassId === null || riskAssessment === null || riskAssessment.validUntil < today)
    return 'profileMissing';
  if (holdersWithoutProfile !== undefined) return 'profileMissing';
  return tariff.classes.some((known) => known.riskClassId === riskClassId) ? null : 'notCheckable';
}

/** Findings of a check: hints of one cause count once. */
export const findingsOf = ({ hints }: AdviceProposal['before']): number =>
  countFindings(hints.map(({ hintCode, ...hint }) => ({ ...hint, code: hintCode })));
