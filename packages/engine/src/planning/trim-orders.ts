import type { ContractCheck } from '../check/check-contract.ts';
import type { TariffContext } from '../check/tariff-context.ts';
import { exchangeOrders } from './exchange-orders.ts';
import { valueOfTicks } from './holdings.ts';
import { mergePairs } from './merge-pairs.ts';
import type { Order } from './order-problem.ts';
import type { PlanRequest } from './plan-input.ts';
import type { PortfolioPlan } from './plan-portfolio.ts';
import { shrinkOrders } from './shrink-orders.ts';
import { shrinkTriples } from './shrink-triples.ts';
import { takeBack } from './take-back.ts';
import type { Change } from './trim-sums.ts';
import { TrimmedState } from './trimmed-state.ts';
import { withOrders } from './with-orders.ts';

/** An exchange makes room for others, which were looked at before it. */
const maximumExchanges = 3;
/** So many passes over the orders at most; two are the rule. */
const maximumPasses = 6;

/**
 * Takes back whatever of a plan's orders nothing needs: single orders, pairs, and parts of a sale and a buy that only
 * feed each other. Findings, destinations, tolerances, limits, band and parts of the score stay as the plan keeps them.
 *
 * @param before the check of the contract as it is
 * @param after the check of the plan
 * @returns the plan itself where nothing can be taken back
 */
export function trimOrders(
  context: TariffContext,
  request: PlanRequest,
  plan: PortfolioPlan,
  before: ContractCheck,
  after: ContractCheck,
): PortfolioPlan {
  if (plan.orders.length === 0 || request.rules.maximumTurnover !== null || after.total <= 0) return plan;
  const state = new TrimmedState(context, request, plan, before, after);
  let isTrimmed = false;
  for (let pass = 0; pass < maximumPasses; pass++) {
    const wasTaken = takeBack(state);
    const wasMerged = merge(state);
    const wasShrunk = shrinkOrders(state);
    if (!wasTaken && !wasMerged && !wasShrunk) break;
    isTrimmed = true;
  }
  for (let pass = 0; pass < maximumExchanges && exchangeOrders(context, plan, state); pass++)
    isTrimmed = true;
  if (shrinkTriples(state)) isTrimmed = true;
  if (mergePairs(state)) isTrimmed = true;
  return isTrimmed ? planOf(request, plan, state) : plan;
}

/** The smallest orders go into others of their kind, where those may take them: one order less for the same money. */
function merge(state: TrimmedState): boolean {
  const { trades } = state;
  let isChanged = false;
  for (let k = trades.length - 1; k >= 0; k--) {
    const small = trades[k]!;
    if (small.ticks === 0 || small.isFixed) continue;
    for (let j = 0; j < trades.length; j++) {
      const large = trades[j]!;
      if (j === k || large.ticks === 0 || large.isFixed || large.sign !== small.sign) continue;
      const { price, decimals } = large.holding;
      const amount = small.amount + large.amount;
      const exact = (amount / 100 / price) * 10 ** decimals;
      const ticks = small.sign === 1 ? Math.floor(exact + 1e-9) : Math.ceil(exact - 1e-9);
      // A whole unit more would be more turnover, not less of it.
      if (valueOfTicks(ticks, price, decimals) > amount + 1) continue;
      const change: Change = [
        [k, 0],
        [j, ticks],
      ];
      if (!state.apply(change)) continue;
      isChanged = true;
      break;
    }
  }
  return isChanged;
}

/** The plan with the orders of a state. */
export function planOf(request: PlanRequest, plan: PortfolioPlan, { trades }: TrimmedState): PortfolioPlan {
  const orders = trades
    .filter(({ ticks }) => ticks > 0)
    .map(
      ({ holding, sign, ticks, amount, fee }): Order => ({
        isin: holding.isin,
        action: sign === 1 ? 'buy' : 'sell',
        ticks,
        amount,
        fee,
        isFullSale: sign === -1 && ticks === holding.ticks,
      }),
    );
  return withOrders(request, plan, orders);
}
