import { describe, expect, it } from 'vitest';
import type { ContractInput } from '../check/contract-input.ts';
import { aContract, position } from '../fixtures/check-fixture.ts';
import { holding } from '../fixtures/order-fixture.ts';
import { aRequest } from '../fixtures/plan-fixture.ts';
import { toCents } from '../rounding/in-cents.ts';
import type { Holding } from './holdings.ts';
import { type PlanRequest } from './plan-input.ts';
import { ordersToTargets, type PortfolioPlan } from './plan-portfolio.ts';
import { settlePlan } from './settle-plan.ts';

type Run = Readonly<Record<string, number>> | null;

interface Asked {
  readonly cash?: number;
  readonly rest?: Partial<PlanRequest>;
  readonly of?: Readonly<Record<string, Partial<Holding>>>;
  /** What a run makes of the plan to its targets. */
  readonly change?: (plan: PortfolioPlan, run: number) => PortfolioPlan;
  readonly reserve?: number;
}

/** Runs one after the other: each takes the named funds to so many euros; null = nothing. The last goes on for ever. */
function settled(held: Readonly<Record<string, number>>, runs: readonly Run[], asked: Asked = {}) {
  const positions = Object.entries(held).map(([isin, value]) => position(isin, value));
  const contract = aContract(positions, { cash: asked.cash ?? 0, cashReserve: asked.reserve ?? 0 });
  const request = aRequest(contract, [], asked.rest);
  let count = 0;
  const seen: boolean[] = [];
  const plan = settlePlan(request, (own: ContractInput, isFirst) => {
    seen.push(isFirst);
    const run = runs[Math.min(count, runs.length - 1)] ?? null;
    count += 1;
    if (!run) return null;
    const isins = [...new Set([...own.positions.map(({ isin }) => isin), ...Object.keys(run)])].toSorted();
    const holdings = isins.map((isin) => {
      const decimals = asked.of?.[isin]?.decimals ?? 3;
      const quantity = own.positions.find((one) => one.isin === isin)?.quantity ?? 0;
      return holding(isin, Math.floor(quantity * 10 ** decimals + 1e-6), { decimals, ...asked.of?.[isin] });
    });
    const targets = new Map(
      holdings.map(({ isin, value }) => [isin, run[isin] === undefined ? value : 100 * run[isin]]),
    );
    for (const [isin, cents] of targets) if (cents === 0) targets.delete(isin);
    const step = { ...request, contract: own, addedCash: isFirst ? request.addedCash : 0 };
    const spendable = toCents(own.cash) + toCents(step.addedCash) - toCents(own.cashReserve);
    const rules = { ...request.rules, driftRelative: 0 };
    const made = ordersToTargets(
      step,
      holdings,
      { targets, binding: [] },
      spendable,
      rules,
      0,
      new Set(),
      new Set(),
    );
    return asked.change ? asked.change(made, count) : made;
  });
  return (
    plan && {
      orders: plan.orders.map(({ action, isin, amount }) => `${action} ${isin} ${amount / 100}`),
      isSettled: plan.isSettled,
      runs: plan.runs,
      cash: plan.cashAfter / 100,
      after: Object.fromEntries(
        plan.after.positions.map(({ isin, quantity, price }) => [isin, quantity * (price ?? 0)]),
      ),
      seen,
    }
  );
}

describe('runs of a planner', () => {
  it('are none where the first proposes nothing', () => {
    expect(settled({ A: 1000 }, [null])).toBeNull();
    expect(settled({ A: 1000 }, [{}])).toMatchObject({ orders: [], isSettled: true, runs: 1, seen: [true] });
  });

  it('end with the first that leads nowhere: by nothing, by no orders, by a limit that binds', () => {
    const first = { orders: ['sell A 400', 'buy B 400'], isSettled: true, runs: 1, seen: [true, false] };
    expect(settled({ A: 1000 }, [{ A: 600, B: 400 }, null])).toMatchObject(first);
    expect(settled({ A: 1000 }, [{ A: 600, B: 400 }, {}])).toMatchObject(first);
    const limit = { limit: 'portfolio.count.max', subject: 'portfolio', values: {}, text: '' };
    const bound = (plan: PortfolioPlan, run: number) => (run === 2 ? { ...plan, binding: [limit] } : plan);
    expect(
      settled(
        { A: 1000 },
        [
          { A: 600, B: 400 },
          { B: 0, C: 400 },
        ],
        { change: bound },
      ),
    ).toMatchObject(first);
    const at = settled({ A: 1000 }, [{ A: 600, B: 400 }], {
      change: (plan) => ({ ...plan, binding: [limit] }),
    });
    expect(at).toMatchObject({ isSettled: true, runs: 1, seen: [true] });
  });

  it('are made as one: what is bought and sold again is no order', () => {
    expect(settled({ A: 1000, C: 500 }, [{ A: 600, B: 400 }, { B: 0, C: 900 }, null])).toEqual({
      orders: ['sell A 400', 'buy C 400'],
      isSettled: true,
      runs: 2,
      cash: 0,
      after: { A: 600, C: 900 },
      seen: [true, false, false],
    });
    const { orders } = settled({ A: 1000 }, [{ A: 600, B: 400 }, { A: 300, B: 700 }, null]) ?? {};
    expect(orders).toEqual(['sell A 700', 'buy B 700']);
  });

  it('sell before they buy, the largest first, of two alike the first', () => {
    const goal = { A: 0, B: 200, C: 300, D: 700, E: 500 };
    const { orders } = settled({ A: 400, B: 600, C: 700 }, [{ ...goal, B: 600, D: 300 }, goal, null]) ?? {};
    expect(orders).toEqual(['sell A 400', 'sell B 400', 'sell C 400', 'buy D 700', 'buy E 500']);
  });

  it('are twelve at most where they take turns; then it says that they do not come to rest', () => {
    // To and fro, and a little further each time.
    const to = (k: number): Run => (k % 2 === 0 ? { A: 500 - k, B: 500 + k } : { A: 1000 - k, B: k });
    const runs = Array.from({ length: 30 }, (_, k) => to(k + 1));
    expect(settled({ A: 1000 }, runs)).toMatchObject({
      orders: ['sell A 512', 'buy B 512'],
      isSettled: false,
      runs: 12,
    });
    const enough = [...runs.slice(0, 11), null];
    expect(settled({ A: 1000 }, enough)).toMatchObject({ isSettled: true, runs: 11 });
  });

  it('are waited for where each goes on the same way by as much', () => {
    const to = (k: number): Run => ({ A: 1000 - 10 * k, B: 10 * k });
    const runs = Array.from({ length: 60 }, (_, k) => to(k + 1));
    expect(settled({ A: 1000 }, [...runs.slice(0, 26), null])).toMatchObject({
      orders: ['sell A 260', 'buy B 260'],
      isSettled: true,
      runs: 26,
    });
    const ever = Array.from({ length: 450 }, (_, k): Run => ({ A: 10_000 - 10 * (k + 1), B: 10 * (k + 1) }));
    expect(settled({ A: 10_000 }, [...ever.slice(0, 150), null])).toMatchObject({
      isSettled: true,
      runs: 150,
    });
    expect(settled({ A: 10_000 }, ever)).toMatchObject({ isSettled: false, runs: 400 });
    // More each time is no way to an end, nor is as much by other orders.
    const more = Array.from({ length: 30 }, (_, k): Run => ({ A: 10_000 - 10 * k * k, B: 10 * k * k }));
    expect(settled({ A: 10_000 }, more.slice(1))).toMatchObject({ isSettled: false, runs: 12 });
    const other = Array.from({ length: 30 }, (_, k): Run => ({ [k % 2 === 0 ? 'B' : 'C']: 10 * (k + 2) }));
    expect(settled({ A: 1000 }, other, { cash: 5000 })).toMatchObject({ isSettled: false, runs: 12 });
  });

  it('are waited for where each trades less than the one before: such runs come to rest', () => {
    // Half of what is left each time: A ends at 1000 / 2^20.
    const halved = Array.from(
      { length: 20 },
      (_, k): Run => ({ A: 1000 / 2 ** (k + 1), B: 1000 - 1000 / 2 ** (k + 1) }),
    );
    const shrunk = halved.map((run) => ({ A: 10_000 + (run?.['A'] ?? 0), B: run?.['B'] ?? 0 }));
    expect(settled({ A: 11_000 }, [...shrunk.slice(0, 15), null])).toMatchObject({
      isSettled: true,
      runs: 15,
    });
    // For ever less is no end either.
    const ever = Array.from(
      { length: 450 },
      (_, k): Run => ({ A: 10_000 + 10_000 * 0.99 ** (k + 1), B: 10_000 - 10_000 * 0.99 ** (k + 1) }),
    );
    expect(settled({ A: 20_000 }, ever)).toMatchObject({ isSettled: false, runs: 400 });
  });

  it('are one where the turnover of a run is limited: the rest is for the next', () => {
    const rest = { rules: { ...aRequest(aContract([]), []).rules, maximumTurnover: 0.5 } };
    expect(
      settled(
        { A: 1000 },
        [
          { A: 600, B: 400 },
          { B: 0, C: 400 },
        ],
        { rest },
      ),
    ).toMatchObject({
      orders: ['sell A 400', 'buy B 400'],
      isSettled: true,
      runs: 1,
      seen: [true],
    });
  });

  it('keep what is too small to be an order, unless a fund is sold wholly', () => {
    const of = { B: { minimumOrder: 5000 } };
    const runs = [{ A: 700, B: 400 }, { A: 970, B: 130 }, null];
    expect(settled({ A: 1000, B: 100 }, runs, { of })).toMatchObject({ orders: ['sell A 30'], cash: 30 });
    const enough = { B: { minimumOrder: 3000 } };
    expect(settled({ A: 1000, B: 100 }, runs, { of: enough })).toMatchObject({ cash: 0 });
    expect(settled({ A: 960, B: 40 }, [{ A: 600, B: 400 }, { A: 1000, B: 0 }, null], { of })?.orders).toEqual(
      ['sell B 40', 'buy A 40'],
    );
  });

  it('raise a sale that is too small to its smallest order where a buy lives on it', () => {
    // B is bought and sold again with more beside: 30 of it are left to sell, and C is bought with them.
    const runs = [{ A: 700, B: 400 }, { B: 70, C: 330 }, null];
    const of = { B: { minimumOrder: 5000 } };
    expect(settled({ A: 1000, B: 100 }, runs, { of })).toMatchObject({
      orders: ['sell A 300', 'sell B 50', 'buy C 330'],
      isSettled: true,
      cash: 20,
      after: { A: 700, B: 50, C: 330 },
    });
    // Cash that is there makes it superfluous, and nothing is left that is worth less than such an order.
    expect(settled({ A: 1000, B: 100 }, runs, { of, cash: 30 })?.orders).toEqual(['sell A 300', 'buy C 330']);
    const scarce = { B: { minimumOrder: 6000 } };
    expect(settled({ A: 1000, B: 100 }, runs, { of: scarce })).toMatchObject({ isSettled: false, runs: 2 });
    // Of several the largest first, and no more than are needed.
    const two = [{ A: 700, B: 400, D: 0 }, { B: 80, D: 90, C: 320 }, null];
    const least = { B: { minimumOrder: 5000 }, D: { minimumOrder: 5000 } };
    expect(settled({ A: 1000, B: 100, D: 90 }, two, { of: least })?.orders).toEqual([
      'sell A 300',
      'sell B 50',
      'buy C 320',
    ]);
  });

  it('use cash and what comes in, down to the reserve', () => {
    const runs = [{ B: 100 }, { B: 200 }, null];
    expect(settled({ A: 1000 }, runs, { cash: 250 })).toMatchObject({ orders: ['buy B 200'], cash: 50 });
    expect(settled({ A: 1000 }, runs, { cash: 50, rest: { addedCash: 200 } })).toMatchObject({ cash: 50 });
    expect(settled({ A: 1000 }, runs, { cash: 250, reserve: 50 })).toMatchObject({
      isSettled: true,
      cash: 50,
    });
  });
});

describe('fees of orders made as one', () => {
  it('are those of one order each, and of one plan that sells', () => {
    const fee = { fixed: 2, percent: 0, cap: null };
    const rest = { rules: { ...aRequest(aContract([]), []).rules, fee, planFee: 10 } };
    const runs = [{ A: 600, B: 300 }, { A: 500, B: 400 }, null];
    // 500 euros sold, 400 bought; two orders and the plan cost 14.
    expect(settled({ A: 1000 }, runs, { rest })).toMatchObject({
      orders: ['sell A 500', 'buy B 400'],
      isSettled: true,
      cash: 86,
    });
  });
});

describe('orders that cannot be carried out as one', () => {
  /** The second run's contract holds so many euros of a fund more than were paid for. */
  const richer =
    (euros: number, isin = 'B') =>
    (plan: PortfolioPlan, run: number) =>
      run === 2
        ? {
            ...plan,
            after: {
              ...plan.after,
              positions: plan.after.positions.map((one) =>
                one.isin === isin ? { ...one, quantity: one.quantity + euros / 10 } : one,
              ),
            },
          }
        : plan;
  const runs = [{ A: 600, B: 400 }, { A: 500, B: 500 }, null];

  it('leave those of the runs before, and are not at rest', () => {
    expect(settled({ A: 1000 }, runs, { change: richer(1) })).toMatchObject({
      orders: ['sell A 400', 'buy B 400'],
      isSettled: false,
      runs: 2,
    });
  });

  it('give up a fraction of the largest buy where a cent or two an order is missing', () => {
    // Three cents are three thousandths of a unit, and no more are given up.
    const { orders, isSettled, cash } = settled({ A: 1000 }, runs, { change: richer(0.03) }) ?? {};
    expect(orders).toEqual(['sell A 500', 'buy B 500']);
    expect([isSettled, cash]).toEqual([true, 0]);
    expect(settled({ A: 1000 }, runs, { change: richer(0.04) })).toMatchObject({ isSettled: true });
    expect(settled({ A: 1000 }, runs, { change: richer(0.05) })).toMatchObject({ isSettled: false });
    // A fraction of 10 cents for three that A brings less; what is left must be an order still.
    const least = (minimumOrder: number) => ({
      change: richer(0.03, 'A'),
      of: { B: { decimals: 2, minimumOrder } },
    });
    expect(settled({ A: 1000 }, runs, least(0))).toMatchObject({
      orders: ['sell A 499.97', 'buy B 499.9'],
      cash: 0.07,
    });
    expect(settled({ A: 1000 }, runs, least(49_990))).toMatchObject({ isSettled: true });
    expect(settled({ A: 1000 }, runs, least(49_991))).toMatchObject({ isSettled: false });
  });

  it('give up none of the reserve; without a buy, cash need only not be negative', () => {
    const reserve = { cash: 20, reserve: 20 };
    expect(settled({ A: 1000 }, runs, { ...reserve, change: richer(0.03) })).toMatchObject({ cash: 20 });
    expect(settled({ A: 1000 }, runs, { ...reserve, change: richer(5) })).toMatchObject({ isSettled: false });
    const sales = settled({ A: 1000 }, [{ A: 900 }, { A: 850 }, null], { cash: 0, reserve: 500 });
    expect(sales).toMatchObject({ orders: ['sell A 150'], isSettled: true, cash: 150 });
  });

  it('give up of a reserve that is not there only what is not there', () => {
    const reserve = { cash: 10, reserve: 20 };
    // Ten euros of cash and twenty of reserve: the runs leave twenty; as one they may leave ten.
    expect(settled({ A: 1000 }, runs, { ...reserve, change: richer(9) })).toMatchObject({
      isSettled: true,
      cash: 11,
    });
    expect(settled({ A: 1000 }, runs, { ...reserve, change: richer(11) })).toMatchObject({
      isSettled: false,
    });
  });

  it('give up no whole unit for a cent', () => {
    const of = { B: { decimals: 0, price: 10 }, C: { decimals: 3 } };
    const three = [{ A: 500, B: 400, C: 100 }, { A: 400, B: 500, C: 100 }, null];
    const change = (plan: PortfolioPlan, run: number) =>
      run === 2
        ? {
            ...plan,
            after: {
              ...plan.after,
              positions: plan.after.positions.map((one) =>
                one.isin === 'C' ? { ...one, quantity: one.quantity + 0.003 } : one,
              ),
            },
          }
        : plan;
    expect(settled({ A: 1000 }, three, { of, change })?.orders).toEqual([
      'sell A 600',
      'buy B 500',
      'buy C 100',
    ]);
  });
});
