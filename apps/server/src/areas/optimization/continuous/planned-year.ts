import { turnoverOf } from '@depotwerk/domain/contracts/plan-approval';
import { adviceRequest } from '@depotwerk/engine/advice/advice-request';
import { isSamePlan } from '@depotwerk/engine/advice/plan-advice';
import { breaksCap } from '@depotwerk/engine/planning/cost-cap';
import { isAskedFor } from '@depotwerk/engine/planning/open-demands';
import { planProposal } from '@depotwerk/engine/planning/plan-optimization';
import { classOn, toDayNumber } from '../advice-contract.ts';
import { type PlanRow, toAdviceInput } from '../advice-input.view.ts';
import type { AssembledTariff } from '../assemble-tariff.ts';
import { profileObstacle } from './propose-plan.ts';

/** What a tariff would plan for a contract over a time, at today's prices and holdings. Euros in cents. */
export interface PlannedYear {
  readonly looks: number;
  /** Looks that bring a plan, and those that cannot be planned or whose plan the cost cap of the tariff forbids to carry out. */
  readonly plans: number;
  readonly skipped: number;
  readonly orders: number;
  readonly volume: number;
  /** Of switches, as the cost model takes them; the free ones of each calendar year first. */
  readonly fees: number;
}

const cents = (euros: number) => Math.round(euros * 100);

/**
 * Plans a contract day after day as continuous optimisation does, each plan carried out before the next day. Prices stand
 * still, nothing is paid in; what changes are the class of the life cycle, the validity of the risk profile and the free
 * switches of a new year. After a plan of the same class there is nothing more to do then.
 *
 * @param days ISO days on which the contract is looked at, oldest first
 * @param today the day number the holdings are of
 */
export function plannedYear(
  row: PlanRow,
  assembled: AssembledTariff,
  days: readonly string[],
  today: number,
): PlannedYear {
  const input = toAdviceInput(row, assembled, today);
  const sums = { looks: days.length, plans: 0, skipped: 0, orders: 0, volume: 0, fees: 0 };
  let { contract } = input;
  let solvedClass: number | null = null;
  let stuckClass: number | null = null;
  const switches = new Map<string, number>();
  for (const day of days) {
    const riskClassId = classOn(row, assembled, toDayNumber(day));
    if (riskClassId === null || profileObstacle({ ...input, riskClassId }, day) !== null) {
      sums.skipped += 1;
      continue;
    }
    if (riskClassId === solvedClass) continue;
    if (riskClassId === stuckClass) {
      sums.skipped += 1;
      continue;
    }
    const year = day.slice(0, 4);
    const own = {
      ...input,
      riskClassId,
      contract,
      costs: { ...input.costs, switchFee: feeIn(row, today, year, switches) },
    };
    const { context, request } = adviceRequest(own, {});
    const proposal = planProposal(context, request, 'necessary', false);
    const { before, orders, contractAfter, costs } = proposal;
    const hasPlan =
      proposal.isRecommended &&
      (orders.length > 0 || !isSamePlan(contract.savingsPlan, contractAfter.savingsPlan));
    const isStale = before.hints.some(({ code }) => code === 'H14');
    const isBlocked = hasPlan && breaksCap(context, contract, contractAfter, input.tariff.costCap);
    const isSolved = !isStale && !isBlocked && (hasPlan || !isAskedFor(context, request, before));
    solvedClass = isSolved ? riskClassId : null;
    stuckClass = isSolved ? null : riskClassId;
    if (!isSolved) sums.skipped += 1;
    if (!isSolved || !hasPlan) continue;
    sums.plans += 1;
    sums.orders += orders.length;
    sums.volume += cents(turnoverOf(orders));
    sums.fees += cents(costs.transaction) + cents(costs.planFee);
    if (orders.some(({ action }) => action === 'sell')) switches.set(year, (switches.get(year) ?? 0) + 1);
    contract = contractAfter;
  }
  return sums;
}

/** What the next switch of a calendar year costs, in euros. */
function feeIn(row: PlanRow, today: number, year: string, switches: ReadonlyMap<string, number>): number {
  const isThisYear = year === new Date(today * 86_400_000).toISOString().slice(0, 4);
  const used = (switches.get(year) ?? 0) + (isThisYear ? row.switches_this_year : 0);
  return used < (row.free_switches_per_year ?? 0) ? 0 : (row.fund_switch_fee ?? 0);
}
