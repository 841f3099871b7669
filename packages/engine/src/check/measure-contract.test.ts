import { describe, expect, it } from 'vitest';
import {
  aContract,
  aTariff,
  check,
  fund,
  hint,
  hintsOf,
  onTarget,
  position,
  withRules,
} from '../fixtures/check-fixture.ts';
import type { ContractInput } from './contract-input.ts';
import { measureContract } from './measure-contract.ts';
import { prepareTariff, type TariffInput } from './tariff-context.ts';

const measure = (contract: ContractInput, tariff: TariffInput = aTariff()) =>
  measureContract(prepareTariff(tariff), contract);

describe('the measures of a contract', () => {
  it('are values, weights and sums of the holdings and the cash', () => {
    const funds = [
      fund('BOND', 'bonds', { ter: 0.02, sri: 2, equityQuota: 0.1 }),
      fund('EQTY', 'equity', { ter: 0.03, sri: 5, equityQuota: 1 }),
    ];
    const result = measure(
      aContract([position('BOND', 3000), position('EQTY', 5000)], { cash: 2000 }),
      aTariff(funds),
    );
    expect(result.total).toBe(10_000);
    expect(result.positions.map(({ value, weight }) => [value, weight])).toEqual([
      [3000, 0.3],
      [5000, 0.5],
    ]);
    expect(result.positions[0]).toMatchObject({ fund: { isin: 'BOND' }, position: { isin: 'BOND' } });
    expect(Array.from(result.groupWeights)).toEqual([0, 0.3, 0.5]);
    // 0.3 x 2 % + 0.5 x 3 %; 0.3 x 0.1 + 0.5; 0.3 x 2 + 0.5 x 5; the cash counts as nothing
    expect(result.ter).toBeCloseTo(0.021, 12);
    expect(result.equityQuota).toBeCloseTo(0.53, 12);
    expect(result.meanSri).toBeCloseTo(3.1, 12);
    expect(result.unknownShare).toBe(0);
    // sqrt((0.3 x 6 %)^2 + (0.5 x 20 %)^2)
    expect(result.measure).toBe(10.16);
  });

  it('know the share of equities only where all that is held has one, whatever measures the risk', () => {
    const unquoted = fund('EQT2', 'equity', { equityQuota: null });
    const of = (measured: TariffInput['measure'], unknown: number) =>
      measure(
        aContract([position('EQTY', 2000), position('EQT2', unknown)], { cash: 8000 - unknown }),
        aTariff([unquoted], { measure: measured }),
      );
    expect(of('VOLATILITY', 0).equityQuota).toBeCloseTo(0.2, 12);
    expect(of('VOLATILITY', 3000)).toMatchObject({ equityQuota: null, measure: expect.any(Number) });
    expect(of('EQUITY_QUOTA', 3000)).toMatchObject({ equityQuota: null, measure: null });
    // So little shows in no share that is written.
    expect(of('VOLATILITY', 4).equityQuota).toBeCloseTo(0.2, 12);
    expect(of('VOLATILITY', 6).equityQuota).toBeNull();
    const nobodys = aContract([position('EQTY', 5000), position('NOBODY', 5000)]);
    expect(measure(nobodys).equityQuota).toBeNull();
  });

  it('include what groups have in common and what funds have of their own', () => {
    const covariance = [
      [0.0004, 0, 0],
      [0, 0.0036, 0.006],
      [0, 0.006, 0.04],
    ];
    const half = aContract([position('BOND', 5000), position('EQTY', 5000)]);
    // 0.25 (0.0036 + 0.04) + 2 x 0.25 x 0.006 = 0.0139
    expect(measure(half, aTariff([], { covariance })).measure).toBe(11.79);
    const own = [fund('EQTY', 'equity', { trackingError: 0.08 })];
    // 0.0139 + (0.5 x 8 %)^2 = 0.0155
    expect(measure(half, aTariff(own, { covariance })).measure).toBe(12.45);
    // Two funds of a group share its risk but not their own: 2 x (0.25 x 8 %)^2 = 0.0008
    const twice = aContract([position('BOND', 5000), position('EQTY', 2500), position('EQT2', 2500)]);
    const both = [...own, fund('EQT2', 'equity', { trackingError: 0.08 })];
    expect(measure(twice, aTariff(both, { covariance })).measure).toBe(12.12);
    const without = aTariff(both, { covariance, ...withRules({ usesSpecificRisk: false }) });
    expect(measure(twice, without).measure).toBe(11.79);
  });

  it('count unknown costs as their group does on the average when compared, and not at all when told', () => {
    const funds = [
      fund('EQTY', 'equity', { ter: null }),
      fund('EQT2', 'equity', { ter: 0.02 }),
      fund('EQT3', 'equity', { ter: 0.01 }),
      fund('BOND', 'bonds', { ter: null }),
      fund('CASH', 'bills', { ter: 0.03 }),
    ];
    const result = measure(
      aContract([position('EQTY', 4000), position('BOND', 4000), position('EQT2', 2000)]),
      aTariff(funds),
    );
    // The group's mean is 1.5 %, that of all known ones 2 %.
    expect(result.ter).toBeCloseTo(0.4 * 0.015 + 0.4 * 0.02 + 0.2 * 0.02, 12);
    expect(result.knownTer).toBeCloseTo(0.2 * 0.02, 12);
    const none = aTariff(funds.map((one) => ({ ...one, ter: null })));
    expect(measure(aContract(onTarget), none)).toMatchObject({ ter: 0, knownTer: 0 });
    expect(check(aContract(onTarget), none).parts.costs).toBe(100);
  });

  it('are unknown where more than 5 % has no equity quota and that is what the tariff measures', () => {
    const funds = [fund('EQTY', 'equity', { equityQuota: null })];
    const held = aContract([position('BOND', 9000), position('EQTY', 1000)]);
    expect(measure(held, aTariff(funds, { measure: 'EQUITY_QUOTA' }))).toMatchObject({
      measure: null,
      unknownShare: 0.1,
    });
    expect(measure(held, aTariff(funds)).unknownShare).toBe(0);
    expect(hintsOf(held, aTariff(funds, { measure: 'EQUITY_QUOTA' }))).toContain('H03/2/portfolio');
  });

  it('have a mean risk indicator of what has one', () => {
    const funds = [fund('EQTY', 'equity', { sri: null }), fund('BOND', 'bonds', { sri: 6 })];
    const held = aContract([position('BOND', 5000), position('EQTY', 5000)]);
    expect(measure(held, aTariff(funds)).meanSri).toBeCloseTo(6, 12);
    // To bring the mean of the rated half from 6 to 5, a sixth of it has to become cash: 833.33 of 10,000.
    const [found] = hint('H19', held, aTariff(funds, withRules({ sriLimit: 5 }))).filter(
      ({ subject }) => subject === 'portfolio',
    );
    expect(found?.action).toMatchObject({ value: 833.33 });
    expect(measure(aContract([position('EQTY', 5000)]), aTariff(funds)).meanSri).toBeNull();
  });

  it('take value-at-risk and equity quota in percentage points', () => {
    const all = aContract([position('EQTY', 10_000)]);
    expect(measure(all, aTariff([], { measure: 'VALUE_AT_RISK' })).measure).toBe(39.2);
    expect(measure(all, aTariff([], { measure: 'EQUITY_QUOTA' })).measure).toBe(100);
  });

  it('know no risk of what is unknown: without fund, risk data or peer group', () => {
    const rest = { equityQuota: null, sri: null };
    const funds = [
      fund('NODATA', 'bonds', { hasRiskData: false, ...rest }),
      fund('NOGROUP', 'elsewhere', { ter: 0.05 }),
    ];
    const share = (isin: string, value: number) =>
      measure(aContract([...onTarget, position(isin, value)]), aTariff(funds));
    for (const isin of ['NODATA', 'NOGROUP', 'NOFUND']) {
      expect(share(isin, 600).measure).toBeNull();
      expect(share(isin, 500).unknownShare).toBeCloseTo(500 / 10_500, 12);
      expect(share(isin, 500).measure).toBe(7.83);
      expect(Array.from(share(isin, 10_000).groupWeights)).toEqual([0.15, 0.15, 0.2]);
    }
    expect(share('NOFUND', 10_000)).toMatchObject({ equityQuota: null, ter: 0.005, meanSri: 3 });
    expect(share('NODATA', 10_000)).toMatchObject({ equityQuota: null, ter: 0.01, meanSri: 3 });
    expect(share('NOGROUP', 10_000).ter).toBeCloseTo(0.03, 12);
    // Just 5 % of the value may be unknown.
    const edge = aContract([position('EQTY', 9500), position('NOFUND', 500)]);
    expect(measure(edge).measure).toBe(19);
  });

  it('value what has no price at nothing, and nothing has no measure', () => {
    const unpriced = measure(aContract([position('BOND', 1000), position('EQTY', 1000, { price: null })]));
    expect(unpriced.total).toBe(1000);
    expect(unpriced.positions[1]).toMatchObject({ value: 0, weight: 0 });
    for (const cash of [0, -5]) {
      const nothing = measure(aContract([position('BOND', 0)], { cash }));
      expect(nothing).toMatchObject({ total: cash, measure: null, positions: [{ weight: 0 }] });
    }
    expect(measure(aContract([], { cash: 0.01 })).measure).toBe(0);
  });

  it('forget the contract before', () => {
    const context = prepareTariff(aTariff());
    measureContract(context, aContract([position('EQTY', 10_000)]));
    const result = measureContract(context, aContract([position('BOND', 10_000)]));
    expect(Array.from(result.groupWeights)).toEqual([0, 1, 0]);
  });
});
