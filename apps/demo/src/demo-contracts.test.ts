import { createHash } from 'node:crypto';
import { heldLots } from '@depotwerk/engine/analysis/fund-lots';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { assembleDemoTariff } from './advice-rows.ts';
import { bankDaysBetween } from './bank-days.ts';
import { type ContractTables, contractTables } from './contract-tables.ts';
import { contractsPerCustomer, writeCustomerBlock } from './customer-writer.ts';
import { createDemoFunds } from './demo-funds.ts';
import type { DemoMarket } from './demo-market.ts';
import { createDemoTariffs } from './demo-tariffs.ts';
import { valueInCents } from './depot-simulation.ts';
import { marketFigures, periodEnds } from './fund-figures.ts';
import { marketReturns } from './market.ts';
import { createTenants } from './organisation.ts';
import { tariffParameters } from './product-parameters.ts';
import { Random } from './random.ts';
import type { TenantWorld } from './tenant-world.ts';

const days = bankDaysBetween('2021-11-19', '2026-11-20');
const funds = createDemoFunds(1, 400, days, marketReturns(new Random(1, 'market'), days.length));
const market: DemoMarket = {
  funds,
  available: funds,
  fundsByGroup: Map.groupBy(funds, (fund) => fund.peergroupId),
  figures: marketFigures(funds, days),
};
const tariffs = createDemoTariffs(tariffParameters, market);
const monthEnds = periodEnds(days, 'month').slice(0, -1);

function drawBlock(seed: number): ContractTables {
  const [tenant] = createTenants(seed, 500);
  if (!tenant) throw new Error('There are two tenants.');
  const world: TenantWorld = {
    seed,
    tenant,
    market,
    days,
    monthEnds,
    anchor: days.at(-1) ?? '',
    tariffs: tariffs.map((tariff, index) => ({
      tariff,
      id: `tariff-${index}`,
      versionId: `version-${index}`,
      costModelId: index + 1,
      assembled: assembleDemoTariff(
        tariff,
        market,
        { tariffId: `tariff-${index}`, tariffVersionId: `version-${index}` },
        [],
      ),
    })),
    historyDays: monthEnds.filter((_, index) => index % 12 === 0),
    hasFullHistory: true,
  };
  const tables = contractTables();
  writeCustomerBlock(world, tables, 0, 100, 160);
  return tables;
}

/** Rows of a table as objects of text; null for \N. */
function rowsOf(tables: ContractTables, name: keyof ContractTables): Record<string, string | null>[] {
  const { text, columns } = tables[name];
  return text
    .trimEnd()
    .split('\n')
    .filter((line) => line !== '')
    .map((line) =>
      Object.fromEntries(
        line.split('\t').map((value, index) => [columns[index] ?? '', value === '\\N' ? null : value]),
      ),
    );
}

const tables = drawBlock(1);
const fingerprint = (drawn: ContractTables) =>
  createHash('sha256')
    .update(
      Object.values(drawn)
        .map(({ text }) => text)
        .join('|'),
    )
    .digest('hex');
const cents = (euro: string | null | undefined) => Math.round(Number(euro) * 100);

test('the same seed draws the same rows, another seed others', () => {
  expect(fingerprint(drawBlock(1))).toBe(fingerprint(tables));
  expect(fingerprint(drawBlock(2))).not.toBe(fingerprint(tables));
});

test('quantity times price is the value to the cent, and fractions sum to exactly one', () => {
  const entries = Map.groupBy(rowsOf(tables, 'portfolioEntries'), (row) => row['portfolio_id']);
  const portfolios = rowsOf(tables, 'portfolios');
  expect(portfolios.length).toBeGreaterThan(160);
  for (const portfolio of portfolios) {
    const held = entries.get(portfolio['id'] ?? '') ?? [];
    expect(held.reduce((sum, entry) => sum + cents(entry['value']), 0)).toBe(cents(portfolio['cash_value']));
    expect(held.reduce((sum, entry) => sum + Math.round(Number(entry['fraction']) * 10_000), 0)).toBe(10_000);
    expect(cents(portfolio['total_value'])).toBe(
      cents(portfolio['cash_value']) +
        cents(portfolio['non_funds_value']) +
        cents(portfolio['reserve_value']),
    );
    for (const entry of held) {
      const exact =
        BigInt(Math.round(Number(entry['quantity']) * 10_000)) *
        BigInt(Math.round(Number(entry['price']) * 10_000));
      expect(BigInt(cents(entry['value']))).toBe((exact + 500_000n) / 1_000_000n);
    }
  }
});

test('what is paid is kept once, in funds or beside them: a year earns what funds did, and no more', () => {
  // Two portfolios of a contract with their funds' prices: what is not paid in between must be a fund's doing.
  const entries = Map.groupBy(rowsOf(tables, 'portfolioEntries'), (row) => row['portfolio_id']);
  const pricesOf = (id: string | null | undefined) =>
    new Map((entries.get(id ?? null) ?? []).map((entry) => [entry['fund_id'], Number(entry['price'])]));
  const ofContract = Map.groupBy(rowsOf(tables, 'portfolios'), (row) => row['contract_id']);
  let [withReserve, withIdle] = [0, 0];
  for (const portfolios of ofContract.values()) {
    const byDay = portfolios.toSorted((a, b) =>
      (a['valuation_date'] ?? '') < (b['valuation_date'] ?? '') ? -1 : 1,
    );
    for (const [k, after] of byDay.entries()) {
      const before = byDay[k - 1];
      const beside = cents(after['reserve_value']) + cents(after['non_funds_value']);
      if (!before || beside === 0) continue;
      if (cents(after['reserve_value']) > 0) withReserve += 1;
      else if (cents(before['non_funds_value']) === cents(after['non_funds_value'])) withIdle += 1;
      const [old, now] = [pricesOf(before['id']), pricesOf(after['id'])];
      const grown = [...now].flatMap(([fund, price]) =>
        old.has(fund) ? [price / (old.get(fund) ?? 1)] : [],
      );
      const paid = cents(after['paid_in']) - cents(before['paid_in']);
      const gained = cents(after['total_value']) - cents(before['total_value']) - paid;
      // Payments inside the year may have met better days than its two ends show, but not by a tenth of all of them.
      const best = Math.max(1, ...grown) - 1;
      const most = 1.5 * best * (cents(before['cash_value']) + paid) + 0.1 * paid + 500;
      expect(gained, `${after['contract_id']} ${after['valuation_date']}`).toBeLessThanOrEqual(most);
    }
  }
  expect(withReserve).toBeGreaterThan(20);
  expect(withIdle).toBeGreaterThan(20);
});

test('recorded purchases explain what is held: all of it for most depots, a part or nothing for others', () => {
  const movements = Map.groupBy(
    rowsOf(tables, 'fundMovements'),
    (row) => `${row['contract_id']} ${row['fund_id']}`,
  );
  const current = rowsOf(tables, 'portfolios').filter(({ is_current: isCurrent }) => isCurrent === 't');
  const contractOf = new Map(current.map((row) => [row['id'], row['contract_id']]));
  const counts = { covered: 0, partly: 0, none: 0 };
  for (const entry of rowsOf(tables, 'portfolioEntries')) {
    const contractId = contractOf.get(entry['portfolio_id'] ?? '');
    if (contractId === undefined) continue;
    const recorded = movements.get(`${contractId} ${entry['fund_id']}`) ?? [];
    const lots = heldLots(
      recorded.map((row) => ({
        kind: row['movement_kind'] === 'sale' ? 'sale' : 'purchase',
        day: row['movement_day'] ?? '',
        acquiredDay: null,
        quantity: Number(row['quantity']),
        factor: null,
        amount: Number(row['amount']),
      })),
      Number(entry['quantity']),
    );
    expect(lots.unmatched).toBe(0);
    counts[recorded.length === 0 ? 'none' : lots.missing > 0 ? 'partly' : 'covered'] += 1;
    const cost = lots.lots.reduce((sum, lot) => sum + Math.round((lot.cost ?? 0) * 100), 0);
    const isWhole = recorded.length > 0 && lots.missing === 0 && lots.unrecorded === 0;
    expect(isWhole ? cost : cents(entry['cost_value'])).toBe(cents(entry['cost_value']));
  }
  expect(counts.covered).toBeGreaterThan(counts.partly);
  expect(Math.min(...Object.values(counts))).toBeGreaterThan(0);
});

test('prices in portfolios are the stored prices of their day', () => {
  for (const entry of rowsOf(tables, 'portfolioEntries').slice(0, 500)) {
    const fund = funds[Number(entry['fund_id']) - 1];
    const day = days.indexOf(entry['price_date'] ?? '');
    expect(Math.round(Number(entry['price']) * 10_000)).toBe(fund?.prices[day]);
  }
});

test('savings plans sum to 100 % unless a hint says otherwise, and their amounts to the contribution', () => {
  const entries = Map.groupBy(rowsOf(tables, 'savingsPlanEntries'), (row) => row['savings_plan_id']);
  const broken = new Set(
    rowsOf(tables, 'hints')
      .filter((hint) => hint['optimization_hint_id'] === '16')
      .map((hint) => hint['contract_id']),
  );
  for (const plan of rowsOf(tables, 'savingsPlans')) {
    const parts = entries.get(plan['id'] ?? '') ?? [];
    const percent = parts.reduce((sum, part) => sum + Math.round(Number(part['fraction']) * 100), 0);
    expect(percent).toBe(broken.has(plan['contract_id'] ?? '') ? 95 : 100);
    expect(parts.reduce((sum, part) => sum + cents(part['amount']), 0)).toBe(
      Math.round((cents(plan['contribution']) * percent) / 100),
    );
  }
});

test('payments are made as often as the savings plan says, each in its full amount', () => {
  const monthsOf: Record<string, number> = { 1: 1, 4: 3, 6: 6, 12: 12 };
  const portfolios = Map.groupBy(rowsOf(tables, 'portfolios'), (row) => row['contract_id']);
  const seen = new Map<string, number>();
  // Of an earlier plan as well: what it says is what was paid.
  for (const plan of rowsOf(tables, 'savingsPlans')) {
    const interval = plan['contribution_interval'] ?? '';
    const payment = cents(plan['contribution']);
    const byDay = (portfolios.get(plan['contract_id'] ?? '') ?? []).toSorted((a, b) =>
      (a['valuation_date'] ?? '') < (b['valuation_date'] ?? '') ? -1 : 1,
    );
    // The stored days of this world lie twelve ends of months apart; the last, its anchor, less than that.
    for (const [before, after] of byDay.slice(0, -2).map((row, k) => [row, byDay[k + 1]] as const)) {
      expect(cents(after?.['paid_in']) - cents(before['paid_in'])).toBe(
        (payment * 12) / (monthsOf[interval] ?? 0),
      );
      seen.set(interval, (seen.get(interval) ?? 0) + 1);
    }
  }
  expect([...seen.keys()].sort()).toEqual(['1', '12', '4', '6']);

  const current = new Set(
    rowsOf(tables, 'savingsPlans').flatMap((plan) =>
      plan['valid_to'] === null && plan['contribution_interval'] === '12' ? [plan['contract_id']] : [],
    ),
  );
  const purchases = rowsOf(tables, 'fundMovements').filter(
    (row) => row['movement_kind'] === 'purchase' && current.has(row['contract_id'] ?? ''),
  );
  const months = Map.groupBy(purchases, (row) => row['contract_id']);
  expect(months.size).toBeGreaterThan(3);
  for (const own of months.values()) {
    // One month of payments and, of those set back to their weights, one month of that.
    expect(new Set(own.map((row) => row['movement_day']?.slice(5, 7))).size).toBeLessThanOrEqual(3);
  }
});

test('people are told few findings: at most two at the median, five for nine in ten', () => {
  const counts = rowsOf(tables, 'contracts')
    .map((contract) => Number(contract['hint_count']))
    .sort((a, b) => a - b);
  const quantile = (part: number) => counts[Math.ceil(part * counts.length) - 1] ?? 0;
  expect(counts.length).toBeGreaterThan(100);
  expect(rowsOf(tables, 'hints').length).toBeGreaterThan(2 * counts.reduce((sum, count) => sum + count, 0));
  expect(quantile(0.5)).toBeLessThanOrEqual(2);
  expect(quantile(0.9)).toBeLessThanOrEqual(5);
});

test('contracts carry what their hints and portfolios say', () => {
  const hints = Map.groupBy(rowsOf(tables, 'hints'), (row) => row['contract_id']);
  const current = new Map(
    rowsOf(tables, 'portfolios')
      .filter((row) => row['is_current'] === 't')
      .map((row) => [row['contract_id'], row]),
  );
  const contracts = rowsOf(tables, 'contracts');
  expect(contracts).toHaveLength(160);
  for (const contract of contracts) {
    const own = hints.get(contract['id'] ?? '') ?? [];
    const worst = own.length === 0 ? null : String(Math.max(...own.map((hint) => Number(hint['severity']))));
    expect(contract['hint_count']).toBe(String(new Set(own.map((hint) => hint['finding_cause'])).size));
    expect(contract['highest_hint_severity']).toBe(worst);
    expect(contract['total_value']).toBe(current.get(contract['id'] ?? '')?.['total_value']);
    const score = Number(contract['contract_score']);
    expect(score).toBeLessThanOrEqual(worst === '2' ? 49 : worst === '1' ? 84 : 100);
    const isAbove = own.some((hint) => hint['optimization_hint_id'] === '1');
    expect(contract['risk_band_status'] === 'above').toBe(isAbove);
    const number = (column: string) => Number(contract[column] ?? Number.NaN);
    const isBelow = number('risk_value') < number('risk_band_low');
    const isBeyond = number('risk_value') > number('risk_band_high');
    const inOrUnknown = contract['risk_class_id'] === null ? 'unknown' : 'in';
    expect(contract['risk_band_status']).toBe(isBelow ? 'below' : isBeyond ? 'above' : inOrUnknown);
  }
});

test('there are good contracts and contracts in trouble', () => {
  const scores = rowsOf(tables, 'contracts').map((contract) => Number(contract['contract_score']));
  expect(scores.filter((score) => score >= 85).length).toBeGreaterThan(30);
  expect(scores.filter((score) => score < 50).length).toBeGreaterThan(15);
});

test('customers know the number and value of their contracts', () => {
  const contracts = Map.groupBy(
    rowsOf(tables, 'contracts').filter((row) => row['deleted_at'] === null),
    (row) => row['customer_id'],
  );
  for (const customer of rowsOf(tables, 'customers')) {
    const own = contracts.get(customer['id'] ?? '') ?? [];
    expect(customer['contract_count']).toBe(String(own.length));
    expect(cents(customer['total_value'])).toBe(own.reduce((sum, row) => sum + cents(row['total_value']), 0));
  }
});

test('every matrix column sums to 1000 tenths and its proposal too', () => {
  for (const tariff of tariffs)
    for (const column of tariff.columns) {
      expect([...column.groups.values()].reduce((sum, weight) => sum + Math.round(weight * 1000), 0)).toBe(
        1000,
      );
      expect([...column.proposal.values()].reduce((sum, tenths) => sum + tenths, 0)).toBe(1000);
    }
});

test('contracts are spread over the customers of a block without loss', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 120 }),
      fc.integer({ min: 0, max: 400 }),
      fc.integer(),
      (customers, contracts, seed) => {
        const counts = contractsPerCustomer(new Random(seed), customers, contracts);
        expect(counts).toHaveLength(customers);
        expect(counts.reduce((sum, count) => sum + count, 0)).toBe(contracts);
        expect(contracts > 0 && counts[0] === 0).toBe(false);
      },
    ),
  );
});

test('values in cents equal exact arithmetic', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 1_000_000_000 }),
      fc.integer({ min: 1, max: 5_000_000 }),
      (quantity, price) => {
        expect(BigInt(valueInCents(quantity, price))).toBe(
          (BigInt(quantity) * BigInt(price) + 500_000n) / 1_000_000n,
        );
      },
    ),
  );
});

test('some clients exclude what they hold, and some hold what is not meant for them', () => {
  const hints = rowsOf(tables, 'hints');
  const of = (hintId: string) => hints.filter((hint) => hint['optimization_hint_id'] === hintId);
  expect(of('23').length).toBeGreaterThan(0);
  expect(of('24').length).toBeGreaterThan(0);
});
