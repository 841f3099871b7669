import type { TariffPerformance } from '@depotwerk/api/tariffs/tariff-performance';
import { dayNumber, moneyWeightedReturn } from '@depotwerk/engine/figures/cash-flow-returns';
import { performanceOf, type Valuation } from '@depotwerk/engine/figures/contract-performance';
import fc from 'fast-check';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { adviceHouse } from '../../../../test/advice-house.ts';
import { createTargetMix } from '../../optimization/target-mix.view.ts';
import { analysisRoutes } from '../routes.ts';

const { world, admin } = adviceHouse('small', (services, tariffs) =>
  analysisRoutes(services, createTargetMix(services.database, tariffs), () => {}),
);
let tariffId: string;
/** Contracts of the tariff, all with a class. */
let ids: string[] = [];

beforeAll(async () => {
  const { rows } = await world.owner.query<{ tariff_id: string; ids: string[] }>(
    `select tariff_id, array_agg(id::text order by id) as ids from contracts
      where tenant_id = $1 and deleted_at is null and risk_class_id = 3 group by 1 order by count(*) desc limit 1`,
    [world.tenantId],
  );
  tariffId = rows[0]?.tariff_id ?? '';
  ids = rows[0]?.ids ?? [];
}, 120_000);
afterEach(() => world.expectNoFailure());

const performance = (period = '5y', id = tariffId) =>
  world.call<TariffPerformance>(admin, 'GET', `/tariffs/${id}/performance?period=${period}`);

/** Puts these histories, one a contract, in the place of all the tariff's contracts have. */
async function store(histories: readonly (readonly Valuation[])[]): Promise<void> {
  await world.owner.query(
    'delete from portfolios where contract_id in (select id from contracts where tariff_id = $1)',
    [tariffId],
  );
  await world.owner.query(
    `insert into portfolios (tenant_id, contract_id, valuation_date, total_value, cash_value, paid_in, is_current)
     select $1, x.id, x.day, x.value, x.value, x.paid, false
       from unnest($2::uuid[], $3::date[], $4::numeric[], $5::numeric[]) as x (id, day, value, paid)`,
    [
      world.tenantId,
      histories.flatMap((history, k) => history.map(() => ids[k])),
      histories.flatMap((history) => history.map(({ date }) => date)),
      histories.flatMap((history) => history.map(({ value }) => value)),
      histories.flatMap((history) => history.map(({ paidIn }) => paidIn)),
    ],
  );
}

const lastDayOf = (month: number) => new Date(Date.UTC(2024, month + 1, 0)).toISOString().slice(0, 10);
const dayIn = (month: number, day: number) => new Date(Date.UTC(2024, month, day)).toISOString().slice(0, 10);

/** A history from a month on: a valuation at the end of each month and, where asked for, one within it. */
const history = fc
  .record({
    start: fc.integer({ min: 0, max: 6 }),
    first: fc.integer({ min: 1, max: 50_000 }),
    steps: fc.array(
      fc.record({
        within: fc.option(fc.integer({ min: 2, max: 20 })),
        growth: fc.integer({ min: 80, max: 120 }),
        paid: fc.constantFrom(0, 0, 50, 1000, -20),
      }),
      { minLength: 13, maxLength: 20 },
    ),
  })
  .map(({ start, first, steps }) => {
    let [value, paidIn] = [first * 10, first * 10];
    const valuations: Valuation[] = [{ date: lastDayOf(start), value, paidIn }];
    steps.forEach(({ within, growth, paid: asked }, k) => {
      const month = start + k + 1;
      // Nobody takes out what is not there.
      const paid = value > 100 ? asked : 0;
      for (const date of [...(within === null ? [] : [dayIn(month, within)]), lastDayOf(month)]) {
        value = Math.max(1, Math.round((value + paid) * growth) / 100);
        paidIn += paid;
        valuations.push({ date, value, paidIn });
      }
    });
    return valuations;
  });

/** Composite counted contract by contract and month by month, by the engine's own figures of each piece. */
function counted(histories: readonly (readonly Valuation[])[]): number {
  const months = new Map<string, { invested: number; grown: number }>();
  for (const valuations of histories)
    for (const month of new Set(valuations.slice(1).map(({ date }) => date.slice(0, 7)))) {
      const from = valuations.findLastIndex(({ date }) => date.slice(0, 7) < month);
      const to = valuations.findLastIndex(({ date }) => date.slice(0, 7) === month);
      const piece = valuations.slice(from, to + 1);
      const [before, next] = piece;
      const invested = (before?.value ?? 0) + (next?.paidIn ?? 0) - (before?.paidIn ?? 0);
      const sum = months.get(month) ?? { invested: 0, grown: 0 };
      sum.invested += invested;
      sum.grown += invested * (1 + (performanceOf(piece)?.timeWeighted ?? Number.NaN));
      months.set(month, sum);
    }
  return [...months.values()].reduce((product, { invested, grown }) => (product * grown) / invested, 1) - 1;
}

const flowsOf = (valuations: readonly Valuation[]) => [
  ...valuations.slice(0, -1).map(({ date, value, paidIn }, k) => ({
    day: dayNumber(date) ?? 0,
    amount: (k === 0 ? -value : 0) - ((valuations[k + 1]?.paidIn ?? 0) - paidIn),
  })),
  { day: dayNumber(valuations.at(-1)?.date ?? '') ?? 0, amount: valuations.at(-1)?.value ?? 0 },
];

/** The rate of flows; null for wild payments that have none. */
function rateOf(flows: ReturnType<typeof flowsOf>): number | null {
  try {
    return moneyWeightedReturn(flows);
  } catch {
    return null;
  }
}

/** A rate to six places; null stays unknown. */
const rounded = (value: number | null | undefined) => (value == null ? null : Math.round(value * 1e6) / 1e6);

describe('performance of all contracts of a tariff', () => {
  it('of one contract is that of the contract', async () => {
    await fc.assert(
      fc.asyncProperty(history, async (valuations) => {
        await store([valuations]);
        const { body } = await performance();
        const own = performanceOf(valuations);
        expect(body.contracts.counted).toBe(1);
        expect(body.performance).toMatchObject({ from: valuations[0]?.date, to: valuations.at(-1)?.date });
        expect(body.performance?.timeWeighted).toBeCloseTo(own?.timeWeighted ?? Number.NaN, 9);
        expect(body.performance?.timeWeightedYearly).toBeCloseTo(own?.timeWeightedYearly ?? Number.NaN, 9);
        expect(rounded(body.performance?.moneyWeighted)).toBe(rounded(own?.moneyWeighted));
        expect(body.months.at(-1)?.contracts).toBeCloseTo(100 * (1 + (own?.timeWeighted ?? 0)), 6);
      }),
      { numRuns: 12 },
    );
  });

  it('of several is what each of them did in each month, by its money, and the rate of all payments', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(history, { minLength: 2, maxLength: 5 }), async (histories) => {
        const some = histories.slice(0, ids.length);
        await store(some);
        const { body } = await performance();
        expect(body.contracts.counted).toBe(some.length);
        expect(body.performance?.timeWeighted).toBeCloseTo(counted(some), 9);
        expect(rounded(body.performance?.moneyWeighted)).toBe(rounded(rateOf(some.flatMap(flowsOf))));
        expect(body.target).not.toBeNull();
        for (const { target } of body.months) expect(target).toBeGreaterThan(0);
      }),
      { numRuns: 12 },
    );
  });

  it('counts unknown histories and missing classes beside the figures, never as nothing', async () => {
    const whole = Array.from({ length: 15 }, (_, k) => ({ date: lastDayOf(k), value: 100 + k, paidIn: 100 }));
    const gap = whole.filter((_, k) => k !== 7);
    await store([whole, gap, whole.slice(0, 1)]);
    const { rows } = await world.owner.query<{ count: number; blank: number }>(
      `select count(*)::int as count, count(*) filter (where risk_class_id is null)::int as blank from contracts
        where tariff_id = $1 and deleted_at is null`,
      [tariffId],
    );
    const [all = { count: 0, blank: 0 }] = rows;
    const first = await performance();
    expect(first.body.contracts).toEqual({
      counted: 1,
      unknownHistory: all.count - all.blank - 1,
      withoutClass: all.blank,
      // Nobody knows what it held.
      unexplained: 1,
      unknownCosts: 0,
      unknownPayments: 0,
    });
    expect(first.body.performance?.timeWeighted).toBeCloseTo(0.14, 12);
    await world.owner.query('update contracts set risk_class_id = null where id = $1', [ids[0]]);
    const { body } = await performance();
    expect(body).toMatchObject({ performance: null, target: null, months: [] });
    expect(body.contracts).toEqual({
      counted: 0,
      unknownHistory: all.count - all.blank - 1,
      withoutClass: all.blank + 1,
      unexplained: 0,
      unknownCosts: 0,
      unknownPayments: 0,
    });
    await world.owner.query('update contracts set risk_class_id = 3 where id = $1', [ids[0]]);
    await world.owner.query('update portfolios set paid_in = null where contract_id = $1', [ids[0]]);
    expect((await performance()).body.contracts).toMatchObject({ unknownPayments: 1 });
  });

  it('follows what empties a contract and what is paid in again', async () => {
    const emptied = [
      { date: lastDayOf(0), value: 1000, paidIn: 1000 },
      { date: lastDayOf(1), value: 1100, paidIn: 1000 },
      { date: lastDayOf(2), value: 0, paidIn: -200 },
      { date: lastDayOf(3), value: 0, paidIn: -200 },
      { date: lastDayOf(4), value: 550, paidIn: 300 },
    ];
    await store([emptied]);
    const { body } = await performance();
    expect(body.performance?.timeWeighted).toBeCloseTo(
      performanceOf(emptied)?.timeWeighted ?? Number.NaN,
      12,
    );
  });

  it('is for those who see tariffs, and a foreign tariff is not there', async () => {
    expect((await performance('1y', '00000000-0000-4000-8000-000000000000')).status).toBe(404);
    const nobody = await world.caller({ permissions: ['contracts.view'] });
    expect((await world.call(nobody, 'GET', `/tariffs/${tariffId}/performance?period=1y`)).status).toBe(403);
  });
});
