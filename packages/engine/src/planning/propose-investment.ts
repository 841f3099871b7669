import type { ContractCheck } from '../check/check-contract.ts';
import type { TariffContext } from '../check/tariff-context.ts';
import { addedFindings, compareAims, compareFindings, compareScores } from './judge-plan.ts';
import { knownCheck } from './known-checks.ts';
import type { PlanRequest } from './plan-input.ts';
import { type PortfolioPlan, planWithRetry, unchanged } from './plan-portfolio.ts';
import { contextFor } from './with-savings.ts';

/** Parts of the thresholds of drift: what is short by less is bought where that leaves less wrong, or nothing is short by more. */
const thresholds = [1, 0.5, 0.25, 0];

/** A plan and the check of the contract after it. */
interface Judged {
  readonly plan: PortfolioPlan;
  readonly check: ContractCheck;
}

/**
 * New money only, into what is short of its target: nothing is sold. Money that comes in is to be invested, so what no threshold
 * asks for is bought below it; of several ways the one that leaves least wrong is gone, of as good ones that of the higher threshold.
 */
export function proposeInvestment(context: TariffContext, request: PlanRequest): PortfolioPlan {
  const judged = (plan: PortfolioPlan): Judged => ({
    plan,
    check: knownCheck(contextFor(context, request, plan.after), plan.after),
  });
  let best: Judged | null = null;
  for (const part of thresholds) {
    const plan = investWithin(context, request, part);
    if (plan.binding.length > 0) return best?.plan ?? plan;
    const asked = { ...request, overfills: true } as const;
    // What the tolerance of a group keeps back is invested all the same where that leaves less wrong.
    const filled = plan.isHeldBack === true ? investWithin(context, asked, part) : null;
    for (const [own, way] of [
      [request, plan],
      [asked, filled],
    ] as const) {
      if (!way || way.orders.length === 0 || way.binding.length > 0) continue;
      const next = withoutClusters(context, own, part, judged(way), judged);
      if (!best || isBetterThan(next, best)) best = next;
    }
  }
  return best?.plan ?? unchanged(request);
}

const isBetterThan = (a: Judged, b: Judged): boolean =>
  (compareAims(a.check, b.check) || compareScores(a.check, b.check)) < 0;

/** The plan without buys of what it makes a cluster of, as long as fewer findings are left that way. */
function withoutClusters(
  context: TariffContext,
  request: PlanRequest,
  part: number,
  planned: Judged,
  judged: (plan: PortfolioPlan) => Judged,
): Judged {
  const before = knownCheck(context, request.contract);
  const excluded = new Set(request.excluded);
  let best = planned;
  while (addedFindings(before, best.check).length > 0) {
    const clusters = best.check.hints.flatMap(({ code, subject }) => (code === 'H13' ? [subject] : []));
    const isCluster = (isin: string) =>
      clusters.includes(isin) || clusters.includes(context.funds.get(isin)?.company ?? '');
    const leaving = best.plan.orders.filter(({ isin }) => isCluster(isin));
    if (leaving.length === 0) return best;
    for (const { isin } of leaving) excluded.add(isin);
    const plan = investWithin(context, { ...request, excluded }, part);
    if (plan.orders.length === 0 || plan.binding.length > 0) return best;
    const next = judged(plan);
    if (compareFindings(next.check, best.check) >= 0) return best;
    best = next;
  }
  return best;
}

/**
 * Buys as many securities as the tariff allows: what is opened is one more, and where that is too many, the smallest of them are
 * left out and those held take their part.
 *
 * @param part of the thresholds of drift below which nothing is bought
 */
function investWithin(context: TariffContext, request: PlanRequest, part: number): PortfolioPlan {
  const most = request.portfolioLimits.count.max ?? Number.POSITIVE_INFINITY;
  const { driftAbsolute, driftRelative } = request.rules;
  const rules = {
    ...request.rules,
    buyOnly: true,
    driftAbsolute: part * driftAbsolute,
    driftRelative: part * driftRelative,
  };
  const excluded = new Set(request.excluded);
  for (;;) {
    const plan = planWithRetry(context, { ...request, rules, excluded });
    const held = new Set(plan.holdings.flatMap(({ isin, ticks }) => (ticks > 0 ? [isin] : [])));
    const opened = plan.orders.filter(({ isin }) => !held.has(isin));
    const excess = Math.min(opened.length, held.size + opened.length - most);
    if (excess <= 0) return plan;
    for (const { isin } of opened.toSorted((a, b) => a.amount - b.amount).slice(0, excess))
      excluded.add(isin);
  }
}
