import type { putPlausibilityRules as putCall } from '@depotwerk/api/components/plausibility-rules';
import { refusedSettings } from '@depotwerk/domain/tariff/plausibility-rules';
import { sql } from 'kysely';
import { writeAudit } from '../../platform/audit/write-audit.ts';
import { readerIn } from '../../platform/database/transaction-reader.ts';
import { AppError } from '../../platform/http/app-error.ts';
import type { Verb } from '../../platform/http/verb.ts';
import { requireWholeHouse } from '../../platform/own-rights.ts';
import { readPlausibilityRules } from './plausibility-rules.view.ts';

/**
 * Sets how the house weighs findings of the plausibility check; it holds for every check from now on.
 * @throws 400 for rules that cannot be weighed so, 403 without the right in the whole house, 412
 */
export const putPlausibilityRules: Verb<typeof putCall> = async (
  { database },
  { scope, actor, ifMatch },
  { body },
) => {
  requireWholeHouse(scope, 'userManagement.editRoles');
  const refused = refusedSettings(body.severities);
  if (refused.length > 0)
    throw new AppError('common.validationFailed', {
      validation: refused.map((code) => ({ path: `severities.${code}`, code: 'unknownValue' })),
    });
  return database.transaction(scope, async (transaction) => {
    const reader = readerIn(transaction);
    const before = await readPlausibilityRules(reader, scope);
    const severities = JSON.stringify(body.severities);
    // Of two who say something for the first time at once, one meets the other's row.
    const { rows } =
      ifMatch === 0
        ? await sql`insert into plausibility_rules (tenant_id, severities) values (${scope.tenantId}, ${severities}::jsonb)
            on conflict (tenant_id) do nothing returning tenant_id`.execute(transaction)
        : await sql`update plausibility_rules set severities = ${severities}::jsonb
            where tenant_id = app_tenant_id() and row_version = ${ifMatch} returning tenant_id`.execute(
            transaction,
          );
    if (rows.length === 0) throw new AppError('common.versionConflict', { current: before });
    await writeAudit(transaction, {
      actor,
      action: 'tariffs.weighPlausibility',
      objectType: 'house',
      before: before.severities,
      after: body.severities,
      details: body.severities,
    });
    return readPlausibilityRules(reader, scope);
  });
};
