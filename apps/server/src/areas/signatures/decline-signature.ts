import type { declineSignature as declineCall } from '@depotwerk/api/signatures/signatures';
import { declinedMessage } from '@depotwerk/domain/signatures/signature';
import { sql } from 'kysely';
import { writeAudit } from '../../platform/audit/write-audit.ts';
import { readerIn } from '../../platform/database/transaction-reader.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { todayOfHouse } from '../../platform/http/client-zone.ts';
import type { Verb } from '../../platform/http/verb.ts';
import { runOnce } from '../../platform/idempotency.ts';
import { requireOwnSide } from '../../platform/scope.ts';
import { readDocument } from '../documents/public.ts';
import { lockOwn, signerIn } from './own-signature.ts';
import { refuseUnderage } from './refuse-underage.ts';
import type { SignatureServices } from './signature-services.ts';

/**
 * The customer will not sign, and says why: that becomes a message of hers, which is a task until somebody answers. The wish stands
 * until the house takes it back, so that she may still change her mind; others who were asked go on being asked.
 * @throws 403 for everybody else, 404 unseen, 409 not asked for, signed or declined already, or underage, 429
 */
export const declineSignature: Verb<typeof declineCall, SignatureServices> = (
  services,
  context,
  { params, body },
) => {
  const { scope, actor } = context;
  const ownCustomerId = requireOwnSide(scope);
  const request = { ...params, ...body };
  return runOnce(services.database, context, 'declineSignature', request, async (transaction) => {
    const reading = { database: readerIn(transaction) };
    const groupId = await lockOwn(transaction, params.id);
    const document = await readDocument(reading, scope, params.id);
    if (document.signedAt !== null) throw new AppError('signatures.signedAlready');
    if (document.signatureRequestedAt === null) throw new AppError('signatures.notRequested');
    const { customerId } = signerIn(document, ownCustomerId);
    await refuseUnderage(transaction, params.id, todayOfHouse(services), customerId);
    const at = new Date(services.clock()).toISOString();
    if ((document.declinedAt ?? null) !== null) throw new AppError('signatures.declinedAlready');
    await (customerId === document.customerId
      ? sql`update signature_requests set declined_at = ${at}
          where tenant_id = app_tenant_id() and document_id = ${params.id}`
      : sql`update document_signers set declined_at = ${at}
          where tenant_id = app_tenant_id() and document_id = ${params.id} and customer_id = ${customerId}`
    ).execute(transaction);
    await services.tellHouse(context, transaction, declinedMessage(document.title, body.reason));
    await writeAudit(transaction, {
      actor,
      action: 'signatures.decline',
      objectType: 'document',
      objectId: params.id,
      groupId,
    });
    return readDocument(reading, scope, params.id);
  });
};
