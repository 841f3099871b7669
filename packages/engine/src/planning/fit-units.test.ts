import { expect, it } from 'vitest';
import { prepareTariff } from '../check/tariff-context.ts';
import { adviceCase } from '../fixtures/advice-case.ts';
import { randomSource } from '../fixtures/random-source.ts';
import { fitUnits } from './fit-units.ts';
import type { Holding } from './holdings.ts';
import type { GroupMove } from './necessary-groups.ts';
import { planProposal } from './plan-optimization.ts';

const holding = (isin: string, groupIndex: number, price: number, ticks: number, decimals = 0): Holding => ({
  isin,
  groupIndex,
  price,
  decimals,
  ticks,
  value: Math.round((100 * price * ticks) / 10 ** decimals),
  isLocked: false,
  isAcceptable: true,
  minimumOrder: 0,
});

const move = (before: number, high: number, target: number): GroupMove => ({
  before,
  kept: before,
  low: 0,
  high,
  innerLow: 0,
  innerHigh: high,
  target,
  isOutside: true,
  canBuy: true,
  end: before,
});

it('sells a whole unit where half of one is asked for, and buys for what that frees in the group with the most need', () => {
  const [large, other] = [holding('A', 0, 100, 10), holding('B', 1, 10, 20_000, 3)];
  const targets = new Map([
    ['A', 95_000],
    ['B', 25_000],
  ]);
  fitUnits(
    [move(100_000, 95_000, 90_000), move(20, 60_000, 50_000)],
    [[large], [other]],
    [[large], [other]],
    targets,
  );
  expect([...targets]).toEqual([
    ['A', 90_000],
    ['B', 30_000],
  ]);
});

it('lets the fund with the finest units make up for one that cannot be sold in parts', () => {
  const [large, fine] = [holding('A', 0, 100, 10), holding('C', 0, 3, 100)];
  const targets = new Map([['A', 95_000]]);
  fitUnits([move(130_000, 125_000, 120_000)], [[large, fine]], [[large, fine]], targets);
  // 50 euros by units of 3: seventeen of them; what is more is not bought in the group that is sold from.
  expect([...targets]).toEqual([
    ['A', 100_000],
    ['C', 24_900],
  ]);
});

it('fills a group that is bought anyway up to its bound, and not once more beyond it', () => {
  const [large, other] = [holding('A', 0, 100, 10), holding('B', 1, 10, 20_000, 3)];
  const targets = new Map([
    ['A', 99_500],
    ['B', 25_000],
  ]);
  // 95 euros are freed, room is for 50 of them.
  fitUnits(
    [move(100_000, 99_500, 90_000), move(20_000, 30_000, 28_000)],
    [[large], [other]],
    [[large], [other]],
    targets,
  );
  expect(targets.get('B')).toBe(30_000);
});

it('leaves alone what is locked, sold wholly or traded in fractions', () => {
  const inGroup = [
    { ...holding('A', 0, 100, 10), isLocked: true },
    holding('B', 0, 100, 10),
    holding('C', 0, 100, 10_000, 3),
  ];
  const targets = new Map([
    ['A', 95_000],
    ['B', 0],
    ['C', 95_000],
  ]);
  fitUnits([move(300_000, 200_000, 100_000)], [inGroup], [inGroup], targets);
  expect([...targets.values()]).toEqual([95_000, 0, 95_000]);
});

/** Targets in euros after whole units are fitted; groups may end at `high`, their targets are `need` euros more. */
function fitted(
  groups: readonly {
    readonly funds: readonly Holding[];
    readonly targets?: Readonly<Record<string, number>>;
    readonly high?: number;
    readonly need?: number;
    readonly buyable?: readonly Holding[];
    readonly canBuy?: boolean;
  }[],
) {
  const targets = new Map(
    groups.flatMap((group) =>
      Object.entries(group.targets ?? {}).map(([isin, euros]) => [isin, 100 * euros] as const),
    ),
  );
  const moves = groups.map(({ funds, high = 0, need = 0, canBuy = true }) => {
    const before = funds.reduce((sum, { value }) => sum + value, 0);
    return { ...move(before, 100 * high, before + 100 * need), canBuy };
  });
  fitUnits(
    moves,
    groups.map(({ funds }) => funds),
    groups.map(({ funds, buyable }) => buyable ?? funds),
    targets,
  );
  return Object.fromEntries([...targets].map(([isin, cents]) => [isin, cents / 100]));
}

/** Asked to sell 50 euros of a fund at 100 euros: 50 come free. */
const coarse = { funds: [holding('A', 0, 100, 10)], targets: { A: 950 } };

it('leaves alone what is sold in whole units already, and buys nothing then', () => {
  const exact = { funds: [holding('A', 0, 100, 10)], targets: { A: 800 } };
  expect(fitted([exact, { funds: [holding('B', 1, 10, 20)], high: 1000, need: 500 }])).toEqual({ A: 800 });
  const almost = { funds: [holding('A', 0, 100, 10)], targets: { A: 799.99 } };
  expect(fitted([almost])).toEqual({ A: 800 });
});

it('buys for what comes free first what is bought anyway, then by need, as far as there is room', () => {
  const bought = { funds: [holding('B', 1, 10, 20_000, 3)], targets: { B: 220 }, high: 240, need: 30 };
  const needy = { funds: [holding('C', 2, 10, 20_000, 3)], high: 225, need: 300 };
  const other = { funds: [holding('D', 3, 10, 20_000, 3)], high: 400, need: 100 };
  expect(fitted([coarse, other, needy, bought])).toEqual({ A: 900, B: 240, C: 225, D: 205 });
});

it('buys the fund of a group that is bought anyway, else the first that may be', () => {
  const [first, second] = [holding('B', 1, 10, 20_000, 3), holding('C', 1, 10, 20_000, 3)];
  const group = { funds: [first, second], buyable: [second, first], high: 1000, need: 100 };
  expect(fitted([coarse, group])).toEqual({ A: 900, C: 250 });
  expect(fitted([coarse, { ...group, targets: { B: 210 } }])).toEqual({ A: 900, B: 260 });
});

it('buys nothing where no fund may be bought, or where the group is full', () => {
  const group = { funds: [holding('B', 1, 10, 20_000, 3)], high: 1000, need: 100 };
  expect(fitted([coarse, { ...group, canBuy: false }])).toEqual({ A: 900 });
  expect(fitted([coarse, { ...group, buyable: [] }])).toEqual({ A: 900 });
  expect(fitted([coarse, { ...group, high: 200 }])).toEqual({ A: 900 });
  expect(fitted([coarse, { ...group, high: 200.01 }])).toEqual({ A: 900, B: 200.01 });
});

it('sells from the fund with the finest units, of two alike the first; never more than there is, nor of one that is bought', () => {
  const large = holding('A', 0, 100, 10);
  const targets = { A: 950 };
  const group = (...funds: readonly Holding[]) => fitted([{ funds: [large, ...funds], targets }]);
  expect(group(holding('C', 0, 20, 10), holding('B', 0, 20, 10))).toEqual({ A: 1000, B: 140 });
  expect(group(holding('B', 0, 20, 10), holding('C', 0, 5, 10))).toEqual({ A: 1000, C: 0 });
  expect(group(holding('B', 0, 20, 1), holding('C', 0, 50, 1))).toEqual({ A: 1000, B: 0 });
  expect(group(holding('B', 0, 20, 10), holding('C', 0, 20, 1000, 3))).toEqual({ A: 1000, C: 0 });
  expect(group(holding('B', 0, 10, 9000, 3))).toEqual({ A: 1000, B: 40 });
  expect(group({ ...holding('B', 0, 10, 100), isLocked: true })).toEqual({ A: 900 });
  expect(group(holding('B', 0, 10, 0))).toEqual({ A: 900 });
  const funds = [large, holding('B', 0, 10, 10)];
  expect(fitted([{ funds, targets: { ...targets, B: 110 } }])).toEqual({ A: 900, B: 110 });
});

it('adds up what several funds of a group cannot sell in parts', () => {
  const funds = [holding('A', 0, 100, 10), holding('B', 0, 70, 10)];
  // 50 and 40 euros: neither is a unit of its own; two of the finer are.
  expect(fitted([{ funds, targets: { A: 950, B: 660 } }])).toEqual({ A: 1000, B: 560 });
});

it('opens no fund with what is left over once everything is spent', () => {
  const first = { funds: [holding('B', 1, 10, 20_000, 3)], high: 1000, need: 300 };
  const second = { funds: [holding('C', 2, 10, 20_000, 3)], high: 1000, need: 100 };
  expect(fitted([coarse, second, first])).toEqual({ A: 900, B: 250 });
  const near = { funds: [holding('B', 1, 10, 10_000, 3)], high: 1000, need: 100 };
  // The one that lacks 300 euros before the one that is worth more and lacks 100.
  expect(fitted([coarse, near, { ...first, need: 300 }])).toEqual({ A: 900, B: 250 });
});

it.each([23, 39, 96])(
  'sells whole units of prices finer than a cent where those of whole cents are sold: small %i',
  (seed) => {
    const { tariff, request } = adviceCase(randomSource(seed), 'small');
    const context = prepareTariff(tariff);
    const tenth = (euros: number) => Math.round(euros * 1e5) / 1e6;
    const { contract, rules } = request;
    const cheaper: typeof request = {
      ...request,
      contract: {
        ...contract,
        cash: tenth(contract.cash),
        cashReserve: tenth(contract.cashReserve),
        positions: contract.positions.map((one) => ({
          ...one,
          price: tenth(one.price ?? 0),
          costValue: null,
        })),
      },
      traded: new Map(
        [...request.traded].map(([isin, fund]) => [
          isin,
          { ...fund, price: tenth(fund.price ?? 0), minimumOrder: tenth(fund.minimumOrder) },
        ]),
      ),
      rules: {
        ...rules,
        minimumOrder: tenth(rules.minimumOrder),
        planFee: tenth(rules.planFee ?? 0),
        fee: {
          ...rules.fee,
          fixed: tenth(rules.fee.fixed),
          cap: rules.fee.cap === null ? null : tenth(rules.fee.cap),
        },
      },
    };
    const soldOf = (asked: typeof request) =>
      planProposal(context, asked, 'necessary', false).orders.flatMap(({ action, isin, quantity }) =>
        action === 'sell' ? [`${isin} ${quantity}`] : [],
      );
    expect(soldOf(request).length).toBeGreaterThan(0);
    expect(soldOf(cheaper)).toEqual(soldOf(request));
  },
);
