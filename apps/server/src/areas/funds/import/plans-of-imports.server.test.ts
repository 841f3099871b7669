import { isinCheckDigit } from '@depotwerk/domain/isin';
import type pg from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import { useTestDatabase } from '../../../../test/database.ts';
import type { FundRow } from './fund-row.ts';
import { fundStaging, settleFunds, stageFunds } from './fund-staging.ts';
import { aTenant } from './import-test-tools.ts';
import type { PriceRow } from './price-row.ts';
import { priceStaging, settlePrices, stagePrices } from './price-staging.ts';
import { countOutcomes } from './staging.ts';

/**
 * What the statistics know of a house is another tenant's: as on the first day of a small tenant beside a big one, whose rows
 * never make the tenth of a table that lets them be taken anew. Counted are rows read, not seconds.
 */
const db = useTestDatabase();
const funds = 20;
const days = 100;
const prices = funds * days;

beforeAll(async () => {
  await db.owner.query(`alter table fund_prices set (autovacuum_enabled = false);
    alter table funds set (autovacuum_enabled = false)`);
  const { tenantId } = await aTenant(db);
  await addFunds(tenantId, 1000);
  await db.owner.query(
    `insert into fund_prices (tenant_id, fund_id, price_date, price)
     select tenant_id, id, date '2020-01-01' + n, 100 from funds, generate_series(1, 50) n where tenant_id = $1`,
    [tenantId],
  );
  await db.owner.query('analyze fund_prices; analyze funds');
});

const addFunds = (tenantId: string, count: number) =>
  db.owner.query(
    `insert into funds (tenant_id, isin, name, company_name, currency)
     select $1, isin, 'Fonds ' || isin, '', 'EUR' from unnest($2::text[]) isin`,
    [tenantId, Array.from({ length: count }, (_value, index) => isinOf(index + 1))],
  );

const isinOf = (index: number) => {
  const body = `LU${String(index).padStart(9, '0')}`;
  return `${body}${isinCheckDigit(body)}`;
};

/** Rows read by a transaction from what an import works on. */
async function rowsRead(connection: pg.ClientBase, staging: string): Promise<number> {
  const { rows } = await connection.query<{ n: number }>(
    `select sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::float8 as n from pg_stat_xact_all_tables
      where relname in ('fund_prices', 'funds', $1)`,
    [staging],
  );
  return rows[0]?.n ?? 0;
}

async function* pricesAt(ids: readonly number[], price: (fund: number) => number): AsyncGenerator<PriceRow> {
  for (let day = 0; day < days; day += 1) {
    for (const fundId of ids) {
      yield {
        line: 2 + day,
        column: String(fundId),
        isin: '',
        fundId,
        day: new Date(Date.UTC(2024, 0, 1 + day)).toISOString().slice(0, 10),
        price: String(price(fundId)),
        value: '',
        fault: null,
      };
    }
  }
}

async function* fundsNamed(name: string, count: number): AsyncGenerator<FundRow> {
  for (let n = 1; n <= count; n += 1) {
    const values = new Map([
      ['name', `${name} ${n}`],
      ['currency', 'EUR'],
    ]);
    yield {
      line: n + 1,
      isin: isinOf(n),
      values,
      targetMarket: {},
      fault: null,
      hint: null,
    };
  }
}

describe('an import reads each row a few times, whatever the statistics say', () => {
  it('of prices: new, the same again, changed, in another unit', async () => {
    const { tenantId, context } = await aTenant(db);
    await addFunds(tenantId, funds);
    const { rows } = await db.owner.query<{ id: number }>('select id from funds where tenant_id = $1', [
      tenantId,
    ]);
    const ids = rows.map(({ id }) => id);
    const take = (price: (fund: number) => number) =>
      db.database.transaction(context, async (_transaction, connection) => {
        await stagePrices(connection, pricesAt(ids, price));
        await settlePrices(connection, false);
        const { imported, changed, unchanged, rejected } = await countOutcomes(connection, priceStaging);
        const read = await rowsRead(connection, priceStaging);
        return { imported, changed, unchanged, rejected, often: Math.floor(read / prices / 30) };
      });
    const none = { imported: 0, changed: 0, unchanged: 0, rejected: 0, often: 0 };
    expect(await take((fund) => 100 + fund)).toEqual({ ...none, imported: prices });
    expect(await take((fund) => 100 + fund)).toEqual({ ...none, unchanged: prices });
    expect(await take((fund) => 101 + fund)).toEqual({ ...none, changed: prices });
    expect(await take((fund) => (101 + fund) * 100)).toEqual({ ...none, rejected: prices });
    const { rows: latest } = await db.owner.query(
      'select count(*)::int as n from funds where tenant_id = $1 and price = 101 + id and price_date = $2',
      [tenantId, '2024-04-09'],
    );
    expect(latest).toEqual([{ n: funds }]);
  });

  it('of funds: new, the same again, changed', async () => {
    const { context } = await aTenant(db);
    const count = 2000;
    const take = (name: string) =>
      db.database.transaction(context, async (_transaction, connection) => {
        await stageFunds(connection, fundsNamed(name, count));
        await settleFunds(connection, 'test', true);
        const { imported, changed, unchanged } = await countOutcomes(connection, fundStaging);
        const read = await rowsRead(connection, fundStaging);
        return { imported, changed, unchanged, often: Math.floor(read / count / 30) };
      });
    const none = { imported: 0, changed: 0, unchanged: 0, often: 0 };
    expect(await take('Fonds')).toEqual({ ...none, imported: count });
    expect(await take('Fonds')).toEqual({ ...none, unchanged: count });
    expect(await take('Anderer Fonds')).toEqual({ ...none, changed: count });
  });
});
