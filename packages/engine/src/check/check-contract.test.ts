import fc from 'fast-check';
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
import { contractFixture } from '../fixtures/contract-fixture.ts';
import { randomSource } from '../fixtures/random-source.ts';
import { checkContract } from './check-contract.ts';
import { prepareTariff } from './tariff-context.ts';

describe('the score', () => {
  it('is 95 for a portfolio on target whose funds have rank 4', () => {
    const result = check(aContract(onTarget));
    expect(result.hints).toEqual([]);
    expect(result.measure).toBe(8.22);
    expect(result.parts).toEqual({ risk: 100, allocation: 100, quality: 75, costs: 100, savingsPlan: 100 });
    expect(result).toMatchObject({
      score: 95,
      stars: 5,
      level: 'good',
      status: 'in',
      distance: 0,
      total: 10_000,
      equityQuota: 0.4,
      ter: 0.01,
    });
  });

  it('adds the specific risk of the funds', () => {
    const noisy = aTariff([fund('EQTY', 'equity', { trackingError: 0.1 })]);
    expect(check(aContract(onTarget), noisy).measure).toBe(9.14);
    expect(check(aContract(onTarget), { ...noisy, ...withRules({ usesSpecificRisk: false }) }).measure).toBe(
      8.22,
    );
  });

  it('measures value-at-risk and equity quota', () => {
    expect(check(aContract(onTarget), aTariff([], { measure: 'VALUE_AT_RISK', target: 16 })).measure).toBe(
      16.11,
    );
    expect(check(aContract(onTarget), aTariff([], { measure: 'EQUITY_QUOTA', target: 40 })).measure).toBe(40);
  });

  it('counts the overlap with the target, cash above the reserve as misplaced', () => {
    const moved = [position('CASH', 4000), position('BOND', 2000), position('EQTY', 4000)];
    expect(check(aContract(moved)).parts.allocation).toBeCloseTo(90, 9);
    const half = onTarget.map((entry) => ({ ...entry, quantity: entry.quantity / 2 }));
    expect(check(aContract(half, { cash: 5000 })).parts.allocation).toBeCloseTo(50, 9);
    expect(check(aContract(half, { cash: 5000, cashReserve: 5000 })).parts.allocation).toBeCloseTo(100, 9);
  });

  it('loses cost points for every basis point above the proposal', () => {
    expect(
      check(
        aContract(onTarget),
        aTariff([fund('EQTY', 'equity', { ter: 0.01 }), fund('BOND', 'bonds', { ter: 0.02 })]),
      ).parts.costs,
    ).toBe(100);
    const dear = aTariff([fund('OTHER', 'bonds', { ter: 0.02 })]);
    expect(
      check(aContract([position('CASH', 3000), position('OTHER', 3000), position('EQTY', 4000)]), dear).parts
        .costs,
    ).toBeCloseTo(70, 9);
  });

  it('is capped by the worst hint', () => {
    const warned = aTariff([], withRules({ sriLimit: 2 }));
    expect(check(aContract(onTarget), warned).score).toBe(84);
    const stale = onTarget.map((entry) => ({ ...entry, price: entry.isin === 'CASH' ? null : entry.price }));
    expect(check(aContract(stale)).score).toBeLessThanOrEqual(49);
  });

  it('has no measure and no risk points for an empty contract', () => {
    expect(check(aContract([]))).toMatchObject({ measure: null, status: 'unknown', total: 0, hints: [] });
  });
});

describe('hints about the portfolio', () => {
  it('H01 and H02 outside the band, with the distance', () => {
    expect(hint('H01', aContract([position('EQTY', 9000), position('BOND', 1000)]))).toMatchObject([
      { severity: 2, values: { measure: 18.01, high: 9, distance: 9.01 } },
    ]);
    expect(hint('H02', aContract([position('BOND', 9000), position('EQTY', 1000)]))).toMatchObject([
      { severity: 1, values: { measure: 5.76, low: 7, distance: 1.24 } },
    ]);
  });

  it('H03 if more than 5 % of the value is without risk data', () => {
    const unknown = (value: number) => hintsOf(aContract([...onTarget, position('WHAT', value)]));
    expect(unknown(600)).toContain('H03/2/portfolio');
    expect(unknown(500)).not.toContain('H03/2/portfolio');
  });

  it('H08 missing group, H09 superfluous group', () => {
    const tariff = aTariff([], { targetWeights: [0, 0.6, 0.4] });
    const found = hintsOf(aContract([position('CASH', 6000), position('EQTY', 4000)]), tariff);
    expect(found).toContain('H08/1/bonds');
    expect(found).toContain('H09/1/bills');
    expect(
      hint('H08', aContract([position('CASH', 6000), position('EQTY', 4000)]), tariff)[0]?.suggestion,
    ).toBe('BOND');
    expect(
      hintsOf(aContract([position('EQTY', 10_000)]), aTariff([], { targetWeights: [0.04, 0, 0.96] })).join(),
    ).not.toContain('H08');
  });

  it('H10 by the 5/25 rule, worse from twice the threshold', () => {
    const shifted = (points: number) =>
      hint(
        'H10',
        aContract([position('CASH', 3000 - points), position('BOND', 3000 + points), position('EQTY', 4000)]),
      ).map(({ severity }) => severity);
    expect(shifted(500)).toEqual([]);
    expect(shifted(510)).toEqual([0, 0]);
    expect(shifted(1000)).toEqual([0, 0]);
    expect(shifted(1010)).toEqual([1, 1]);
    const small = aTariff([], { targetWeights: [0.1, 0.5, 0.4] });
    const relative = (points: number) =>
      hint(
        'H10',
        aContract([position('CASH', 1000 - points), position('BOND', 5000 + points), position('EQTY', 4000)]),
        small,
      ).map(({ severity, subject }) => `${severity}${subject}`);
    expect(relative(250)).toEqual([]);
    expect(relative(260)).toEqual(['0bills']);
    expect(relative(501)).toEqual(['1bills', '0bonds']);
  });

  it('H13 one fund above 40 %, one company above 60 %', () => {
    expect(
      hintsOf(aContract([position('BOND', 5900), position('EQTY', 4100)])).filter((text) =>
        text.startsWith('H13'),
      ),
    ).toEqual(['H13/1/BOND', 'H13/1/EQTY']);
    const one = aTariff(
      ['CASH', 'BOND', 'EQTY'].map((isin, i) =>
        fund(isin, ['bills', 'bonds', 'equity'][i] ?? '', { company: i < 2 ? 'X' : 'Y' }),
      ),
    );
    const heavy = [position('CASH', 3200), position('BOND', 3000), position('EQTY', 3800)];
    expect(hint('H13', aContract(heavy), one)).toMatchObject([
      { subject: 'X', values: { weight: 0.62, limit: 0.6 } },
    ]);
    expect(hint('H13', aContract(onTarget), one)).toEqual([]);
  });

  it('H19 weighted and single SRI above the limit, only if configured', () => {
    expect(hintsOf(aContract(onTarget), aTariff([], withRules({ sriLimit: 2.5 })))).toEqual([
      'H19/1/BOND',
      'H19/1/CASH',
      'H19/1/EQTY',
      'H19/1/portfolio',
    ]);
    expect(hintsOf(aContract(onTarget), aTariff([], withRules({ sriLimit: 3 })))).toEqual([]);
  });

  it('H20 cash above reserve plus 5 %', () => {
    expect(hintsOf(aContract(onTarget, { cash: 900, cashReserve: 300 }))).toContain('H20/0/portfolio');
    expect(hintsOf(aContract(onTarget, { cash: 800, cashReserve: 300 })).join()).not.toContain('H20');
  });
});

describe('every check', () => {
  it('is reproducible, finite and sorted, whatever was checked before', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2 ** 31 }), (seed) => {
        const { tariff, contract } = contractFixture(randomSource(seed), 10, 6, 3);
        const context = prepareTariff(tariff);
        const first = check(contract, tariff);
        checkContract(context, aContract([]));
        expect(checkContract(context, contract)).toEqual(first);
        expect(JSON.stringify(first)).not.toContain('null,"distance":null');
        expect(first.score).toBeGreaterThanOrEqual(0);
        expect(first.score).toBeLessThanOrEqual(100);
        expect(
          first.hints.every((entry, k) => k === 0 || entry.severity <= (first.hints[k - 1]?.severity ?? 2)),
        ).toBe(true);
      }),
      { numRuns: 300, seed: 11 },
    );
  });

  it('refuses a tariff whose parts do not fit', () => {
    expect(() => prepareTariff(aTariff([], { targetWeights: [1] }))).toThrow(
      expect.objectContaining({ code: 'INPUT_INVALID', path: 'targetWeights' }),
    );
  });
});
