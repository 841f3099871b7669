import {
  lapseOf,
  lapseTexts,
  type PlannedContract,
} from '@depotwerk/domain/continuous-optimization/continuous-plan';
import { sql, type Transaction } from 'kysely';
import { writeAudit } from '../../../platform/audit/write-audit.ts';
import type { Database, DbContext } from '../../../platform/database/database.ts';
import type { Schema } from '../../../platform/database/schema.ts';
import type { ContractRange } from '../check-selection.ts';
import { discardAnyPlans, lockOpenPlans } from '../store-plan.ts';
import { lookedAtStateSql } from './continuous-plans.view.ts';
import { isLookUnsettledSql } from './open-looks.view.ts';

/**
 * Contracts `c` of which a look is open although they ended, or their tariff optimises nothing any more; a condition.
 * @param dueTariffIds tariffs whose contracts can become due
 */
export const isLapsed = (dueTariffIds: readonly string[], today: string) => sql<boolean>`c.deleted_at is null
  and (c.end_date <= ${today}::date or c.tariff_id is null or c.tariff_id <> all (${[...dueTariffIds]}::uuid[]))
  and exists (select from continuous_plans k where k.tenant_id = c.tenant_id and k.contract_id = c.id
    and ${sql.raw(isLookUnsettledSql('k.state'))})`;

interface LapsedLook extends PlannedContract {
  readonly id: string;
  readonly contractId: string;
  readonly planId: string | null;
  readonly isEdited: boolean;
}

/**
 * Gives up what waits or was skipped at contracts of a range that are no longer optimised: nobody would plan it anew, and it
 * would wait for ever. A plan somebody changed by hand stays with the contract; what the bank has stays as it is.
 */
export async function giveUpLapsed(
  database: Database,
  context: DbContext & { readonly tenantId: string },
  { jobId, chunkKey, range }: { jobId: string; chunkKey: string; range: ContractRange },
  dueTariffIds: readonly string[],
  today: string,
): Promise<void> {
  await database.transaction(context, async (transaction) => {
    // system job: whose contracts they are does not matter, each shows only to those who may see it
    const looks = await lockLapsed(transaction, range, dueTariffIds, today);
    if (looks.length === 0) return;
    const open = await lockOpenPlans(
      transaction,
      looks.map(({ contractId }) => contractId),
    );
    const lapsed = looks.filter(({ contractId, planId }) => {
      const plan = open.get(contractId);
      return plan === undefined || plan.id !== planId || !plan.isOrdered;
    });
    if (lapsed.length === 0) return;
    await discardAnyPlans(
      transaction,
      lapsed.flatMap(({ contractId, planId, isEdited }) =>
        planId !== null && !isEdited && open.get(contractId)?.id === planId ? [planId] : [],
      ),
    );
    const rows = lapsed.map((look) => {
      const lapse = lapseOf(look, dueTariffIds, today);
      return { id: look.id, note: lapse && lapseTexts[lapse] };
    });
    await sql`update continuous_plans k set state = 'replaced', skip_reason = null, decision_note = x.note
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as x (id uuid, note text)
     where k.tenant_id = app_tenant_id() and k.id = x.id`.execute(transaction);
    await writeAudit(transaction, {
      actor: { kind: 'system' },
      action: 'continuousOptimization.plan',
      objectType: 'job',
      objectId: jobId,
      after: lapsed,
      details: { chunk: chunkKey, givenUp: lapsed.length },
    });
  });
}

async function lockLapsed(
  transaction: Transaction<Schema>,
  { fromId, untilId }: ContractRange,
  dueTariffIds: readonly string[],
  today: string,
): Promise<readonly LapsedLook[]> {
  // By a statement of its own: what a statement that had to wait joins to the rows it locked is as old as the statement, so that it
  // would miss a plan somebody changed by hand, or a new end, in the meantime.
  const { rows: contracts } = await sql<{ id: string }>`select c.id from contracts c
   where c.tenant_id = app_tenant_id() and c.id >= ${fromId}::uuid and (${untilId}::uuid is null or c.id < ${untilId}::uuid)
     and ${isLapsed(dueTariffIds, today)} order by c.id for no key update of c`.execute(transaction);
  if (contracts.length === 0) return [];
  const { rows } = await sql<LapsedLook>`select r.id, c.id as "contractId", p.id as "planId",
      coalesce(p.is_edited, false) as "isEdited", c.end_date::text as "endDate", c.tariff_id as "tariffId"
    from contracts c
    join continuous_plans r on r.tenant_id = c.tenant_id and r.contract_id = c.id
    left join planned_optimizations p on p.tenant_id = r.tenant_id and p.id = r.planned_optimization_id
   where c.tenant_id = app_tenant_id() and c.id = any (${contracts.map(({ id }) => id)}::uuid[])
     and ${isLapsed(dueTariffIds, today)} and ${sql.raw(isLookUnsettledSql(lookedAtStateSql))}
   order by c.id, r.id for update of r`.execute(transaction);
  return rows;
}
