import { describe, expect, it } from 'vitest';
import { type CostedValuation, exPostCosts } from './ex-post-costs.ts';

const terms = { entryFee: 0.02, contractFeeMonthly: 5, contractFeePercent: 0.01, rebate: 0.002 };
const old = { startDate: '2010-01-01', endDate: null };
const at = (
  date: string,
  value: number,
  paidIn: number | null = 0,
  fundFee: number | null = 0.01,
  distributionFee: number | null = 0.004,
): CostedValuation => ({
  date,
  value,
  paidIn,
  fundFee,
  unknownFunds: [],
  distributionFee,
});

describe('costs of a year that is over', () => {
  it('begin with the holdings of the valuation before, not with those of the first one within', () => {
    const costs = exPostCosts(
      [at('2024-12-31', 36_500, 0, 0.01), at('2025-07-02', 36_500, 0, 0.02)],
      null,
      0,
      2025,
      '2026-01-01',
      old,
    );
    // 182 days at 1 %, 183 days at 2 %, of 36,500 euros at 365 days.
    expect(costs?.funds).toBe(548);
  });

  it('say what funds paid to those who distribute them only where it is known of all of them all the time', () => {
    const year = (...fees: (number | null)[]) =>
      exPostCosts(
        fees.map((fee, k) => at(`2025-0${k + 1}-01`, 36_500, 0, 0.01, fee)),
        terms,
        0,
        2025,
        '2025-03-11',
        old,
      )?.thirdParty;
    // 31 days at 0.4 %, 28 and 11 at 0.2 %, of 36,500 euros at 365 days.
    expect(year(0.004, 0.002, 0.002)).toBe(20.2);
    expect(year(0.004, null, 0.002)).toBeNull();
    expect(year(0, 0)).toBe(0);
    // A valuation without holdings on file takes those of the next one.
    const gap = [at('2025-01-01', 36_500, 0, null, null), at('2025-02-01', 36_500)];
    expect(exPostCosts(gap, terms, 0, 2025, '2025-12-31', old)?.thirdParty).toBe(146);
  });

  it('are fees on the value of every day, what the contract takes, and what was taken once', () => {
    const costs = exPostCosts(
      [at('2024-12-31', 10_000, 9000), at('2025-07-02', 20_000, 10_000)],
      terms,
      12.5,
      2025,
      '2026-03-01',
      old,
    );
    // 182 days at 10,000 and 183 days at 20,000.
    expect(costs).toEqual({
      from: '2025-01-01',
      to: '2025-12-31',
      averageValue: 15_013.7,
      paidIn: 1000,
      funds: 150.14,
      contract: 180.11,
      entry: 20,
      orders: 12.5,
      unknownOrders: 0,
      thirdParty: 60.05,
      total: 362.75,
      isWhole: true,
      unknownFunds: [],
      percent: (362.75 / 15_013.7) * 100,
    });
  });

  it('take the entry fee of money that came in with a proposal once', () => {
    const valuations = [at('2024-12-31', 10_000, 9000), at('2025-07-02', 20_000, 19_000)];
    const year = (entryFee: number, paid: readonly CostedValuation[] = valuations) =>
      exPostCosts(paid, { ...terms, entryFee }, 212.5, 2025, '2026-03-01', old, 200);
    // 2 % of the 10,000 paid in are the 200 the proposal named; 12.50 were for its orders.
    expect(year(0.02)).toMatchObject({ paidIn: 10_000, entry: 200, orders: 12.5 });
    // Where nothing is reckoned from payments, the proposal's own figure stays.
    expect(year(0)).toMatchObject({ entry: 0, orders: 212.5 });
    const untold = valuations.map((valuation) => ({ ...valuation, paidIn: null }));
    expect(year(0.02, untold)).toMatchObject({ entry: null, orders: 212.5 });
  });

  it('begin with the first valuation and end today', () => {
    const costs = exPostCosts([at('2026-07-01', 36_500)], null, 0, 2026, '2026-07-10', old);
    expect(costs).toMatchObject({ from: '2026-07-01', to: '2026-07-10', averageValue: 36_500, funds: 10 });
  });

  it('count what was there at the first valuation as paid in where the contract began in the year', () => {
    const valuations = [at('2025-03-31', 490, 500), at('2025-12-31', 2700, 2750)];
    const begun = (startDate: string) =>
      exPostCosts(valuations, { ...terms, entryFee: 0.025 }, 0, 2025, '2026-01-01', {
        startDate,
        endDate: null,
      });
    expect(begun('2025-03-27')).toMatchObject({ from: '2025-03-31', paidIn: 2750, entry: 68.75 });
    // Taken over from elsewhere: what was paid years before cost nothing in this one.
    expect(begun('2024-12-31')).toMatchObject({ paidIn: 2250, entry: 56.25 });
    // Nobody has said it yet at its first valuation: nothing was paid before there was a contract.
    const told = [at('2025-03-31', 490, null), at('2025-12-31', 2700, 2750)];
    expect(
      exPostCosts(told, terms, 0, 2025, '2026-01-01', { ...old, startDate: '2025-03-27' }),
    ).toMatchObject({ paidIn: 2750 });
  });

  it('end with the contract', () => {
    const valuations = [at('2024-12-31', 36_500), at('2025-01-31', 36_500)];
    const ended = (endDate: string) =>
      exPostCosts(valuations, terms, 0, 2025, '2026-01-01', { ...old, endDate });
    expect(ended('2025-04-10')).toMatchObject({ to: '2025-04-10', averageValue: 36_500, funds: 100 });
    expect(ended('2040-04-10')).toMatchObject({ to: '2025-12-31', funds: 365 });
    expect(ended('2024-12-31')).toBeNull();
  });

  it('take the holdings on file nearest to a valuation without any', () => {
    const year = (valuations: CostedValuation[]) =>
      exPostCosts(valuations, null, 0, 2025, '2026-01-01', old)?.funds;
    expect(year([at('2025-01-01', 10_000, 0, null), at('2026-01-01', 10_000, 0, 0.02)])).toBe(200);
    expect(year([at('2024-01-01', 10_000, 0, 0.02), at('2025-01-01', 10_000, 0, null)])).toBe(200);
  });

  it('say what nobody knows instead of counting it as nothing', () => {
    const year = (valuation: CostedValuation, model: typeof terms | null = terms) =>
      exPostCosts([valuation], model, 12.5, 2025, '2026-01-01', old);
    expect(year(at('2025-01-01', 10_000, 0, null))).toMatchObject({
      funds: null,
      contract: 140,
      total: 152.5,
      isWhole: false,
    });
    expect(year(at('2025-01-01', 10_000), null)).toMatchObject({
      funds: 100,
      contract: null,
      entry: null,
      total: 112.5,
      isWhole: false,
    });
    const partly = year({ ...at('2025-01-01', 10_000), unknownFunds: ['Fonds A'] });
    expect(partly).toMatchObject({ funds: 100, total: 252.5, isWhole: false, unknownFunds: ['Fonds A'] });
    const orders = exPostCosts([at('2025-01-01', 10_000)], terms, 12.5, 2025, '2026-01-01', old, 0, 2);
    expect(orders).toMatchObject({ orders: 12.5, unknownOrders: 2, total: 252.5, isWhole: false });
  });

  it('know no costs of payments that nobody knows, unless nothing is taken of any', () => {
    const year = (entryFee: number, paidIn: number | null) =>
      exPostCosts([at('2025-01-01', 10_000, paidIn)], { ...terms, entryFee }, 0, 2025, '2026-01-01', old);
    expect(year(0.02, null)).toMatchObject({ paidIn: null, entry: null, isWhole: false });
    expect(year(0, null)).toMatchObject({ paidIn: null, entry: 0, isWhole: true });
    expect(year(0.02, 9000)).toMatchObject({ paidIn: 0, entry: 0, isWhole: true });
  });

  it('are not told of a year nobody valued', () => {
    expect(exPostCosts([], terms, 0, 2025, '2026-01-01', old)).toBeNull();
    expect(exPostCosts([at('2024-12-31', 1)], terms, 0, 2025, '2026-01-01', old)).toBeNull();
    expect(exPostCosts([at('2026-01-01', 1)], terms, 0, 2025, '2026-01-01', old)).toBeNull();
  });

  it('have no share of nothing, and entry costs only of what was paid in', () => {
    const costs = exPostCosts(
      [at('2025-01-01', 0, 500), at('2025-12-31', 0, 0)],
      { ...terms, contractFeeMonthly: 0 },
      0,
      2025,
      '2026-01-01',
      old,
    );
    expect(costs).toMatchObject({ percent: null, entry: 0, total: 0 });
  });
});
