import { turnoverOf } from '@depotwerk/domain/contracts/plan-approval';
import type { PlanDescription } from '@depotwerk/engine/advice/describe-plan';
import { sql, type Transaction } from 'kysely';
import type { Schema } from '../../../platform/database/schema.ts';
import { isLookOpenSql, rememberReleaseSql } from './open-looks.view.ts';
import { findingsOf } from './propose-plan.ts';

/**
 * A plan of the tariff's calendar that somebody changed by hand waits for its release anew: a release was for the former orders,
 * and so is one that was on its way (its version is another now). The list tells what the changed plan does.
 */
export async function waitAgain(
  transaction: Transaction<Schema>,
  planId: string,
  { transactions, savingsPlanChanges, after }: PlanDescription,
): Promise<void> {
  const summary = { turnover: turnoverOf(transactions), findingsAfter: findingsOf(after) };
  const advice = {
    orderCount: transactions.length,
    isSavingsPlanChanged: savingsPlanChanges.some(
      ({ fractionBefore, fractionAfter }) => fractionBefore !== fractionAfter,
    ),
  };
  await sql`update continuous_plans k set state = 'waiting', ${sql.raw(rememberReleaseSql)}, decided_by = null, decided_at = null, decision_note = null,
      summary = summary || ${JSON.stringify(summary)}::jsonb
        || jsonb_build_object('advice', summary->'advice' || ${JSON.stringify(advice)}::jsonb)
    where tenant_id = app_tenant_id() and planned_optimization_id = ${planId} and ${sql.raw(isLookOpenSql('k.state'))}`.execute(
    transaction,
  );
}
