import type { CallAnswer } from '@depotwerk/api/call';
import type { getPlausibilityRules } from '@depotwerk/api/components/plausibility-rules';
import type { PlausibilitySettings } from '@depotwerk/domain/tariff/plausibility-rules';
import type { DbContext, Reader } from '../../platform/database/database.ts';

/** How the house weighs findings, with its version; a house that has said nothing has version 0. */
export async function readPlausibilityRules(
  reader: Reader,
  context: DbContext,
): Promise<CallAnswer<typeof getPlausibilityRules>> {
  const [row] = await reader.read<CallAnswer<typeof getPlausibilityRules>>(context, {
    sql: `select row_version as "rowVersion", severities from plausibility_rules where tenant_id = app_tenant_id()`,
    parameters: [],
  });
  return row ?? { rowVersion: 0, severities: {} };
}

/** The weights alone, as the check takes them. */
export const readPlausibilitySettings = async (
  reader: Reader,
  context: DbContext,
): Promise<PlausibilitySettings> => (await readPlausibilityRules(reader, context)).severities;
