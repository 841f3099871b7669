import type { CallAnswer } from '@depotwerk/api/call';
import type { ArchivedDocument } from '@depotwerk/api/documents/documents';
import type { requestSignature as requestCall } from '@depotwerk/api/signatures/signatures';
import { sql, type Transaction } from 'kysely';
import { writeAudit } from '../../platform/audit/write-audit.ts';
import { hasOwnAccess } from '../../platform/customers/own-access.ts';
import type { Schema } from '../../platform/database/schema.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { todayOfHouse } from '../../platform/http/client-zone.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import { answerOnce } from '../../platform/idempotency.ts';
import { requirePermission, type Scope } from '../../platform/scope.ts';
import type { ReadServices, Services } from '../../platform/services.ts';
import { lockDocument, readDocument } from '../documents/public.ts';
import { noteAllSigned } from './note-all-signed.ts';
import { refuseUnderage } from './refuse-underage.ts';

/**
 * Asks the customer to sign, and with her everybody who holds the document's contract now; who was asked and has declined is asked
 * once more, otherwise asking again changes nothing. Who has signed is not asked again: where nobody is left to sign, the document is
 * signed.
 * @throws 404 unseen, 403, 409 before the release, and where somebody who would be asked is underage
 */
export function requestSignature(
  services: Services,
  context: SignedInContext,
  documentId: string,
): Promise<CallAnswer<typeof requestCall>> {
  const { scope, actor } = context;
  requirePermission(scope, 'documents.release');
  const { database } = services;
  return answerOnce(
    database,
    context,
    'requestSignature',
    { documentId },
    async (transaction) => {
      const { groupId, state } = await lockDocument(transaction, scope, documentId);
      // What is signed already was asked for.
      if (state === 'signed') return {};
      if (state !== 'released') throw new AppError('signatures.notReleased');
      await refuseUnderage(transaction, documentId, todayOfHouse(services));
      const at = new Date(services.clock()).toISOString();
      const { rows } =
        await sql`insert into signature_requests (tenant_id, document_id, requested_by, requested_at)
        values (app_tenant_id(), ${documentId}, ${scope.userId}, ${at}) on conflict do nothing returning 1`.execute(
          transaction,
        );
      if (rows.length > 0) {
        await sql`insert into document_signers (tenant_id, document_id, customer_id, asked_at)
          select d.tenant_id, d.id, o.customer_id, ${at}::timestamptz from documents d
            join contracts c on c.tenant_id = d.tenant_id and c.id = d.contract_id
           cross join lateral (select c.customer_id union select h.customer_id from contract_holders h
              where h.tenant_id = c.tenant_id and h.contract_id = c.id) o
           where d.tenant_id = app_tenant_id() and d.id = ${documentId} and o.customer_id <> d.customer_id
          on conflict do nothing`.execute(transaction);
        await noteAllSigned(transaction, documentId);
      }
      if (rows.length > 0 || (await forgetDeclines(transaction, scope, documentId, at)))
        await writeAudit(transaction, {
          actor,
          action: 'signatures.request',
          objectType: 'document',
          objectId: documentId,
          groupId,
        });
      return {};
    },
    async (reading) => {
      const document = await readDocument(reading, scope, documentId);
      return { ...document, withoutAccess: await namesWithoutAccess(reading, scope, document) };
    },
  );
}

/**
 * Whether anybody had declined, who is now waited for again: the wish is of this moment then. no audit entry: asking her has one.
 */
async function forgetDeclines(
  transaction: Transaction<Schema>,
  scope: Scope,
  documentId: string,
  at: string,
): Promise<boolean> {
  const { rows } = await sql`with others as (update document_signers set declined_at = null, asked_at = ${at}
      where tenant_id = app_tenant_id() and document_id = ${documentId} and declined_at is not null and signed_at is null
      returning 1)
    update signature_requests r set declined_at = null, requested_at = ${at}, requested_by = ${scope.userId}
     where r.tenant_id = app_tenant_id() and r.document_id = ${documentId}
       and (r.declined_at is not null and not exists (select from document_signatures g
           where g.tenant_id = r.tenant_id and g.document_id = r.document_id)
         or exists (select from others)) returning 1`.execute(transaction);
  return rows.length > 0;
}

/** Who is still waited for and cannot sign on screen. */
async function namesWithoutAccess(
  { database }: ReadServices,
  scope: Scope,
  { customerId, customerName, signedAt, signers }: ArchivedDocument,
): Promise<string[]> {
  const waitedFor = (signers ?? [{ customerId, name: customerName ?? '', signedAt }]).filter(
    (signer) => signer.signedAt === null,
  );
  const rows = await database.read<{ id: string }>(scope, {
    sql: `select u.id from customers u where u.id = any($1::uuid[]) and not ${hasOwnAccess('u.tenant_id', 'u.id')}`,
    parameters: [waitedFor.map((signer) => signer.customerId)],
  });
  const without = new Set<string | null>(rows.map(({ id }) => id));
  return waitedFor.filter((signer) => without.has(signer.customerId)).map(({ name }) => name);
}

/** Takes the wish back from all who have not signed; nothing to take back changes nothing, what was signed stays. @throws 404 unseen, 403, 409 when all have signed */
export function withdrawSignatureRequest(
  { database }: Services,
  context: SignedInContext,
  documentId: string,
): Promise<ArchivedDocument> {
  const { scope, actor } = context;
  requirePermission(scope, 'documents.release');
  return answerOnce(
    database,
    context,
    'withdrawSignatureRequest',
    { documentId },
    async (transaction) => {
      const { groupId, state } = await lockDocument(transaction, scope, documentId);
      if (state === 'signed') throw new AppError('signatures.signedAlready');
      const { rows } = await sql`delete from signature_requests where tenant_id = app_tenant_id()
        and document_id = ${documentId} returning 1`.execute(transaction);
      if (rows.length > 0) {
        await sql`delete from document_signers where tenant_id = app_tenant_id() and document_id = ${documentId}
          and signed_at is null`.execute(transaction);
        await writeAudit(transaction, {
          actor,
          action: 'signatures.withdraw',
          objectType: 'document',
          objectId: documentId,
          groupId,
        });
      }
      return {};
    },
    (reading) => readDocument(reading, scope, documentId),
  );
}
