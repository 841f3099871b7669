import { isDeepStrictEqual } from 'node:util';
import { checkAdvice } from '@depotwerk/engine/advice/advice-check';
import type { AdviceInput } from '@depotwerk/engine/advice/advice-input';
import { adviceRequest } from '@depotwerk/engine/advice/advice-request';
import { isHeldBack } from '@depotwerk/engine/advice/recommended-advice';
import type { SavingsPlan } from '@depotwerk/engine/check/contract-input';
import type { Limit, PlanLimits } from '@depotwerk/engine/planning/plan-input';
import { planProposal } from '@depotwerk/engine/planning/plan-optimization';
import { expect } from 'vitest';
import { readInputOf } from '../src/areas/optimization/advice-input.view.ts';
import { type AssembledTariff, assembleTariff } from '../src/areas/optimization/assemble-tariff.ts';
import { toStoredCheck } from '../src/areas/optimization/check-result.ts';
import { type Look, proposePlan } from '../src/areas/optimization/continuous/propose-plan.ts';
import { tariffRowsOfContent } from '../src/areas/optimization/tariff-content-rows.view.ts';
import { TariffData } from '../src/areas/optimization/tariff-data.ts';
import { readMarket, readRanks } from '../src/areas/optimization/tariff-rows.view.ts';
import type { VersionContent } from '../src/areas/tariffs/version-content.view.ts';
import type { Database } from '../src/platform/database/database.ts';
import type { Scope } from '../src/platform/scope.ts';
import { type AdviceWorld, anchorDate } from './advice-world.ts';

/** What continuous optimisation finds with another version, of the funds a plan of it can speak of. */
function lookWith(input: AdviceInput, { tariff, funds }: AssembledTariff): Look {
  const named = new Set([
    ...input.funds.map(({ isin }) => isin),
    ...tariff.shortlists.flat(),
    ...tariff.classes.flatMap(({ proposal }) => proposal.map(({ isin }) => isin)),
  ]);
  return proposePlan({ ...input, tariff, funds: funds.filter(({ isin }) => named.has(isin)) }, anchorDate);
}

/** Whether a savings plan is outside limits, counted fund by fund. */
function isOutside(plan: SavingsPlan, { count, share, value }: PlanLimits): boolean {
  const shares = plan.entries.map(({ percent }) => percent).filter((percent) => percent > 0);
  const within = (amount: number, { min, max }: Limit) =>
    (min === null || amount >= min - 1e-9) && (max === null || amount <= max + 1e-9);
  return !(
    within(shares.length, count) &&
    shares.every((percent) => within(percent / 100, share) && within((plan.rate * percent) / 100, value))
  );
}

/** Ongoing costs of funds a year as a fraction of their value. */
function costRate(
  positions: readonly { readonly isin: string; readonly quantity: number; readonly price: number | null }[],
  { fundByIsin }: AssembledTariff,
): number {
  let [value, costs] = [0, 0];
  for (const { isin, quantity, price } of positions) {
    value += quantity * (price ?? 0);
    costs += quantity * (price ?? 0) * (fundByIsin.get(isin)?.ter ?? 0);
  }
  return costs / value;
}

/** The full switch of a contract to a version, if there is one that its cap allows. */
function switchUnder(input: AdviceInput, assembled: AssembledTariff) {
  const { tariff, funds } = assembled;
  const { context, request } = adviceRequest({ ...input, tariff, funds }, {});
  const proposal = planProposal(context, request, 'full');
  const rateBefore = costRate(input.contract.positions, assembled);
  const rateAfter = costRate(proposal.contractAfter.positions, assembled);
  const isForbidden =
    tariff.costCap !== undefined && rateAfter > tariff.costCap * 1.001 && rateAfter > rateBefore;
  return proposal.isFeasible && proposal.orders.length > 0 && !isForbidden ? proposal : null;
}

type Pair = [number, number];

/** The same by single checks and plans, one contract after the other. */
export async function plainImpact(
  world: AdviceWorld,
  database: Database,
  scope: Scope,
  tariffId: string,
  [before, after]: readonly [VersionContent, VersionContent],
  isLookedAt: (contractId: string) => boolean = () => false,
) {
  const market = await readMarket(database, scope);
  const assembled = async (content: VersionContent) => {
    const rows = tariffRowsOfContent(
      content,
      { tariffId, tariffVersionId: null, versionNumber: null },
      market,
    );
    return assembleTariff(market, await readRanks(database, scope, rows.rankingTypeId), rows);
  };
  const [own, other] = [await assembled(before), await assembled(after)];
  const isOnlyCap = isDeepStrictEqual({ ...own.tariff, costCap: 0 }, { ...other.tariff, costCap: 0 });
  const tariffs = new TariffData(database);
  const ids = await world.contractIds(`c.tariff_id = '${tariffId}'`, 1000);
  let [changed, better, worse, planned, orders, volume, fees, costsUnknown] = [0, 0, 0, 0, 0, 0, 0, 0];
  const savings = { count: 0, outsideBefore: 0, outsideAfter: 0 };
  const looks: Look['kind'][] = [];
  const scores: Pair = [0, 0];
  const costs: Pair = [0, 0];
  const hints = new Map<number, { added: number; removed: number }>();
  const classes = new Map<number, string[]>();
  const falls: { contractId: string; fall: number }[] = [];
  for (const id of ids) {
    const { input } = await readInputOf({ database }, tariffs, scope, id, anchorDate);
    const one = checkAdvice(own.tariff, own.funds, input);
    const two = checkAdvice(other.tariff, other.funds, input);
    if (!one || !two) throw new Error('A contract of the demo cannot be checked.');
    scores[0] += one.score;
    scores[1] += two.score;
    if (two.score > one.score) better += 1;
    if (two.score < one.score) {
      worse += 1;
      falls.push({ contractId: id, fall: one.score - two.score });
    }
    const [first, second] = [one, two].map(
      (check) => new Set(check.hints.map(({ code }) => Number(code.slice(1)))),
    );
    for (let hint = 1; hint <= 21; hint += 1) {
      const count = hints.get(hint) ?? { added: 0, removed: 0 };
      if (!first?.has(hint) && second?.has(hint)) count.added += 1;
      if (first?.has(hint) && !second?.has(hint)) count.removed += 1;
      if (count.added + count.removed > 0) hints.set(hint, count);
    }
    if (input.riskClassId !== null)
      classes.set(input.riskClassId, [
        ...(classes.get(input.riskClassId) ?? []),
        `${one.status}Before`,
        `${two.status}After`,
      ]);
    const isChanged =
      toStoredCheck(one, input, own).stored.check_fingerprint !==
      toStoredCheck(two, input, other).stored.check_fingerprint;
    if (isChanged) changed += 1;
    if (input.contract.savingsPlan !== null) {
      savings.count += 1;
      if (isOutside(input.contract.savingsPlan, own.tariff.savingsPlanLimits)) savings.outsideBefore += 1;
      if (isOutside(input.contract.savingsPlan, other.tariff.savingsPlanLimits)) savings.outsideAfter += 1;
    }
    if (isLookedAt(id)) {
      const look = lookWith(input, other);
      looks.push(look.kind === 'planned' && isHeldBack(look.proposal.checks) ? 'skipped' : look.kind);
    }
    if (!other.tariff.classes.some(({ riskClassId }) => riskClassId === input.riskClassId)) continue;
    const proposal = switchUnder(input, other);
    if (!proposal) continue;
    // In these tests every column differs, so that every contract is planned, or nothing but the cap.
    if (isOnlyCap && isDeepStrictEqual(switchUnder(input, own)?.orders, proposal.orders)) continue;
    planned += 1;
    orders += proposal.orders.length;
    const moved = { buy: 0, sell: 0 };
    for (const { action, amount } of proposal.orders) moved[action] += Math.round(amount * 100);
    volume += Math.max(moved.buy, moved.sell);
    fees += Math.round((proposal.costs.transaction + proposal.costs.planFee) * 100);
    if (proposal.costs.savingPerYear === null) {
      costsUnknown += 1;
      continue;
    }
    costs[0] += Math.round(proposal.costs.ongoingBefore * 100);
    costs[1] += Math.round(proposal.costs.ongoingAfter * 100);
  }
  const countOf = (marks: readonly string[], mark: string) => marks.filter((one) => one === mark).length;
  return {
    contractCount: ids.length,
    notComputable: 0,
    changedCount: changed,
    score: {
      before: Math.round((scores[0] / ids.length) * 100) / 100,
      after: Math.round((scores[1] / ids.length) * 100) / 100,
      better,
      worse,
    },
    riskClassShifts: [...classes]
      .toSorted(([a], [b]) => a - b)
      .map(([riskClassId, marks]) => ({
        riskClassId,
        contractCount: marks.length / 2,
        ...Object.fromEntries(
          ['belowBefore', 'inBefore', 'aboveBefore', 'belowAfter', 'inAfter', 'aboveAfter'].map((mark) => [
            mark,
            countOf(marks, mark),
          ]),
        ),
      })),
    hints: [...hints]
      .toSorted(([a], [b]) => a - b)
      .map(([optimizationHintId, count]) => ({
        optimizationHintId,
        name: expect.any(String) as string,
        ...count,
      })),
    transactionsEstimate: {
      contractCount: planned,
      orderCount: orders,
      volume: volume / 100,
      fees: fees / 100,
      costsBefore: costs[0] / 100,
      costsAfter: costs[1] / 100,
      costsUnknownCount: costsUnknown,
    },
    savingsPlans: savings,
    looks,
    falls: falls
      .toSorted((a, b) => b.fall - a.fall || (a.contractId < b.contractId ? -1 : 1))
      .map(({ contractId }) => contractId),
  };
}
