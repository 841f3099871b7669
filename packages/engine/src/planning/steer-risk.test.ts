import { describe, expect, it } from 'vitest';
import { prepareTariff } from '../check/tariff-context.ts';
import { aTariff } from '../fixtures/check-fixture.ts';
import { groupMove } from '../fixtures/group-move-fixture.ts';
import type { GroupMove } from './necessary-groups.ts';
import { riskOf, steerRisk } from './necessary-risk.ts';

/** 1,000 euros in three groups with equity quotas of 0, 20 and 100 %. */
const byQuota = {
  context: prepareTariff(aTariff([], { measure: 'EQUITY_QUOTA' })),
  quotas: [0, 0.2, 1],
  specific: 0,
  total: 100_000,
};

/** Where groups end to the cent, and the cash that was invested. */
function steered(moves: readonly GroupMove[], low: number, high: number, cash = 0) {
  const spent = Math.round(steerRisk(byQuota, moves, { low, high }, cash));
  return { ends: moves.map(({ end }) => Math.round(end)), spent };
}

const wide = { high: 100_000 };

describe('the risk of group weights', () => {
  const byVolatility = { ...byQuota, context: prepareTariff(aTariff()) };
  const byValueAtRisk = { ...byQuota, context: prepareTariff(aTariff([], { measure: 'VALUE_AT_RISK' })) };
  const thirds = () => [groupMove(30_000), groupMove(30_000), groupMove(40_000)];

  it('is the one of the tariff: quota, volatility, or the loss that one year in forty exceeds', () => {
    expect(riskOf(byQuota, thirds())).toBeCloseTo(0.3 * 20 + 40, 9);
    const volatility = 100 * Math.hypot(0.3 * 0.02, 0.3 * 0.06, 0.4 * 0.2);
    expect(riskOf(byVolatility, thirds())).toBeCloseTo(volatility, 9);
    expect(riskOf(byValueAtRisk, thirds())).toBeCloseTo(1.96 * volatility, 9);
  });

  it('is that of where groups end, with the variance of their funds', () => {
    const sold = [groupMove(30_000, { end: 70_000 }), groupMove(30_000), groupMove(40_000, { end: 0 })];
    expect(riskOf(byQuota, sold)).toBeCloseTo(6, 9);
    expect(riskOf(byVolatility, sold)).toBeCloseTo(100 * Math.hypot(0.7 * 0.02, 0.3 * 0.06), 9);
    const own = { ...byVolatility, specific: 0.01 ** 2 };
    expect(riskOf(own, sold)).toBeCloseTo(100 * Math.hypot(0.7 * 0.02, 0.3 * 0.06, 0.01), 9);
  });

  it('counts how groups move together', () => {
    const covariance = [
      [0.0004, 0, 0.001],
      [0, 0.0036, 0],
      [0.001, 0, 0.04],
    ];
    const together = { ...byQuota, context: prepareTariff(aTariff([], { covariance })) };
    const variance = 0.5 ** 2 * 0.0004 + 0.5 ** 2 * 0.04 + 2 * 0.5 * 0.5 * 0.001;
    const halves = [groupMove(50_000), groupMove(0), groupMove(50_000)];
    expect(riskOf(together, halves)).toBeCloseTo(100 * Math.sqrt(variance), 9);
  });
});

describe('risk into its band', () => {
  it('trades nothing where it is there, at its edges too', () => {
    const moves = () => [groupMove(50_000, wide), groupMove(0), groupMove(50_000, wide)];
    expect(steered(moves(), 40, 60, 10_000)).toEqual({ ends: [50_000, 0, 50_000], spent: 0 });
    expect(steered(moves(), 50, 60, 10_000)).toEqual({ ends: [50_000, 0, 50_000], spent: 0 });
    expect(steered(moves(), 40, 50, 10_000)).toEqual({ ends: [50_000, 0, 50_000], spent: 0 });
  });

  it('moves what is above it from the group of most risk to the one of least, no cent more than needed', () => {
    const moves = [groupMove(20_000, wide), groupMove(20_000, wide), groupMove(60_000, wide)];
    // 64 % to 50 %: 14 % of 1,000 euros out of equity.
    expect(steered(moves, 40, 50)).toEqual({ ends: [34_000, 20_000, 46_000], spent: 0 });
  });

  it('moves what is below it the other way', () => {
    const moves = [groupMove(50_000, wide), groupMove(30_000, wide), groupMove(20_000, wide)];
    // 26 % to 40 %: bonds would bring 80 cents a euro, money brings a whole one.
    expect(steered(moves, 40, 50)).toEqual({ ends: [36_000, 30_000, 34_000], spent: 0 });
  });

  it('goes on with the next pair where a group is full or at its floor', () => {
    const moves = () => [
      groupMove(20_000, { high: 25_000 }),
      groupMove(20_000, { high: 30_000 }),
      groupMove(60_000, { low: 30_000 }),
    ];
    // 5 points by money; then 4 by bonds, of which a euro mends 80 cents: 50 euros.
    expect(steered(moves(), 40, 55)).toEqual({ ends: [25_000, 25_000, 50_000], spent: 0 });
    // 13 points at most: then also bonds into … nothing is left that may grow.
    expect(steered(moves(), 40, 45)).toEqual({ ends: [25_000, 30_000, 45_000], spent: 0 });
    const floored = [groupMove(40_000, wide), groupMove(0), groupMove(60_000, { low: 55_000 })];
    expect(steered(floored, 30, 40)).toEqual({ ends: [45_000, 0, 55_000], spent: 0 });
  });

  it('neither opens a group for it nor buys where no fund may be bought', () => {
    const moves = [
      groupMove(0, wide),
      groupMove(20_000, { ...wide, canBuy: false }),
      groupMove(30_000, wide),
      groupMove(50_000, wide),
    ];
    const model = { ...byQuota, quotas: [0, 0, 0.5, 1] };
    // 65 % to 60 %: 100 euros from the whole to the half.
    expect(steerRisk(model, moves, { low: 0, high: 60 }, 0)).toBe(0);
    expect(moves.map(({ end }) => Math.round(end))).toEqual([0, 20_000, 40_000, 40_000]);
  });

  it('invests cash before it sells anything, and says how much', () => {
    const moves = () => [groupMove(60_000, wide), groupMove(0), groupMove(30_000, wide)];
    expect(steered(moves(), 35, 60, 10_000)).toEqual({ ends: [60_000, 0, 35_000], spent: 5000 });
    // 100 euros of cash bring 40 %; five more come from money.
    expect(steered(moves(), 45, 60, 10_000)).toEqual({ ends: [55_000, 0, 45_000], spent: 10_000 });
  });

  it('goes on as long as there is a pair that helps', () => {
    const moves = [groupMove(10_000, wide), groupMove(40_000, wide), groupMove(40_000, wide)];
    // 48 % to 70 %: the 100 euros of cash, the 100 of money, and two points by 25 euros of bonds.
    expect(steered(moves, 70, 90, 10_000)).toEqual({ ends: [0, 37_500, 62_500], spent: 10_000 });
  });

  it('holds no cash back for a contract that is too risky: cash is no group', () => {
    const moves = [groupMove(20_000, wide), groupMove(0), groupMove(60_000, wide)];
    expect(steered(moves, 0, 50, 20_000)).toEqual({ ends: [30_000, 0, 50_000], spent: 0 });
  });

  it('first buys less of what is bought anyway: that costs no turnover', () => {
    const moves = [
      groupMove(20_000, wide),
      groupMove(60_000, wide),
      groupMove(10_000, { ...wide, end: 20_000 }),
    ];
    // 32 % to 28 %: equity gets 40 euros less, money gets them; bonds are not sold.
    expect(steered(moves, 0, 28)).toEqual({ ends: [24_000, 60_000, 16_000], spent: 0 });
    const more = [
      groupMove(20_000, wide),
      groupMove(60_000, wide),
      groupMove(10_000, { ...wide, end: 20_000 }),
    ];
    // 32 % to 20 %: the 100 euros are not bought at all, and 20 are sold beside them.
    expect(steered(more, 0, 20)).toEqual({ ends: [32_000, 60_000, 8000], spent: 0 });
  });

  it('first sells less of what is sold anyway', () => {
    const moves = [
      groupMove(40_000, { ...wide, end: 35_000 }),
      groupMove(30_000, { ...wide, end: 34_000 }),
      groupMove(30_000, { ...wide, end: 31_000 }),
    ];
    // 37.8 % to 37.4 %: 20 of the 40 euros of bonds are not bought, and as much less of money is sold.
    expect(steered(moves, 0, 37.4)).toEqual({ ends: [37_000, 32_000, 31_000], spent: 0 });
  });

  it('first takes back orders even where another pair would gain more', () => {
    const model = { ...byQuota, quotas: [0.5, 0, 1] };
    const sold = () => [
      groupMove(40_000, { ...wide, end: 35_000 }),
      groupMove(25_000, wide),
      groupMove(40_000, wide),
    ];
    const ends = (moves: readonly GroupMove[], high: number) => {
      steerRisk(model, moves, { low: 0, high }, 0);
      return moves.map(({ end }) => Math.round(end));
    };
    // 57.5 % to 56 %: 30 of the 50 euros that were sold of the first group; to 54 % all of them and 10 of the second.
    expect(ends(sold(), 56)).toEqual([38_000, 25_000, 37_000]);
    expect(ends(sold(), 54)).toEqual([40_000, 26_000, 34_000]);
    const full = [groupMove(40_000, { high: 37_000, end: 35_000 }), ...sold().slice(1)];
    expect(ends(full, 56)).toEqual([37_000, 25_500, 37_500]);
    const bought = () => [
      groupMove(20_000, { ...wide, end: 25_000 }),
      groupMove(25_000, wide),
      groupMove(50_000, wide),
    ];
    // 62.5 % to 61.5 %: 20 of the 50 euros that are bought of the first group; to 59 % all, and 10 euros of equity.
    expect(ends(bought(), 61.5)).toEqual([23_000, 27_000, 50_000]);
    expect(ends(bought(), 59)).toEqual([20_000, 31_000, 49_000]);
    const needed = [groupMove(20_000, { ...wide, low: 23_000, end: 25_000 }), ...bought().slice(1)];
    expect(ends(needed, 61)).toEqual([23_000, 27_500, 49_500]);
  });

  it('brings money to a group that is opened anyway, or of which something was held', () => {
    const opened = [groupMove(0, { ...wide, end: 20_000 }), groupMove(20_000, wide), groupMove(60_000, wide)];
    expect(steered(opened, 0, 50)).toEqual({ ends: [34_000, 20_000, 46_000], spent: 0 });
    const left = [groupMove(20_000, { ...wide, kept: 0 }), groupMove(40_000, wide), groupMove(60_000, wide)];
    expect(steered(left, 0, 50)).toEqual({ ends: [18_000, 40_000, 42_000], spent: 0 });
  });

  it('prefers the pair with more room where two gain the same', () => {
    const model = { ...byQuota, quotas: [0, 0, 1] };
    const moves = [
      groupMove(20_000, { high: 22_000 }),
      groupMove(20_000, { high: 40_000 }),
      groupMove(60_000, wide),
    ];
    steerRisk(model, moves, { low: 0, high: 55 }, 0);
    expect(moves.map(({ end }) => Math.round(end))).toEqual([20_000, 25_000, 55_000]);
  });

  it('takes volatility to its band as well, where a step gains less and less', () => {
    // The share of equity is no measure here.
    const model = { ...byQuota, context: prepareTariff(aTariff()), quotas: [1, 0.2, 0] };
    const moves = [groupMove(20_000, wide), groupMove(20_000, wide), groupMove(60_000, wide)];
    steerRisk(model, moves, { low: 0, high: 8 }, 0);
    expect(riskOf(model, moves)).toBeLessThanOrEqual(8);
    expect(riskOf(model, moves)).toBeGreaterThan(8 - 1e-4);
    expect(moves[1]!.end).toBe(20_000);
    const value = 100_000 * Math.sqrt((0.08 ** 2 - (0.2 * 0.06) ** 2) / 0.04);
    // Less what money, of 2 % volatility, adds itself.
    expect(moves[2]!.end).toBeGreaterThan(value - 500);
    expect(moves[2]!.end).toBeLessThan(value);
  });
});
