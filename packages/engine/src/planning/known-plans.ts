import type { TariffContext } from '../check/tariff-context.ts';
import { collectHoldings } from './holdings.ts';
import type { PlanRequest } from './plan-input.ts';
import type { PortfolioPlan } from './plan-portfolio.ts';
import { isSameRequest } from './same-request.ts';
import { type Situation, situationOf } from './situation.ts';

/** What was planned of a request, as far as it was asked for. */
interface KnownPlans {
  readonly request: PlanRequest;
  /** The smallest steps. */
  least?: PortfolioPlan;
  /** The way to the target. */
  target?: PortfolioPlan;
}

const plans = new WeakMap<TariffContext, KnownPlans[]>();
/** One contract's plans lead to about as many others that are planned. */
const mostPlans = 12;

/**
 * Both ways of a request, remembered while its contract is planned: both proposals ask for them, and whoever asks what would
 * follow on a plan asks for those of the same contract again. A plan follows from its input alone, so it is the same.
 */
export const knownPlans = (context: TariffContext, request: PlanRequest): KnownPlans =>
  knownOf(plans, mostPlans, context, request, () => ({ request }));

const situations = new WeakMap<TariffContext, Situation[]>();
/** Runs of one contract that differ in how they are judged or rounded are asked for shortly after each other. */
const mostSituations = 4;

/** What runs of one contract have in common, however their plans are judged: what one of them planned the next one finds. */
export const knownSituation = (context: TariffContext, request: PlanRequest): Situation =>
  knownOf(situations, mostSituations, context, request, () =>
    situationOf(context, request, collectHoldings(context, request)),
  );

/** What is known of a request that asks the same, of the last ones asked for in a context; else it is made. */
function knownOf<T extends { readonly request: PlanRequest }>(
  known: WeakMap<TariffContext, T[]>,
  most: number,
  context: TariffContext,
  request: PlanRequest,
  make: () => T,
): T {
  let all = known.get(context);
  if (!all) known.set(context, (all = []));
  const same = all.find((one) => isSameRequest(one.request, request));
  if (same) return same;
  if (all.length >= most) all.shift();
  const made = make();
  all.push(made);
  return made;
}
