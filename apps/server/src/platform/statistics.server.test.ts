import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import pg from 'pg';
import { beforeAll, expect, test } from 'vitest';
import { useTestDatabase } from '../../test/database.ts';
import { connectionConfig, unlimited } from './database/connection.ts';

const world = useTestDatabase();
const tenant = randomUUID();
const groups = [randomUUID(), randomUUID(), null] as const;
const tariffs = [randomUUID(), randomUUID()] as const;
const customers = Array.from({ length: 6 }, () => randomUUID());
const contracts = Array.from({ length: 12 }, () => randomUUID());

beforeAll(async () => {
  const { owner } = world;
  await owner.query("insert into tenants (tenant_id, tenant_key, tenant_name) values ($1, 't', 'T')", [
    tenant,
  ]);
  await owner.query("insert into groups (tenant_id, id, group_name) values ($1, $2, 'A'), ($1, $3, 'B')", [
    tenant,
    groups[0],
    groups[1],
  ]);
  await owner.query("insert into issuers (tenant_id, id, issuer_name) values ($1, 1, 'Bank')", [tenant]);
  for (const [index, id] of tariffs.entries())
    await owner.query(
      "insert into tariffs (tenant_id, id, name, key, issuer_id, tariff_type_id) values ($1, $2, 'Tarif', $3, 1, 7)",
      [tenant, id, `T${index}`],
    );
  for (const [index, id] of customers.entries())
    await owner.query(
      "insert into customers (tenant_id, id, group_id, last_name) values ($1, $2, $3, 'Kunde')",
      [tenant, id, groups[index % 3]],
    );
});

type Step = readonly [sql: string, ...values: unknown[]];
const anyContract = fc.constantFrom(...contracts);
const anyCustomer = fc.constantFrom(...customers);
const step: fc.Arbitrary<Step> = fc.oneof(
  fc
    .tuple(anyContract, anyCustomer, fc.constantFrom(...tariffs))
    .map(
      ([id, customer, tariff]): Step => [
        `insert into contracts (tenant_id, id, customer_id, tariff_id, issuer_id, external_key, start_date) values ($1, $2, $3, $4, 1, $5, '2020-01-01') on conflict do nothing`,
        id,
        customer,
        tariff,
        id,
      ],
    ),
  anyContract.map((id): Step => ['delete from contracts where tenant_id = $1 and id = $2', id]),
  fc
    .tuple(anyContract, fc.boolean())
    .map(
      ([id, isDeleted]): Step => [
        `update contracts set deleted_at = case when $3 then now() end, deletion_reason = case when $3 then 'x' end where tenant_id = $1 and id = $2`,
        id,
        isDeleted,
      ],
    ),
  fc
    .tuple(anyContract, fc.nat(100), fc.constantFrom('in', 'above', 'below', 'unknown'))
    .map(
      ([id, score, status]): Step => [
        'update contracts set contract_score = $3, risk_band_status = $4 where tenant_id = $1 and id = $2',
        id,
        score,
        status,
      ],
    ),
  fc
    .tuple(anyContract, fc.constantFrom(...tariffs))
    .map(
      ([id, tariff]): Step => [
        'update contracts set tariff_id = $3 where tenant_id = $1 and id = $2',
        id,
        tariff,
      ],
    ),
  fc.tuple(anyContract, fc.nat(9_999_999)).map(
    ([id, cents]): Step => [
      `insert into portfolios (tenant_id, contract_id, valuation_date, is_current, total_value, cash_value) select $1, id, '2026-01-02', true, $3::numeric / 100, $3::numeric / 100 from contracts where tenant_id = $1 and id = $2
     on conflict (tenant_id, contract_id) where is_current do update set total_value = excluded.total_value, cash_value = excluded.cash_value`,
      id,
      cents,
    ],
  ),
  fc
    .tuple(anyContract, fc.integer({ min: 1, max: 21 }), fc.nat(2))
    .map(
      ([id, hint, severity]): Step => [
        `insert into contract_hints (tenant_id, contract_id, optimization_hint_id, title, text, severity, scope) select $1, id, $3, 'T', '', $4, 'contract' from contracts where tenant_id = $1 and id = $2`,
        id,
        hint,
        severity,
      ],
    ),
  anyContract.map(
    (id): Step => ["update contract_hints set state = 'done' where tenant_id = $1 and contract_id = $2", id],
  ),
  anyContract.map(
    (id): Step => [
      `insert into contract_pending_changes (tenant_id, contract_id, field_name, description) select $1, id, 'x', '' from contracts where tenant_id = $1 and id = $2
     on conflict do nothing`,
      id,
    ],
  ),
  anyContract.map(
    (id): Step => [
      'update contract_pending_changes set processed_at = now(), was_kept = true where tenant_id = $1 and contract_id = $2',
      id,
    ],
  ),
  fc
    .tuple(anyCustomer, fc.constantFrom(...groups))
    .map(
      ([id, group]): Step => [
        'update customers set group_id = $3 where tenant_id = $1 and id = $2',
        id,
        group,
      ],
    ),
  fc.constant<Step>(['update contracts set last_check = now() where tenant_id = $1 and contract_score > 50']),
  fc
    .tuple(anyContract, fc.integer({ min: 1, max: 900 }))
    .map(
      ([id, days]): Step => [
        `update contracts set last_check = now() - $3 * interval '11 hours' where tenant_id = $1 and id = $2`,
        id,
        days,
      ],
    ),
  fc.tuple(anyContract, fc.constantFrom('hints', 'planWaiting'), fc.nat(2), fc.option(fc.nat(2))).map(
    ([id, type, severity, days]): Step => [
      `insert into workbench_tasks (tenant_id, task_type, severity, customer_id, contract_id, group_id, cause_key, due_date)
         select $1, $3, $4, customer_id, id, group_id, id, current_date + $5::integer from contracts where tenant_id = $1 and id = $2
         on conflict do nothing`,
      id,
      type,
      severity,
      days,
    ],
  ),
  fc
    .tuple(
      anyContract,
      fc.constantFrom(
        `status = 'done', snoozed_until = null, done_at = now()`,
        `status = 'snoozed', done_at = null, snoozed_until = current_date + 1`,
        `status = 'open', done_at = null, snoozed_until = null`,
        'ended_at = now()',
        'severity = 2',
        `not_for = array[id]`,
        'due_date = null',
      ),
    )
    .map(
      ([id, change]): Step => [
        `update workbench_tasks set ${change} where tenant_id = $1 and contract_id = $2`,
        id,
      ],
    ),
  fc.constant<Step>(['select compact_statistics($1)']),
);

/** Buckets in which a ledger of counts and its recount differ. */
const countsDiffer = (ledger: string, bucket: string, count: string) => `
  select '${ledger}' as what from (
    select ${bucket}, ${count} as number from ${ledger}_recount union all select ${bucket}, -${count} from ${ledger}) both_sides
   group by ${bucket} having sum(number) <> 0`;

const ledgerDifference = `
  ${countsDiffer('contract_counts', 'tenant_id, group_id, measure, value', 'contract_count')}
  union all ${countsDiffer('task_counts', 'tenant_id, audience_id, task_type, severity, due_date', 'task_count')}
  union all
  select 'contracts' as what from (
    (select tenant_id, group_id, tariff_id, insurer_id, risk_class_id, sum(contract_count), sum(total_value), sum(cash_value), sum(with_hints_count),
            sum(risk_out_of_band_count), sum(pending_changes_count), sum(not_checked_count), sum(scored_count), sum(score_sum)
       from contract_statistics group by 1, 2, 3, 4, 5 having sum(contract_count) <> 0)
    except select * from contract_statistics_recount) as ledger
  union all select 'contracts' from (
    select * from contract_statistics_recount
    except (select tenant_id, group_id, tariff_id, insurer_id, risk_class_id, sum(contract_count), sum(total_value), sum(cash_value), sum(with_hints_count),
            sum(risk_out_of_band_count), sum(pending_changes_count), sum(not_checked_count), sum(scored_count), sum(score_sum)
       from contract_statistics group by 1, 2, 3, 4, 5)) as recount
  union all select 'empty bucket' from contract_statistics group by tenant_id, group_id, tariff_id, insurer_id, risk_class_id
    having sum(contract_count) = 0 and (sum(total_value) <> 0 or sum(with_hints_count) <> 0 or sum(score_sum) <> 0 or sum(not_checked_count) <> 0)
  union all select 'customers' from (
    select tenant_id, group_id, sum(customer_count) as a, sum(with_contracts_count) as b from customer_statistics group by 1, 2 having sum(customer_count) <> 0
    except select * from customer_statistics_recount) as ledger
  union all select 'copies of the customer' from contracts k join customers c on c.tenant_id = k.tenant_id and c.id = k.customer_id
    where k.group_id is distinct from c.group_id or k.customer_sort_name <> c.sort_name
  union all select 'counts of the customer' from customers c
    cross join lateral (
      select count(*)::int as contracts, coalesce(sum(k.total_value), 0) as value,
             (count(*) filter (where k.valuation_date is null and k.total_value = 0))::int as never_valued from contracts k
       where k.tenant_id = c.tenant_id and k.customer_id = c.id and k.deleted_at is null) r
    where (c.contract_count, c.total_value, c.never_valued_count) is distinct from (r.contracts, r.value, r.never_valued)
  union all select 'hints' from contracts k
    cross join lateral (
      select count(*)::smallint as hints, max(severity) as worst, coalesce(bit_or(1 << (optimization_hint_id - 1)), 0) as mask from contract_hints h
       where h.tenant_id = k.tenant_id and h.contract_id = k.id and h.state = 'open') r
    where (k.hint_count, k.highest_hint_severity, k.hint_mask) is distinct from (r.hints, r.worst, r.mask)
  union all select 'pending' from contracts k
    where k.has_pending_changes <> exists (select from contract_pending_changes p where p.contract_id = k.id and p.processed_at is null)`;

test('after any sequence of changes the copies and statistics equal a recount', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (steps) => {
      for (const [sql, ...values] of steps)
        await world.owner.query(sql, sql.includes('$1') ? [tenant, ...values] : values);
      expect((await world.owner.query(ledgerDifference)).rows).toEqual([]);
    }),
    { numRuns: 40 },
  );
}, 60_000);

// A key that exists already, or a contract another writer has just deleted: refused for good, not repeated.
const refusals = ['23505', '23503'];

test('so they do when four writers work at once and the ledger is compacted meanwhile', async () => {
  const plans = fc.sample(fc.array(step, { minLength: 60, maxLength: 60 }), { numRuns: 4, seed: 11 });
  let finished = 0;
  await Promise.all(
    plans.map(async (steps) => {
      const client = new pg.Client(connectionConfig(world.target, { role: 'owner', timeouts: unlimited }));
      await client.connect();
      try {
        for (const [sql, ...values] of steps) {
          // the application repeats a transaction that lost against another one
          for (;;) {
            const error: unknown = await client
              .query(sql, sql.includes('$1') ? [tenant, ...values] : values)
              .then(
                () => null,
                (reason: unknown) => reason,
              );
            if (error === null) break;
            if (
              !(error instanceof pg.DatabaseError) ||
              !['40P01', '40001', ...refusals].includes(error.code ?? '')
            )
              throw error;
            if (refusals.includes(error.code ?? '')) break;
          }
          finished += 1;
        }
      } finally {
        await client.end();
      }
    }),
  );
  expect(finished).toBe(240);
  expect((await world.owner.query(ledgerDifference)).rows).toEqual([]);
}, 60_000);

test('compacting leaves one row for each bucket', async () => {
  await world.owner.query('select compact_statistics($1)', [tenant]);
  const { rows } = await world.owner.query(
    'select count(*) - count(distinct (group_id, tariff_id, insurer_id, risk_class_id)) as surplus from contract_statistics',
  );
  expect(rows).toEqual([{ surplus: 0 }]);
  const kept = await world.owner.query(
    `select count(*) filter (where not is_sum or contract_count = 0) + count(*) - count(distinct (group_id, measure, value)) as surplus
       from contract_counts
     union all
     select count(*) filter (where not is_sum or task_count = 0) + count(*) - count(distinct (audience_id, task_type, severity, due_date))
       from task_counts`,
  );
  expect(kept.rows).toEqual([{ surplus: 0 }, { surplus: 0 }]);
});

test('what was there before a ledger is added to what was appended meanwhile, once', async () => {
  const addPast = readFileSync(
    join(import.meta.dirname, '../../migrations/1003_counts_of_the_past.sql'),
    'utf8',
  );
  await world.owner.query(
    'delete from contract_counts where random() < 0.5; delete from task_counts where random() < 0.5',
  );
  await world.owner.query('update contracts set contract_score = 77 where contract_score is not null');
  await world.owner.query(addPast);
  expect((await world.owner.query(ledgerDifference)).rows).toEqual([]);
  await world.owner.query(addPast);
  expect((await world.owner.query(ledgerDifference)).rows).toEqual([]);
});
