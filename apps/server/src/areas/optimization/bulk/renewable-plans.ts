import type { DbContext, Reader } from '../../../platform/database/database.ts';
import type { Replacement } from './propose-for-many.ts';

/**
 * Whether plan `p` is as planning many made it: nobody has changed it, or begun to carry it out. Each change says when it was
 * made; plans of the release before began at version 1 instead.
 */
export const isUntouchedPlan = `(p.updated_at = p.created_at or p.row_version = 1) and p.state in ('draft', 'checked')`;

/** Who plans many contracts, and for what. */
export interface PlanningOfMany {
  readonly createdBy: string | null;
  readonly replacement: Replacement | null;
}

/**
 * Open plans whose place the same, asked for again by the same person, takes: untouched since, and before no second person. What
 * a colleague had planned, or the exchange of another fund, stays.
 */
export async function readRenewablePlans(
  reader: Reader,
  context: DbContext,
  { createdBy, replacement }: PlanningOfMany,
  contractIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (createdBy === null) return new Set();
  const rows = await reader.read<{ id: string }>(context, {
    sql: `select p.id from planned_optimizations p
        join contract_plan_rows r on r.tenant_id = p.tenant_id and r.planned_optimization_id = p.id
        join jobs j on j.tenant_id = r.tenant_id and j.id = r.job_id
       where p.tenant_id = app_tenant_id() and p.contract_id = any ($1::uuid[]) and ${isUntouchedPlan}
         and j.created_by = $2 and coalesce(j.payload->'replacement', 'null') = $3::jsonb
         and not exists (select from plan_approvals a where a.tenant_id = p.tenant_id and a.planned_optimization_id = p.id)`,
    parameters: [contractIds, createdBy, JSON.stringify(replacement)],
  });
  return new Set(rows.map(({ id }) => id));
}
