import { isInterval } from '@depotwerk/domain/interval';
import { sql, type Transaction } from 'kysely';
import * as z from 'zod/mini';
import type { Schema } from '../../../platform/database/schema.ts';
import type { OwnPortfolio } from '../../../platform/depot-content/own-portfolio.ts';
import { formPlan, houseDay } from '../../../platform/depot-content/plan-days.ts';
import type { OwnOrders, OwnState } from './compare-depot.ts';
import { type DealtWith, type PlainPlan, parseDealtWith } from './dealt-with.ts';
import { plainPlan } from './normal-depot.ts';

/** A depot with the contract it is linked to, both locked. */
export interface LinkedDepot {
  readonly depotId: string;
  readonly issuerId: number;
  readonly issuerName: string;
  readonly externalKey: string;
  readonly contractId: string;
  readonly groupId: string | null;
  readonly revision: string | null;
  readonly holderName: string;
  readonly lastRefreshAt: string | null;
  readonly dealtWith: DealtWith | null;
}

/** Locks a linked depot and its contract; null when the link is gone or the contract deleted. */
export async function lockLinkedDepot(
  transaction: Transaction<Schema>,
  depotId: string,
): Promise<LinkedDepot | null> {
  const { rows } = await sql<Omit<LinkedDepot, 'dealtWith'> & { dealtWith: unknown }>`
    select d.id as "depotId", d.issuer_id as "issuerId", i.issuer_name as "issuerName", d.external_key as "externalKey",
      c.id as "contractId", c.group_id as "groupId", d.revision, d.holder_name as "holderName",
      d.last_refresh_at as "lastRefreshAt", d.dealt_with as "dealtWith"
      from trader_depots d
      join issuers i on i.tenant_id = d.tenant_id and i.id = d.issuer_id
      join contracts c on c.tenant_id = d.tenant_id and c.id = d.contract_id
     where d.tenant_id = app_tenant_id() and d.id = ${depotId} and d.state = 'linked' and c.deleted_at is null
       for no key update of d, c`.execute(transaction);
  const row = rows[0];
  return row ? { ...row, dealtWith: parseDealtWith(row.dealtWith) } : null;
}

/** The savings plan in force, else the first to come, in one spelling; null for none. What follows later is no business of the bank yet. */
export async function readOwnPlan(
  transaction: Transaction<Schema>,
  contractId: string,
): Promise<PlainPlan | null> {
  const { rows } = await sql<{
    contribution: number;
    interval: 1 | 4 | 6 | 12;
    entries: PlainPlan['entries'];
  }>`
    select s.contribution, s.contribution_interval as interval,
      (select coalesce(jsonb_agg(jsonb_build_object('isin', f.isin, 'fraction', e.fraction)), '[]')
         from savings_plan_entries e join funds f on f.tenant_id = e.tenant_id and f.id = e.fund_id
        where e.tenant_id = s.tenant_id and e.savings_plan_id = s.id) as entries
      from contracts c cross join lateral (${sql.raw(formPlan('c', houseDay))}) s
     where c.tenant_id = app_tenant_id() and c.id = ${contractId}`.execute(transaction);
  const plan = rows[0];
  if (!plan) return null;
  return plainPlan({
    contribution: plan.contribution,
    contributionInterval: plan.interval,
    entries: plan.entries,
  });
}

/** Our side of the comparison. */
export function ownStateOf(
  depot: Pick<LinkedDepot, 'dealtWith' | 'holderName'>,
  portfolio: OwnPortfolio | null,
  savingsPlan: PlainPlan | null,
): OwnState {
  const quantities = new Map<string, number>();
  for (const { isin, quantity } of [
    ...(portfolio?.entries ?? []),
    ...(depot.dealtWith?.unknownFunds ?? []),
  ]) {
    quantities.set(isin, (quantities.get(isin) ?? 0) + quantity);
  }
  return {
    valuationDate: portfolio?.valuationDate ?? null,
    quantities,
    cash: depot.dealtWith?.ourCash ?? portfolio?.nonFundsValue ?? 0,
    savingsPlan,
    holderName: depot.holderName,
  };
}

const orderRequest = z.object({
  orders: z.optional(z.array(z.object({ isin: z.string(), fromIsin: z.optional(z.nullable(z.string())) }))),
  savingsPlan: z.optional(
    z.nullable(
      z.object({
        contribution: z.number(),
        entries: z.array(z.object({ isin: z.string(), fraction: z.number() })),
      }),
    ),
  ),
});

/** Days after its settlement in which an order still explains movements at the bank (value dates lag behind). */
const settlingDays = 3;

/** Orders of ours at the bank that are under way or settled since the last refresh. */
export async function readOwnOrders(
  transaction: Transaction<Schema>,
  depot: LinkedDepot,
  contributionInterval: number,
): Promise<OwnOrders> {
  const { rows } = await sql<{ request: unknown }>`
    select request from trader_orders
     where tenant_id = app_tenant_id() and contract_id = ${depot.contractId}
       and (state in ('sent', 'unknown') or (state in ('confirmed', 'partlyConfirmed')
         and settled_at > coalesce(${depot.lastRefreshAt}::timestamptz, 'epoch') - ${settlingDays} * interval '1 day'))
  `.execute(transaction);
  const isins = new Set<string>();
  const savingsPlans: PlainPlan[] = [];
  for (const row of rows) {
    const request = orderRequest.safeParse(row.request);
    if (!request.success) continue;
    for (const { isin, fromIsin } of request.data.orders ?? []) {
      isins.add(isin);
      if (fromIsin) isins.add(fromIsin);
    }
    const plan = request.data.savingsPlan;
    const plain = plan
      ? plainPlan({
          ...plan,
          contributionInterval: isInterval(contributionInterval) ? contributionInterval : 1,
        })
      : null;
    if (plain) savingsPlans.push(plain);
  }
  return { isins, savingsPlans };
}
