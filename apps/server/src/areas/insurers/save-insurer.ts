import type { CallInput } from '@depotwerk/api/call';
import type { createInsurer as createCall, Insurer, putInsurer as putCall } from '@depotwerk/api/master-data';
import { checkInsurer } from '@depotwerk/domain/master-data/check-insurer';
import { storedColumns } from '@depotwerk/domain/master-data/field-table';
import { insurerFields } from '@depotwerk/domain/master-data/insurer-fields';
import { sql } from 'kysely';
import { writeAudit } from '../../platform/audit/write-audit.ts';
import {
  insertedId,
  lockVersion,
  newRow,
  newValues,
  refuseIssues,
  refusing,
  taken,
  withCurrent,
} from '../../platform/editing.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import { answerOnce } from '../../platform/idempotency.ts';
import { requirePermission } from '../../platform/scope.ts';
import type { Services } from '../../platform/services.ts';
import { readInsurer } from './insurers.view.ts';

const refusals = { insurers_name: () => taken('masterData.nameExists', 'insurerName', 'nameExists') };

/** Adds an insurer. @throws 400 with the fields that are wrong, 409 for a name that exists */
export async function createInsurer(
  services: Services,
  context: SignedInContext,
  { body }: CallInput<typeof createCall>,
): Promise<Insurer> {
  const { scope, actor } = context;
  requirePermission(scope, 'insurers.edit');
  refuseIssues(checkInsurer(body));
  return answerOnce(
    services.database,
    context,
    'createInsurer',
    body,
    (transaction) =>
      refusing(refusals, async () => {
        const written = await insertedId(
          transaction,
          sql`insert into insurers ${newRow(scope.tenantId, storedColumns(insurerFields, body))} returning id`,
        );
        await writeAudit(transaction, {
          actor,
          action: 'insurers.create',
          objectType: 'insurer',
          objectId: String(written),
          after: body,
        });
        return { id: written };
      }),
    (reading, { id }) => readInsurer(reading, scope, id),
  );
}

/** Changes an insurer. @throws 404, 412 with the stored version, 400 and 409 as for a new one */
export async function putInsurer(
  services: Services,
  context: SignedInContext,
  { params, body }: CallInput<typeof putCall>,
): Promise<Insurer> {
  const { scope, actor } = context;
  requirePermission(scope, 'insurers.edit');
  const before = await readInsurer(services, scope, params.id);
  refuseIssues(checkInsurer(body));
  const write = () =>
    services.database.transaction(scope, (transaction) =>
      refusing(refusals, async () => {
        await lockVersion(transaction, 'insurers', params.id, context.ifMatch);
        const values = newValues(storedColumns(insurerFields, body));
        await sql`update insurers set ${values} where id = ${params.id}`.execute(transaction);
        await writeAudit(transaction, {
          actor,
          action: 'insurers.edit',
          objectType: 'insurer',
          objectId: String(params.id),
          before,
          after: body,
        });
      }),
    );
  await withCurrent(write, () => readInsurer(services, scope, params.id));
  return readInsurer(services, scope, params.id);
}
