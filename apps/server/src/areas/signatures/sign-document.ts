import type { CallInput } from '@depotwerk/api/call';
import type { ArchivedDocument } from '@depotwerk/api/documents/documents';
import type { signDocument as signCall } from '@depotwerk/api/signatures/signatures';
import {
  isDrawn,
  isSameName,
  type SignatureFacts,
  signatureStatement,
} from '@depotwerk/domain/signatures/signature';
import { sql, type Transaction } from 'kysely';
import { writeAudit } from '../../platform/audit/write-audit.ts';
import type { Schema } from '../../platform/database/schema.ts';
import { readerIn } from '../../platform/database/transaction-reader.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { todayOfHouse } from '../../platform/http/client-zone.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import type { Verb } from '../../platform/http/verb.ts';
import { answerPrepared } from '../../platform/idempotency.ts';
import { requireOwnSide } from '../../platform/scope.ts';
import { readDocument } from '../documents/public.ts';
import { noteAllSigned } from './note-all-signed.ts';
import { lockOwn, signerIn } from './own-signature.ts';
import { refuseUnderage } from './refuse-underage.ts';
import { sealOf } from './signature.view.ts';
import type { SignatureServices } from './signature-services.ts';

type Input = CallInput<typeof signCall>;
type Signature = Input['body']['signature'];

/** What a passkey signs: this document's content, in this session. */
const subjectOf = ({ actor }: SignedInContext, documentId: string, contentHash: string) =>
  `${actor.sessionId} ${documentId} ${contentHash}`;

/** Options to sign a document with a passkey. @throws 404 unseen */
export async function startPasskeySignature(
  services: SignatureServices,
  context: SignedInContext,
  documentId: string,
): Promise<Record<string, unknown>> {
  requireOwnSide(context.scope);
  const { contentHash } = await readDocument(services, context.scope, documentId);
  return services.passkeys.start(context, subjectOf(context, documentId, contentHash));
}

/**
 * The customer signs: what, when, who and how are sealed, and the seal stands in the log. A passkey signs the content's hash
 * through the challenge it is asked with; it is checked before the transaction, as it has one of its own.
 * @throws 403 for everybody else, 404 unseen, 409 not asked for, not opened, signed already, another file or underage, 400 for what is no signature
 */
export const signDocument: Verb<typeof signCall, SignatureServices> = (
  services,
  context,
  { params, body },
) => {
  const { scope } = context;
  requireOwnSide(scope);
  const { signature, contentHash } = body;
  return answerPrepared<Buffer | null, ArchivedDocument>(
    services.database,
    context,
    'signDocument',
    { ...params, ...body },
    async () => {
      // Nothing is asked of a passkey for a document that is not hers, or cannot be signed.
      requireOpen(await readDocument(services, scope, params.id), contentHash);
      if (signature.way !== 'passkey') return null;
      const subject = subjectOf(context, params.id, contentHash);
      return services.passkeys.accept(context, subject, signature.response);
    },
    async (transaction, publicKey) => {
      const reading = { database: readerIn(transaction) };
      const groupId = await lockOwn(transaction, params.id);
      const document = await readDocument(reading, scope, params.id);
      requireOpen(document, contentHash);
      const { customerId, name: signerName } = signerIn(document, requireOwnSide(scope));
      requireOwnHand(signature, signerName);
      await refuseUnderage(transaction, params.id, todayOfHouse(services), customerId);
      const facts: SignatureFacts = {
        documentId: params.id,
        contentHash,
        signedBy: scope.userId,
        signerName,
        way: signature.way,
        statement: signatureStatement(document.title),
        signedAt: new Date(services.clock()).toISOString(),
        drawing: signature.way === 'drawing' ? signature.drawing : null,
        passkeySignature: signature.way === 'passkey' ? signature.response.response.signature : null,
      };
      const seal = await store(transaction, customerId === document.customerId ? null : customerId, facts, {
        signature,
        publicKey,
      });
      await writeAudit(transaction, {
        actor: context.actor,
        action: 'signatures.sign',
        objectType: 'document',
        objectId: params.id,
        groupId,
        before: { state: document.state },
        after: facts,
        details: { way: facts.way, contentHash, seal: seal.toString('hex') },
      });
      return readDocument(reading, scope, params.id);
    },
  );
};

/** @throws 409 when the document cannot be signed by the caller now, or is not the file that was looked at */
function requireOpen(document: ArchivedDocument, contentHash: string): void {
  if (document.signedAt !== null) throw new AppError('signatures.signedAlready');
  if (document.signatureRequestedAt === null) throw new AppError('signatures.notRequested');
  if (document.readAt === null) throw new AppError('signatures.notRead');
  if (document.contentHash !== contentHash) throw new AppError('signatures.contentDiffers');
}

/** @throws 400 for a scribble too short, or somebody else's name */
function requireOwnHand(signature: Signature, signerName: string): void {
  if (signature.way === 'drawing' && !isDrawn(signature.drawing)) {
    throw new AppError('signatures.drawingTooShort');
  }
  if (signature.way === 'typed' && !isSameName(signature.name, signerName)) {
    throw new AppError('signatures.nameDiffers');
  }
}

/** @param beside who signs beside the customer of the document; null = that customer */
async function store(
  transaction: Transaction<Schema>,
  beside: string | null,
  facts: SignatureFacts,
  { signature, publicKey }: { readonly signature: Signature; readonly publicKey: Buffer | null },
): Promise<Buffer> {
  const seal = sealOf(facts);
  const passkey =
    signature.way === 'passkey' && publicKey !== null
      ? JSON.stringify({
          credentialId: signature.response.id,
          publicKey: publicKey.toString('base64url'),
          clientDataJSON: signature.response.response.clientDataJSON,
          authenticatorData: signature.response.response.authenticatorData,
          signature: signature.response.response.signature,
        })
      : null;
  const drawing = facts.drawing === null ? null : JSON.stringify(facts.drawing);
  const values = sql`${facts.signedBy}, ${facts.signerName}, ${facts.way}, ${facts.statement}, ${drawing}::jsonb,
    ${passkey}::jsonb, ${Buffer.from(facts.contentHash, 'hex')}, ${facts.signedAt}, ${seal}`;
  const columns = sql.raw(
    'signed_by, signer_name, signature_way, statement, drawing, passkey, content_hash, signed_at, seal',
  );
  await (beside === null
    ? sql`insert into document_signatures (tenant_id, document_id, ${columns})
        values (app_tenant_id(), ${facts.documentId}, ${values})`
    : sql`update document_signers set (${columns}) = row (${values})
        where tenant_id = app_tenant_id() and document_id = ${facts.documentId} and customer_id = ${beside}`
  ).execute(transaction);
  await noteAllSigned(transaction, facts.documentId);
  return seal;
}
