import { afterAll, expect, it } from 'vitest';
import { adviceHouse } from '../../../../test/advice-house.ts';
import { anchorDate } from '../../../../test/advice-world.ts';
import { continuousCalls } from '../../../../test/continuous-calls.ts';
import { connectOwner } from '../../../../test/database.ts';
import { useJobWorkers } from '../../../../test/job-workers.ts';
import { Database } from '../../../platform/database/database.ts';
import { TariffData } from '../tariff-data.ts';
import { createContinuousJob } from './plan-job.ts';
import { continuousOptimizationRoutes } from './routes.ts';

const { db, world, admin } = adviceHouse('medium', continuousOptimizationRoutes);
const clock = () => Date.parse(`${anchorDate}T11:00:00Z`);
/** Called before a run writes what it found. */
let beforeWriting: () => Promise<unknown> = () => Promise.resolve();
/** As that of a run, whose first transaction in our house gives up what has lapsed and whose second one writes; another house runs beside it. */
class Watched extends Database {
  #begun = 0;
  override async transaction<T>(...given: Parameters<typeof Database.prototype.transaction<T>>): Promise<T> {
    if (given[0].tenantId === world.tenantId && ++this.#begun === 2) await beforeWriting();
    return super.transaction(...given);
  }
}
const watched: Watched[] = [];
useJobWorkers(db, () => {
  const database = new Watched(db.target, { poolSize: 2 });
  watched.push(database);
  // One chunk: all that is read is read before anything is written.
  return [createContinuousJob(database, new TariffData(database), clock, () => {}, 100_000)];
});
afterAll(() => Promise.all(watched.map((database) => database.close())));
const { run } = continuousCalls(db, world, () => admin);

/** What others do to a contract of its own between the moment a run read it and the moment it writes; `$1` is the contract. */
const changes = {
  deleted: `update contracts set deleted_at = now(), deletion_reason = 'Storno' where id = $1`,
  ended: `update contracts set end_date = greatest(start_date + 1, date '${anchorDate}' - 1) where id = $1`,
  'moved to another tariff': `update contracts c set tariff_id = (select t.id from tariffs t
    where t.tenant_id = c.tenant_id and t.id <> c.tariff_id order by t.id limit 1) where id = $1`,
  'held by who is blocked now': `update customers set is_blocked = true where id = (select customer_id from contracts where id = $1)`,
  'reported to have changed': `update contracts set has_pending_changes = true where id = $1`,
  'told of other holdings by the bank': `with old as (update portfolios set is_current = false where contract_id = $1 and is_current returning *)
    insert into portfolios (tenant_id, contract_id, valuation_date, is_current, total_value, cash_value, non_funds_value, reserve_value)
    select tenant_id, contract_id, valuation_date, true, total_value, cash_value, non_funds_value, reserve_value from old`,
  'of another profile': `update risk_assessments set valid_until = valid_until - 1 where contract_id = $1 and status = 'valid'`,
  'of other holdings of the same day and worth': `with old as (delete from portfolio_entries e
      where e.portfolio_id = (select id from portfolios where contract_id = $1 and is_current) returning e.*)
    insert into portfolio_entries (tenant_id, portfolio_id, fund_id, quantity, price, price_date, value, fraction, is_locked)
    select tenant_id, portfolio_id, fund_id, quantity, price, price_date, value, fraction, not is_locked from old`,
  'of holdings the bank names and nobody here knows': `insert into trader_depots (tenant_id, issuer_id, external_key, contract_id, state, dealt_with)
    select tenant_id, issuer_id, 'unknown-' || external_key, id, 'linked',
      '{"unknownFunds": [{"isin": "LU9999999990", "quantity": 3, "value": 0}]}' from contracts where id = $1
    on conflict (tenant_id, contract_id) where contract_id is not null do update set dealt_with = excluded.dealt_with`,
  'held by a second person': `insert into contract_holders (tenant_id, contract_id, customer_id)
    select c.tenant_id, c.id, (select u.id from customers u where u.tenant_id = c.tenant_id and not u.is_blocked and u.id <> c.customer_id
      order by u.id limit 1) from contracts c where c.id = $1`,
  'of a savings plan of as much with other funds': `with old as (delete from savings_plans where contract_id = $1 returning *)
    insert into savings_plans (tenant_id, contract_id, valid_from, valid_to, contribution, contribution_interval)
    select tenant_id, contract_id, valid_from, valid_to, contribution, contribution_interval from old`,
  'of another contribution': `update contracts set contribution = coalesce(contribution, 0) + 1,
    contribution_interval = coalesce(contribution_interval, 1) where id = $1`,
};

interface LookedAt {
  readonly contractId: string;
  readonly state: string;
  readonly reason: string | null;
}
const looks = async () => {
  const { rows } = await db.owner.query<LookedAt>(
    `select contract_id as "contractId", state, skip_reason as reason from continuous_plans where tenant_id = $1`,
    [world.tenantId],
  );
  return new Map(rows.map((row) => [row.contractId, row]));
};

it('is no look at the contract as it is now, which the next run takes', async () => {
  const { rows } = await db.owner.query<{ id: string }>(
    `select distinct on (c.customer_id) c.id from contracts c
       join savings_plans s on s.tenant_id = c.tenant_id and s.contract_id = c.id and s.valid_to is null
       join tariffs t on t.tenant_id = c.tenant_id and t.id = c.tariff_id and t.continuous_optimization
       join risk_assessments a on a.tenant_id = c.tenant_id and a.contract_id = c.id and a.status = 'valid'
       join portfolios p on p.tenant_id = c.tenant_id and p.contract_id = c.id and p.is_current
      where c.tenant_id = $1 and c.deleted_at is null and (c.end_date is null or c.end_date > $2::date)
        and c.start_date < $2::date - 400 order by c.customer_id`,
    [world.tenantId, anchorDate],
  );
  const changed = new Map(Object.keys(changes).map((what, k) => [what, rows[k]?.id ?? '']));
  expect(new Set(changed.values()).size).toBe(Object.keys(changes).length);
  // A run of few: what is planned is not what is asked here.
  await db.owner.query(
    `update contracts set deleted_at = now(), deletion_reason = 'Test' where tenant_id = $1 and deleted_at is null and id <> all ($2::uuid[])`,
    [world.tenantId, rows.slice(0, 16).map(({ id }) => id)],
  );
  beforeWriting = async () => {
    // Not on the connection that waits for the run.
    const other = await connectOwner(db.target);
    for (const [what, statement] of Object.entries(changes))
      await other.query(statement, [changed.get(what)]);
    await other.end();
    beforeWriting = () => Promise.resolve();
  };
  await run();
  const first = await looks();
  expect([...changed].filter(([, id]) => first.has(id))).toEqual([]);
  expect(first.size).toBe(4);
  const { rows: told } = await db.owner.query<{ overtaken: number }>(
    `select (details->>'overtaken')::int as overtaken from audit_entries
      where tenant_id = $1 and action = 'continuousOptimization.plan'`,
    [world.tenantId],
  );
  expect(told).toEqual([{ overtaken: changed.size }]);
  await run();
  const second = await looks();
  const became = (what: keyof typeof changes) => second.get(changed.get(what) ?? '');
  expect([became('deleted'), became('ended')]).toEqual([undefined, undefined]);
  expect(became('held by who is blocked now')).toMatchObject({ state: 'skipped', reason: 'customerBlocked' });
  expect(became('reported to have changed')).toMatchObject({ state: 'skipped', reason: 'pendingChanges' });
  const lookedAt = [
    became('told of other holdings by the bank'),
    became('of another profile'),
    became('of another contribution'),
  ];
  expect(lookedAt).not.toContain(undefined);
});
