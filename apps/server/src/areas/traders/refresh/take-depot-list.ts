import { CompiledQuery, sql, type Transaction } from 'kysely';
import { Parameters } from '../../../platform/database/parameters.ts';
import type { Schema } from '../../../platform/database/schema.ts';
import type { JobProblem } from '../../../platform/jobs/job-handler.ts';
import type { Scope } from '../../../platform/scope.ts';
import { depotCondition, depotOwnerJoin, linkedContractCondition } from '../depots/visible-depots.view.ts';
import type { BankDepotHead } from '../gateway/trader-gateway.ts';

export interface ListTaken {
  /** Depots the user sees that are new to us or whose state at the bank changed. */
  readonly changed: number;
  readonly problems: readonly JobProblem[];
}

/**
 * Stores which depots the bank shows a user's login, his or not: what he is told of them follows from `scope`. New ones wait for a contract, rejected ones say so. A depot with the number
 * of a contract that counts as linked already gets that link; numbers are the same as in the import of a book, and a
 * spelling that fits several gets none but its very own. Part of a system job; links nothing anew.
 */
export async function takeDepotList(
  transaction: Transaction<Schema>,
  issuerId: number,
  userId: string,
  scope: Scope | null,
  heads: readonly BankDepotHead[],
): Promise<ListTaken> {
  const rows = heads.map((head) => ({
    key: head.externalKey.slice(0, 50),
    consumer: head.externalConsumerKey?.slice(0, 50) ?? null,
    holder: head.holderName.slice(0, 200),
    product: head.productKey?.slice(0, 50) ?? null,
    rejected: head.isRejected,
    total: head.totalValue,
  }));
  const list = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
    as h (key text, consumer text, holder text, product text, rejected boolean, total numeric)`;
  const inserted = await sql<{ id: string }>`
    with waiting as materialized (
      select k.id, k.customer_id, k.tariff_id, k.external_key, contract_match_key(k.external_key) as match_key,
             count(*) over (partition by contract_match_key(k.external_key)) as twins
        from contracts k
       where k.tenant_id = app_tenant_id() and k.issuer_id = ${issuerId} and k.is_linked and k.deleted_at is null
         and not exists (select from trader_depots o where o.tenant_id = k.tenant_id and o.contract_id = k.id)),
    heads as (
      select h.*, contract_match_key(h.key) as match_key, count(*) over (partition by contract_match_key(h.key)) as twins
        from ${list})
    insert into trader_depots (tenant_id, issuer_id, external_key, external_consumer_key, contract_id, customer_id,
      tariff_id, holder_name, product_key, state, total_value)
    select app_tenant_id(), ${issuerId}, h.key, h.consumer, c.id, c.customer_id, c.tariff_id, h.holder, h.product,
      case when c.id is not null then 'linked' when h.rejected then 'rejected' else 'new' end, h.total
      from heads h
      left join waiting c on c.match_key = h.match_key and not h.rejected
        and (c.external_key = h.key or (c.twins = 1 and h.twins = 1))
    on conflict (tenant_id, issuer_id, external_key) do nothing returning id`.execute(transaction);
  const updated = await sql<{ id: string }>`
    update trader_depots d set holder_name = h.holder, product_key = coalesce(h.product, d.product_key),
        external_consumer_key = coalesce(h.consumer, d.external_consumer_key), total_value = coalesce(h.total, d.total_value),
        state = case when h.rejected then 'rejected' when d.state = 'rejected' then 'new' else d.state end
      from ${list}
     where d.tenant_id = app_tenant_id() and d.issuer_id = ${issuerId} and d.external_key = h.key and d.state <> 'linked'
       and (d.holder_name, d.product_key, d.external_consumer_key, d.total_value, d.state = 'rejected') is distinct from
         (h.holder, coalesce(h.product, d.product_key), coalesce(h.consumer, d.external_consumer_key),
          coalesce(h.total, d.total_value), h.rejected) returning d.id`.execute(transaction);
  await sql`insert into trader_depot_readers (tenant_id, trader_depot_id, user_id)
    select app_tenant_id(), d.id, ${userId} from ${list}
      join trader_depots d on d.tenant_id = app_tenant_id() and d.issuer_id = ${issuerId} and d.external_key = h.key
    on conflict (tenant_id, trader_depot_id, user_id) do nothing`.execute(transaction);
  const missing = await sql<{ externalKey: string; contractId: string }>`
    select d.external_key as "externalKey", d.contract_id as "contractId" from trader_depots d
      join trader_depot_readers r on r.tenant_id = d.tenant_id and r.trader_depot_id = d.id and r.user_id = ${userId}
     where d.tenant_id = app_tenant_id() and d.issuer_id = ${issuerId} and d.state = 'linked'
       and d.external_key <> all (${rows.map((row) => row.key)}::text[])`.execute(transaction);
  return {
    changed: scope === null ? 0 : await countSeen(transaction, scope, [...inserted.rows, ...updated.rows]),
    problems: missing.rows.map(({ externalKey, contractId }) => ({
      code: 'traderDepots.notAtBank',
      message: `Das Institut führt das Depot ${externalKey} nicht mehr.`,
      externalKey,
      contractId,
    })),
  };
}

async function countSeen(
  transaction: Transaction<Schema>,
  scope: Scope,
  depots: readonly { readonly id: string }[],
): Promise<number> {
  const parameters = new Parameters();
  const ids = parameters.add(depots.map(({ id }) => id));
  const { rows } = await transaction.executeQuery<{ count: number }>(
    CompiledQuery.raw(
      `select count(*)::int as count from trader_depots d ${depotOwnerJoin}
        where d.tenant_id = app_tenant_id() and d.id = any (${ids}::uuid[])
          and (${depotCondition(scope, parameters)} or ${linkedContractCondition(scope, parameters)})`,
      parameters.values,
    ),
  );
  return rows[0]?.count ?? 0;
}
