import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { prepareTariff } from '../check/tariff-context.ts';
import { contractFixture } from '../fixtures/contract-fixture.ts';
import { randomSource } from '../fixtures/random-source.ts';
import { noLimits, type PlanLimits } from './plan-input.ts';
import { planProposal } from './plan-optimization.ts';
import { type SavingsProblem, savingsTarget } from './savings-plan.ts';

const problem = (rest: Partial<SavingsProblem> = {}): SavingsProblem => ({
  targets: new Map([
    ['A', 0.5],
    ['B', 0.3],
    ['C', 0.2],
  ]),
  values: new Map(),
  rate: 200,
  mode: 'TARGET',
  minimumOf: () => 25,
  units: 100,
  limits: noLimits,
  reserve: ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'I'],
  ...rest,
});
const withLimits = (limits: Partial<PlanLimits>, rest: Partial<SavingsProblem> = {}) =>
  savingsTarget(problem({ ...rest, limits: { ...noLimits, ...limits } }));
const percents = ({ entries }: ReturnType<typeof savingsTarget>) =>
  entries.map(({ isin, percent }) => `${isin} ${percent}`);
const named = ({ binding }: ReturnType<typeof savingsTarget>) => binding.map(({ limit }) => limit);

describe('the six limits of a savings plan', { timeout: 60_000 }, () => {
  it('number: too many lose the smallest, too few take the next of the shortlists', () => {
    expect(percents(withLimits({ count: { min: null, max: 2 } }))).toEqual(['A 63', 'B 37']);
    expect(withLimits({ count: { min: 4, max: null } }).entries).toHaveLength(4);
    expect(named(withLimits({ count: { min: 4, max: null } }, { reserve: [] }))).toEqual([
      'savingsPlan.count.min',
    ]);
  });

  it('share: small ones fall out, large ones are cut', () => {
    expect(percents(withLimits({ share: { min: 0.25, max: null } }))).toEqual(['A 63', 'B 37']);
    expect(percents(withLimits({ share: { min: null, max: 0.4 } }))).toEqual(['A 40', 'B 35', 'C 25']);
    expect(named(withLimits({ share: { min: null, max: 0.3 } }, { reserve: [] }))).toEqual([
      'savingsPlan.share.max',
    ]);
    // Three equal shares of at most 33.3 % do not make 100 in whole percent.
    expect(named(withLimits({ share: { min: null, max: 0.3334 } }, { reserve: [] }))).toEqual([
      'savingsPlan.share.max',
    ]);
    expect(named(withLimits({ share: { min: 0.333, max: null }, count: { min: 3, max: null } }))).toEqual([
      'savingsPlan.share.min',
    ]);
  });

  it('value of the rate, in euros', () => {
    expect(percents(withLimits({ value: { min: 50, max: null } }))).toEqual(['A 63', 'B 37']);
    expect(percents(withLimits({ value: { min: null, max: 80 } }))).toEqual(['A 40', 'B 35', 'C 25']);
    expect(named(withLimits({ value: { min: null, max: 60 } }, { reserve: [] }))).toEqual([
      'savingsPlan.value.max',
    ]);
  });

  it('names the number where the rate does not feed so many funds', () => {
    const tight = withLimits({ count: { min: 9, max: null } });
    expect(named(tight)).toEqual(['savingsPlan.count.min']);
    expect(tight.entries).toEqual([]);
    expect(tight.binding[0]?.text).toContain('Mindestrate');
  });

  it('hold in every plan, or one of them is named', () => {
    const [fractions, money] = [
      fc.option(fc.integer({ min: 1, max: 60 }), { freq: 2 }),
      fc.option(fc.integer({ min: 5, max: 150 }), { freq: 2 }),
    ];
    let [kept, refused] = [0, 0];
    fc.assert(
      fc.property(
        fc.record({
          weights: fc.array(fc.integer({ min: 1, max: 100 }), { minLength: 1, maxLength: 8 }),
          rate: fc.integer({ min: 2500, max: 80_000 }),
          countMin: fc.option(fc.integer({ min: 1, max: 6 }), { freq: 2 }),
          countMax: fc.option(fc.integer({ min: 1, max: 8 })),
          shareMin: fractions,
          shareMax: fractions,
          valueMin: money,
          valueMax: money,
          units: fc.constantFrom(100, 1000),
        }),
        ({ weights, rate, countMin, countMax, shareMin, shareMax, valueMin, valueMax, units }) => {
          const sum = weights.reduce((a, b) => a + b, 0);
          const limits: PlanLimits = {
            count: { min: countMin, max: countMax },
            share: {
              min: shareMin === null ? null : shareMin / 100,
              max: shareMax === null ? null : shareMax / 100,
            },
            value: { min: valueMin, max: valueMax },
          };
          const targets = new Map(weights.map((weight, k) => [`F${k}`, weight / sum]));
          const reserve = Array.from({ length: 10 }, (_, k) => `F${k}`);
          const { entries, binding } = savingsTarget(
            problem({ targets, reserve, rate: rate / 100, limits, units, minimumOf: () => 10 }),
          );
          if (binding.length > 0) {
            refused += 1;
            return entries.length === 0 && binding.every(({ limit }) => limit.startsWith('savingsPlan.'));
          }
          kept += 1;
          const inside = (value: number, { min, max }: { min: number | null; max: number | null }) =>
            value >= (min ?? 0) - 1e-9 && value <= (max ?? Number.POSITIVE_INFINITY) + 1e-9;
          return (
            entries.reduce((total, entry) => total + entry.units, 0) === units &&
            entries.reduce((total, entry) => total + entry.amount, 0) === rate &&
            inside(entries.length, limits.count) &&
            entries.every(
              (entry) =>
                inside(entry.percent / 100, limits.share) &&
                inside(entry.amount / 100, limits.value) &&
                (entries.length === 1 || entry.amount >= 1000),
            )
          );
        },
      ),
      { numRuns: 3000, seed: 61 },
    );
    expect(Math.min(kept, refused)).toBeGreaterThan((kept + refused) / 10);
  });
});

describe('a group whose own funds ask for too much', () => {
  const groups = ['A', 'B', 'C', 'D', 'E'];
  const groupOf = (isin: string) => groups.indexOf(isin === 'D' || isin === 'E' ? 'C' : isin);
  const rest = { rate: 65, groupOf, minimumOf: (isin: string) => (isin === 'D' || isin === 'E' ? 10 : 25) };

  it('is saved into with the first other fund of its shortlist that is content with less', () => {
    expect(percents(withLimits({}, rest))).toEqual(['A 44', 'B 39', 'D 17']);
    expect(percents(withLimits({}, { ...rest, reserve: ['A', 'B', 'C', 'E', 'D'] }))).toContain('E 17');
  });

  it('keeps the other fund that is saved into already', () => {
    expect(percents(withLimits({}, { ...rest, saved: new Set(['E']) }))).toContain('E 17');
  });

  it('gets its own fund where the rate feeds it', () => {
    expect(percents(withLimits({}, { ...rest, rate: 200 }))).toEqual(['A 50', 'B 30', 'C 20']);
  });
});

describe('a savings plan that cannot be kept', () => {
  const bindingOf = (limits: Partial<PlanLimits>, rest: Partial<SavingsProblem> = {}) =>
    withLimits(limits, {
      targets: new Map([
        ['A', 0.6],
        ['B', 0.4],
      ]),
      rate: 100,
      minimumOf: () => 1,
      reserve: [],
      ...rest,
    }).binding.map(({ limit, values, text }) => ({ limit, values, text }));

  it('names share or value, whichever is the stricter, where whole units do not keep it', () => {
    // Tenths of 100 euros for three funds: at least 31 euros are 4 tenths each, at most 35 euros are 3 tenths each.
    const third = 1 / 3;
    const tenths = {
      units: 10,
      targets: new Map([
        ['A', third],
        ['B', third],
        ['C', third],
      ]),
    };
    const of = (min: number | null, max: number | null) => ({ min, max });
    expect(bindingOf({ count: of(3, 3), share: of(0.31, null), value: of(30, null) }, tenths)).toMatchObject([
      { limit: 'savingsPlan.share.min', values: { count: 3, low: 4 } },
    ]);
    expect(bindingOf({ count: of(3, 3), share: of(0.3, null), value: of(31, null) }, tenths)).toMatchObject([
      { limit: 'savingsPlan.value.min', values: { count: 3, low: 4 } },
    ]);
    expect(bindingOf({ share: of(null, 0.35), value: of(null, 36) }, tenths)).toMatchObject([
      { limit: 'savingsPlan.share.max', values: { count: 3, high: 3 } },
    ]);
    expect(bindingOf({ share: of(null, 0.36), value: of(null, 35) }, tenths)).toMatchObject([
      { limit: 'savingsPlan.value.max', values: { count: 3, high: 3 } },
    ]);
  });

  it('names the funds that the rate does not feed', () => {
    // Two funds are asked for, each with a smallest rate of 60 of 100 euros.
    expect(
      bindingOf({ count: { min: 2, max: null } }, { minimumOf: () => 60, reserve: ['A', 'B'] }),
    ).toMatchObject([
      {
        limit: 'savingsPlan.count.min',
        values: { count: 2, high: 100 },
        text: 'Die Rate von 100,00\u00a0€ reicht nicht für 2 Fonds mit ihrer Mindestrate.',
      },
    ]);
    // One fund could have it all, but may not: the share is what asks for a second one.
    expect(
      bindingOf({ share: { min: null, max: 0.7 } }, { minimumOf: () => 60, reserve: ['A', 'B'] }),
    ).toMatchObject([{ limit: 'savingsPlan.share.max', values: { count: 2, high: 70 } }]);
    // A fund with a smallest rate above the greatest share.
    const dear = (isin: string) => (isin === 'A' ? 60 : 10);
    expect(bindingOf({ share: { min: null, max: 0.55 } }, { minimumOf: dear })).toMatchObject([
      { limit: 'savingsPlan.share.max' },
    ]);
  });
});

describe('groups of a savings plan', () => {
  const groupOf = (isin: string) => 'ABC'.indexOf(isin[0]!);
  const targets = new Map([
    ['A1', 0.3],
    ['A2', 0.2],
    ['B1', 0.3],
    ['C1', 0.2],
  ]);

  it('are all saved into before one of them has two funds', () => {
    const small = problem({ targets, groupOf, rate: 100, minimumOf: () => 20 });
    expect(percents(savingsTarget(small))).toMatchObject(['A1 30', 'A2 20', 'B1 30', 'C1 20']);
    // What a minimum takes beyond its group's part the others bear in proportion.
    const more = savingsTarget({ ...small, minimumOf: () => 25 });
    expect(percents(more)).toEqual(['A1 47', 'B1 28', 'C1 25']);
  });

  it('keep the fund that is saved into already, and take the one that is cheap enough', () => {
    const small = problem({ targets, groupOf, rate: 100, minimumOf: () => 26 });
    expect(percents(savingsTarget({ ...small, saved: new Set(['A2']) }))).toContain('A2 46');
    expect(percents(savingsTarget(small))).toContain('A1 46');
    // Not the first by name, but the one that should get more.
    const other = new Map([...targets, ['A1', 0.2], ['A2', 0.3]] as const);
    expect(percents(savingsTarget({ ...small, targets: other }))).toContain('A2 46');
    const dear = { ...small, minimumOf: (isin: string) => (isin === 'A1' ? 60 : 10) };
    expect(percents(savingsTarget(dear))).toEqual(['A2 50', 'B1 30', 'C1 20']);
    const spare = { ...small, reserve: ['A3', 'A4'], saved: new Set(['A4']) };
    const onlySpares = { ...spare, minimumOf: (isin: string) => (/A[12]/.test(isin) ? 60 : 10) };
    expect(percents(savingsTarget(onlySpares))).toEqual(['A4 50', 'B1 30', 'C1 20']);
    expect(percents(savingsTarget({ ...onlySpares, saved: new Set() }))).toContain('A3 50');
  });

  it('name the share where a second fund is there for it, and the number where that asks for it', () => {
    const two = { targets: new Map([['A', 1]]), rate: 100, minimumOf: () => 60, reserve: ['A', 'B'] };
    const [share, count] = [
      { min: null, max: 0.7 },
      { min: 2, max: null },
    ];
    expect(named(withLimits({ share }, two))).toEqual(['savingsPlan.share.max']);
    expect(named(withLimits({ count }, two))).toEqual(['savingsPlan.count.min']);
    expect(named(withLimits({ share, count: { min: 1, max: null } }, two))).toEqual([
      'savingsPlan.share.max',
    ]);
  });

  it('give all of a rate below every minimum to the fund that should get most', () => {
    const tiny = problem({
      targets: new Map([...targets, ['B1', 0.4]]),
      groupOf,
      rate: 10,
      minimumOf: () => 25,
    });
    expect(savingsTarget(tiny)).toEqual({
      entries: [{ isin: 'B1', units: 100, percent: 100, amount: 1000 }],
      binding: [],
    });
  });

  it('have no plan without a rate or a target', () => {
    expect(savingsTarget(problem({ rate: 0 }))).toEqual({ entries: [], binding: [] });
    expect(savingsTarget(problem({ targets: new Map() }))).toEqual({ entries: [], binding: [] });
    expect(savingsTarget(problem({ targets: new Map([['A', 0]]) }))).toEqual({ entries: [], binding: [] });
  });

  it('are corrected by what a year of rates brings', () => {
    // A holds 1,000 of 1,000 euros; with 12 x 100 euros more 60 % of 2,200 = 1,320 are wanted: 320 of 1,200 euros.
    const drifted = problem({
      targets: new Map([
        ['A', 0.6],
        ['B', 0.4],
      ]),
      values: new Map([['A', 100_000]]),
      rate: 100,
      minimumOf: () => 10,
      mode: 'CORRECT',
    });
    expect(percents(savingsTarget(drifted))).toEqual(['A 27', 'B 73']);
    expect(percents(savingsTarget({ ...drifted, mode: 'TARGET' }))).toEqual(['A 60', 'B 40']);
    // In tenths of a percent, and amounts to the cent.
    const [first] = savingsTarget({ ...drifted, units: 1000 }).entries;
    expect(first).toEqual({ isin: 'A', units: 267, percent: 26.7, amount: 2670 });
    // Who holds too much of everything is saved at target weights.
    const full = new Map([['A', 1e9]]);
    expect(percents(savingsTarget({ ...drifted, targets: new Map([['A', 1]]), values: full }))).toEqual([
      'A 100',
    ]);
  });
});

describe('a savings plan inside a proposal', { timeout: 60_000 }, () => {
  const scenario = (seed: number) => {
    const { tariff, request } = contractFixture(randomSource(seed), 10, 8, 4);
    return { context: prepareTariff(tariff), request };
  };

  it('refuses the proposal and names the limit that binds', () => {
    const { context, request } = scenario(6);
    const savingsLimits = { ...noLimits, count: { min: 40, max: null } };
    for (const mode of ['savingsPlanOnly', 'full'] as const) {
      expect(planProposal(context, { ...request, savingsLimits }, mode)).toMatchObject({
        isFeasible: false,
        reasons: [{ limit: 'savingsPlan.count.min' }],
      });
    }
    expect(planProposal(context, { ...request, savingsLimits }, 'keepPortfolio').isFeasible).toBe(true);
  });

  it('corrects towards what is held after the proposal', () => {
    const { context, request } = scenario(6);
    const [largest = ''] = [...context.proposal].sort((a, b) => b[1] - a[1])[0] ?? [];
    const price = request.traded.get(largest)?.price ?? 1;
    const own = {
      ...request,
      savingsMode: 'CORRECT' as const,
      contract: {
        ...request.contract,
        positions: [{ isin: largest, quantity: 1e6, price, priceDay: 19_999, costValue: null }],
      },
    };
    const { savingsPlan } = planProposal(context, own, 'savingsPlanOnly');
    expect(savingsPlan.length).toBeGreaterThan(0);
    expect(savingsPlan.some(({ isin }) => isin === largest)).toBe(false);
  });

  it('is proposed again unchanged in a second run', () => {
    for (let seed = 1; seed <= 30; seed++) {
      const { context, request } = scenario(seed);
      const first = planProposal(context, request, 'savingsPlanOnly');
      const second = planProposal(context, { ...request, contract: first.contractAfter }, 'savingsPlanOnly');
      expect(second.savingsPlan).toEqual(first.savingsPlan);
    }
  });
});
