import { randomUUID } from 'node:crypto';
import { type Payment, paidInOn } from '@depotwerk/domain/contracts/payments';
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { useTestDatabase } from '../../../../test/database.ts';

const world = useTestDatabase();
const tenant = randomUUID();

beforeAll(async () => {
  await world.owner.query(
    "insert into tenants (tenant_id, tenant_key, tenant_name) values ($1, 'eins', 'Eins')",
    [tenant],
  );
  await world.owner.query("insert into issuers (tenant_id, id, issuer_name) values ($1, 1, 'Bank')", [
    tenant,
  ]);
});

test('what was paid in up to a day follows from the lines of a contract', async () => {
  const { rows: contracts } = await world.owner.query<{ id: string }>(
    `with t as (insert into tariffs (tenant_id, name, key, issuer_id, tariff_type_id) values ($1, 'Tarif', 'T', 1, 7) returning id), u as (insert into customers (tenant_id, last_name) values ($1, 'Ott') returning id)
     insert into contracts (tenant_id, customer_id, tariff_id, issuer_id, external_key, start_date)
     select $1, u.id, t.id, 1, 'P-' || n, '2020-01-01' from t, u, generate_series(1, 60) n returning id`,
    [tenant],
  );
  const day = fc.integer({ min: 1, max: 9 }).map((number) => `2024-01-0${number}`);
  const cents = fc.integer({ min: 1, max: 999_999 }).map((amount) => amount / 100);
  const line = fc.record({
    kind: fc.constantFrom('stated' as const, 'paidIn' as const, 'paidOut' as const),
    day,
    amount: cents,
  });
  const cases = fc.sample(
    fc.uniqueArray(line, {
      selector: (one: Payment) => (one.kind === 'stated' ? one.day : JSON.stringify(one)),
    }),
    { numRuns: contracts.length, seed: 3 },
  );
  const days = Array.from({ length: 9 }, (_, index) => `2024-01-0${index + 1}`);
  for (const [index, { id }] of contracts.entries()) {
    const lines = cases[index] ?? [];
    // The valuations are there before the lines or after them.
    const value = () =>
      world.owner.query(
        `insert into portfolios (tenant_id, contract_id, valuation_date, total_value, cash_value)
         select $1, $2, d, 5, 5 from unnest($3::date[]) d`,
        [tenant, id, days],
      );
    if (index % 2 === 0) await value();
    await world.owner.query(
      `insert into contract_payments (tenant_id, contract_id, payment_kind, payment_day, amount, payment_source)
       select $1, $2, l.kind, l.day, l.amount, 'hand' from jsonb_to_recordset($3) l (kind text, day date, amount numeric)`,
      [tenant, id, JSON.stringify(lines)],
    );
    if (index % 2 === 1) await value();
    const { rows } = await world.owner.query<{ paid: number | null }>(
      `select paid_in::float8 as paid from portfolios where contract_id = $1 order by valuation_date`,
      [id],
    );
    expect(rows.map(({ paid }) => paid)).toEqual(days.map((each) => paidInOn(lines, each)));
  }
  await world.owner.query('delete from contract_payments where tenant_id = $1', [tenant]);
  const { rows } = await world.owner.query(
    'select count(*)::int as known from portfolios where tenant_id = $1 and paid_in is not null',
    [tenant],
  );
  expect(rows).toEqual([{ known: 0 }]);
});
