import { fromCents, toCents } from '@depotwerk/domain/money';
import { largestRemainder } from '@depotwerk/engine/largest-remainder';
import { sql, type Transaction } from 'kysely';
import type { Schema } from '../database/schema.ts';

/** A savings plan by ISIN. */
export interface NewPlan {
  readonly contribution: number;
  readonly contributionInterval: number;
  /** Yearly rise of the contribution as a fraction; left out = as before. */
  readonly dynamicPercent?: number;
  readonly entries: readonly { readonly isin: string; readonly fraction: number }[];
}

/**
 * Puts a savings plan in force from a day on; the one before ends the day before, or is replaced when it began the same
 * day. null ends the plan. Funds we do not know have no row: the rest then sums to less than one, which hint 16 shows.
 * @param until last day it is in force, the day before one that follows and stays; null = no other one follows
 */
export async function writeSavingsPlan(
  transaction: Transaction<Schema>,
  contractId: string,
  plan: NewPlan | null,
  validFrom: string,
  fundIds: ReadonlyMap<string, number>,
  until: string | null = null,
): Promise<void> {
  // Of the one that pays until then, not of one that was to follow.
  const before = await sql<{ dynamic_percent: number }>`
    select dynamic_percent from savings_plans
     where tenant_id = app_tenant_id() and contract_id = ${contractId} and (valid_to is null or valid_to >= ${validFrom}::date)
     order by valid_from limit 1`.execute(transaction);
  await sql`delete from savings_plans where tenant_id = app_tenant_id() and contract_id = ${contractId}
      and valid_from >= ${validFrom}::date and (${until}::date is null or valid_from <= ${until}::date)`.execute(
    transaction,
  );
  // One that was to end on a later day, because another one was to follow, ends now as well.
  await sql`update savings_plans set valid_to = ${validFrom}::date - 1
     where tenant_id = app_tenant_id() and contract_id = ${contractId} and valid_from < ${validFrom}::date
       and (valid_to is null or valid_to >= ${validFrom}::date)`.execute(transaction);
  if (!plan) return;
  const inserted = await sql<{ id: string }>`
    insert into savings_plans (tenant_id, contract_id, valid_from, valid_to, contribution, contribution_interval, dynamic_percent)
    values (app_tenant_id(), ${contractId}, ${validFrom}, ${until}::date, ${plan.contribution}, ${plan.contributionInterval},
      ${plan.dynamicPercent ?? before.rows[0]?.dynamic_percent ?? 0})
    returning id`.execute(transaction);
  const planId = inserted.rows[0]?.id ?? '';
  const rows = planRows(plan, fundIds);
  await sql`insert into savings_plan_entries (tenant_id, savings_plan_id, fund_id, fraction, amount, sort_order)
    select app_tenant_id(), ${planId}, e."fundId", e.fraction, e.amount, e."sortOrder"
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as e ("fundId" integer, fraction numeric, amount numeric, "sortOrder" smallint)`.execute(transaction);
}

/** Amounts sum to the contribution where the fractions sum to one. */
function planRows(plan: NewPlan, fundIds: ReadonlyMap<string, number>) {
  const entries = plan.entries.toSorted((a, b) => b.fraction - a.fraction);
  const sum = entries.reduce((total, entry) => total + entry.fraction, 0);
  const isWhole = Math.abs(sum - 1) < 0.0005;
  const cents = isWhole
    ? largestRemainder(
        entries.map((entry) => entry.fraction),
        toCents(plan.contribution),
      )
    : entries.map((entry) => Math.round(toCents(plan.contribution) * entry.fraction));
  return entries.flatMap((entry, index) => {
    const fundId = fundIds.get(entry.isin);
    if (fundId === undefined) return [];
    return [
      {
        fundId,
        fraction: Math.min(1, entry.fraction),
        amount: fromCents(cents[index] ?? 0),
        sortOrder: index,
      },
    ];
  });
}
