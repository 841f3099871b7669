import { afterAll } from 'vitest';
import { Database } from '../src/platform/database/database.ts';
import { anchorDate } from './advice-world.ts';
import { connectOwner, type TestDatabase } from './database.ts';

/** What others do to a contract of its own between the moment planning read it and the moment it writes; `$1` is the contract. */
export const changesBeside = {
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

/**
 * A database as that of work which plans contracts of a house, beside which others make {@link changesBeside} just before it writes.
 * @param writing which of its transactions in this house that is; another house may be worked for beside it
 */
export function changedBeside(
  db: Pick<TestDatabase, 'target'>,
  world: { readonly tenantId: string },
  writing: number,
) {
  let contracts: ReadonlyMap<string, string> = new Map();
  let begun = 0;
  const changeAll = async () => {
    // Not on the connection that waits for the work.
    const other = await connectOwner(db.target);
    for (const [what, statement] of Object.entries(changesBeside)) {
      const id = contracts.get(what);
      if (id !== undefined) await other.query(statement, [id]);
    }
    await other.end();
  };
  class Watched extends Database {
    override async transaction<T>(
      ...given: Parameters<typeof Database.prototype.transaction<T>>
    ): Promise<T> {
      if (given[0].tenantId === world.tenantId && ++begun === writing) await changeAll();
      return super.transaction(...given);
    }
  }
  let database: Watched | undefined;
  afterAll(() => database?.close());
  return {
    database: () => (database ??= new Watched(db.target, { poolSize: 2 })),
    /** @param ids contract by name of its change */
    change(ids: ReadonlyMap<string, string>) {
      contracts = ids;
    },
  };
}
