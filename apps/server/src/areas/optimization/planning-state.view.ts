import type { PlanningState } from '@depotwerk/domain/contracts/plan-obstacles';
import { openPlanStates } from '@depotwerk/domain/contracts/plan-states';
import { sql, type Transaction } from 'kysely';
import { isContractBlocked } from '../../platform/customers/blocked-contract.ts';
import type { DbContext, Reader } from '../../platform/database/database.ts';
import type { Schema } from '../../platform/database/schema.ts';

/** What of `contracts c` can keep it from being planned; wants {@link planningTables}. */
export const planningSelection = `${isContractBlocked} as "isBlocked", c.has_pending_changes as "hasPendingChanges",
  case when o.id is null then null when o.is_ordered then 'ordered'
       when exists (select from continuous_plans k where k.tenant_id = c.tenant_id and k.planned_optimization_id = o.id)
       then 'own' else 'foreign' end as "openPlan"`;

/**
 * SQL: what of `contracts c` a plan rests on, as one short text. Asked before it is planned and once more when it is locked, it says whether
 * anybody changed, moved, blocked or deleted the contract in between, or the bank told other holdings: then what came of it is of another
 * contract. Entries of holdings and of savings plans are written anew when one of them changes: the first tells it, and the plan's id.
 * Scores and notes are left out, which planning reads nothing of.
 */
export const readAsSql = `hash_record_extended(row(c.tariff_id, c.customer_id, c.cost_model_id, c.start_date, c.end_date, c.deleted_at,
    c.guaranteed_level, c.has_pending_changes, c.risk_class_id, c.contribution, c.contribution_interval, c.total_value, c.reserve_value,
    c.non_funds_value, c.paid_in, c.valuation_date,
    (select hash_record_extended(row(x.id, (select e.id from portfolio_entries e
        where e.tenant_id = x.tenant_id and e.portfolio_id = x.id order by e.id limit 1)), 0)
      from portfolios x where x.tenant_id = c.tenant_id and x.contract_id = c.id and x.is_current),
    (select sum(hash_record_extended(row(x.id, x.valid_to), 0)) from savings_plans x
      where x.tenant_id = c.tenant_id and x.contract_id = c.id),
    (select hash_record_extended(row(x.dealt_with -> 'unknownFunds', x.dealt_with -> 'ourCash'), 0)
       from trader_depots x where x.tenant_id = c.tenant_id and x.contract_id = c.id),
    (select sum(hash_record_extended(row(x.id, x.row_version), 0))
       from contract_holders x where x.tenant_id = c.tenant_id and x.contract_id = c.id),
    (select hash_record_extended(row(x.id, x.row_version), 0) from risk_assessments x
      where x.tenant_id = c.tenant_id and x.contract_id = c.id and x.status = 'valid'),
    ${isContractBlocked}), 0)::text`;

/**
 * Those of many contracts that are still what they were read as, which is what {@link readAsSql} said of them; to be asked when they are
 * locked, by a statement of its own: one that waited is as old as its wait.
 */
export async function readUnchanged(
  transaction: Transaction<Schema>,
  contracts: readonly { readonly id: string; readonly readAs: string }[],
): Promise<ReadonlySet<string>> {
  const readAs = new Map(contracts.map((contract) => [contract.id, contract.readAs]));
  const { rows } = await sql<{
    id: string;
    readAs: string;
  }>`select c.id, ${sql.raw(readAsSql)} as "readAs" from contracts c
    where c.tenant_id = app_tenant_id() and c.id = any (${[...readAs.keys()]}::uuid[])`.execute(transaction);
  return new Set(rows.flatMap((row) => (row.readAs === readAs.get(row.id) ? [row.id] : [])));
}

/** SQL: whether the bank has orders of open plan `p`, or might have. */
export const isOrderedSql = (p: string) =>
  `(${p}.state = 'submitted' or exists (select from trader_orders t where t.tenant_id = ${p}.tenant_id
    and t.planned_optimization_id = ${p}.id and t.state in ('prepared', 'sent', 'unknown')))`;

/** Open plan `o` of `contracts c`. @param states placeholder of {@link openPlanStates} */
export const planningTables = (states: string): string => `
  left join lateral (select x.id, ${isOrderedSql('x')} as is_ordered
    from planned_optimizations x where x.tenant_id = c.tenant_id and x.contract_id = c.id
      and x.state = any (${states}::text[])) o on true`;

/** A contract with what can keep it from being planned. */
export interface PlannableContract extends PlanningState {
  readonly id: string;
  readonly externalKey: string;
  readonly openPlanId: string | null;
}

/** Running contracts of those named, in the order of their ids. `today` is an ISO day. */
export const readPlanningStates = (
  reader: Reader,
  context: DbContext,
  contractIds: readonly string[],
  today: string,
): Promise<PlannableContract[]> =>
  reader.read<PlannableContract>(context, {
    sql: `select c.id, c.external_key as "externalKey", o.id as "openPlanId", ${planningSelection}
           from contracts c ${planningTables('$3')}
           where c.tenant_id = app_tenant_id() and c.id = any ($1::uuid[]) and c.deleted_at is null
             and (c.end_date is null or c.end_date > $2::date) order by c.id`,
    parameters: [contractIds, today, [...openPlanStates]],
  });
