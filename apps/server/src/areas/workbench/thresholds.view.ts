import type { TaskThresholds } from '@depotwerk/api/workbench/workbench';
import type { DbContext, Reader } from '../../platform/database/database.ts';

/** Thresholds of a house that has set none: the defaults of its table. */
export const usualThresholds: TaskThresholds = {
  hintSeverity: 1,
  riskOpenPoints: 1,
  lossPercent: 10,
  profileOpenDays: 30,
  profileCloseDays: 45,
  consultationDays: 14,
};

/** From when on the rules of the tenant at hand make tasks. */
export async function readThresholds(reader: Reader, context: DbContext): Promise<TaskThresholds> {
  const [row] = await reader.read<TaskThresholds>(context, {
    sql: `select hint_severity as "hintSeverity", risk_open_points as "riskOpenPoints",
        loss_percent::float8 as "lossPercent",
        profile_open_days as "profileOpenDays", profile_close_days as "profileCloseDays",
        consultation_days as "consultationDays"
      from workbench_settings where tenant_id = app_tenant_id()`,
    parameters: [],
  });
  return row ?? usualThresholds;
}
