import type { CallAnswer } from '@depotwerk/api/call';
import type { getOrderRules as getCall, putOrderRules as putCall } from '@depotwerk/api/traders/orders';
import { sql } from 'kysely';
import { writeAudit } from '../../../platform/audit/write-audit.ts';
import type { Reader } from '../../../platform/database/database.ts';
import { readerIn } from '../../../platform/database/transaction-reader.ts';
import { AppError } from '../../../platform/http/app-error.ts';
import type { Verb } from '../../../platform/http/verb.ts';
import { requireWholeHouse } from '../../../platform/own-rights.ts';
import type { Scope } from '../../../platform/scope.ts';

type OrderRules = CallAnswer<typeof getCall>;

/** From which amount on orders of the house need a second person; a house that has set nothing needs none. */
export async function readOrderRules(reader: Reader, scope: Scope): Promise<OrderRules> {
  const [row] = await reader.read<OrderRules>(scope, {
    sql: `select row_version as "rowVersion", approval_limit as "approvalLimit" from order_rules
      where tenant_id = app_tenant_id()`,
    parameters: [],
  });
  return row ?? { rowVersion: 0, approvalLimit: null };
}

/** Sets the limit. @throws 403 without the right in the whole house, 412 when somebody else was faster */
export const putOrderRules: Verb<typeof putCall> = async (services, { scope, actor, ifMatch }, { body }) => {
  requireWholeHouse(scope, 'userManagement.editRoles');
  return services.database.transaction(scope, async (transaction) => {
    const reader = readerIn(transaction);
    const before = await readOrderRules(reader, scope);
    // Of two who set the first limit of a house at once, one meets the other's row.
    const { rows } =
      ifMatch === 0
        ? await sql`insert into order_rules (tenant_id, approval_limit) values (${scope.tenantId}, ${body.approvalLimit})
            on conflict (tenant_id) do nothing returning tenant_id`.execute(transaction)
        : await sql`update order_rules set approval_limit = ${body.approvalLimit}
            where tenant_id = app_tenant_id() and row_version = ${ifMatch} returning tenant_id`.execute(
            transaction,
          );
    if (rows.length === 0) throw new AppError('common.versionConflict', { current: before });
    await writeAudit(transaction, {
      actor,
      action: 'optimization.setApprovalLimit',
      objectType: 'house',
      before: { approvalLimit: before.approvalLimit },
      after: body,
      details: { ...body },
    });
    return readOrderRules(reader, scope);
  });
};
