import type { TariffContext } from '../check/tariff-context.ts';
import type { PlanRequest } from './plan-input.ts';
import { planNecessary } from './plan-necessary.ts';
import type { PortfolioPlan } from './plan-portfolio.ts';
import { isSameRequest } from './same-request.ts';
import { judgeOf } from './with-savings.ts';

/** What decides a run of the smallest intervention beside its context. */
export interface StepQuestion {
  readonly request: PlanRequest;
  /** Whether plans are judged with the savings plan that only what is necessary changes. */
  readonly isNecessary: boolean;
  /** Whether sales of whole units may be rounded up. */
  readonly fits: boolean;
}

interface KnownStep extends StepQuestion {
  readonly plan: PortfolioPlan | null;
}

const known = new WeakMap<TariffContext, KnownStep[]>();
/** The ways of one contract ask for about as many different runs. */
const maximumKnown = 12;

/**
 * A run of the smallest intervention, remembered while its contract is planned: with less effort, on the way to the target
 * and where orders are taken back the same contract is planned again. A plan follows from its input alone, so it is the same.
 *
 * @param plan makes the plan where it is not known
 */
export function knownStep(
  context: TariffContext,
  question: StepQuestion,
  plan = planned,
): PortfolioPlan | null {
  let steps = known.get(context);
  if (!steps) known.set(context, (steps = []));
  for (const step of steps) if (isSameQuestion(step, question)) return step.plan;
  const made = plan(context, question);
  if (steps.length >= maximumKnown) steps.shift();
  steps.push({ ...question, plan: made });
  return made;
}

const planned = (context: TariffContext, { request, isNecessary, fits }: StepQuestion) =>
  planNecessary(context, request, judgeOf(context, request, isNecessary), fits);

const isSameQuestion = (a: StepQuestion, b: StepQuestion): boolean =>
  a.isNecessary === b.isNecessary && a.fits === b.fits && isSameRequest(a.request, b.request);
