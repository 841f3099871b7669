import { createHash } from 'node:crypto';
import type { documentSignature } from '@depotwerk/api/signatures';
import { type SignatureFacts, type SignatureWay, sealedText } from '@depotwerk/domain/signatures/signature';
import type * as z from 'zod/mini';
import { notFound } from '../../platform/http/app-error.ts';
import type { Scope } from '../../platform/scope.ts';
import type { ReadServices } from '../../platform/services.ts';
import { readDocument } from '../documents/public.ts';

type DocumentSignature = z.infer<typeof documentSignature>;

/** SHA-256 over every fact of a signature. */
export const sealOf = (facts: SignatureFacts): Buffer =>
  createHash('sha256').update(sealedText(facts)).digest();

interface Row {
  readonly signedBy: string;
  readonly signerName: string;
  readonly way: SignatureWay;
  readonly statement: string;
  readonly drawing: [number, number][][] | null;
  readonly passkeySignature: string | null;
  readonly contentHash: string;
  readonly seal: string;
  readonly signedAt: string;
  /** Of the file as it is stored now; null when it was erased. */
  readonly fileHash: string | null;
}

/**
 * The signature below a document the caller sees, with whether seal and file still fit it.
 * @throws 404 for a document unseen or not signed
 */
export async function readSignature(
  services: ReadServices,
  scope: Scope,
  documentId: string,
): Promise<DocumentSignature> {
  await readDocument(services, scope, documentId);
  const [row] = await services.database.read<Row>(scope, {
    sql: `select s.signed_by as "signedBy", s.signer_name as "signerName", s.signature_way as way, s.statement, s.drawing,
            s.passkey->>'signature' as "passkeySignature", encode(s.content_hash, 'hex') as "contentHash",
            encode(s.seal, 'hex') as seal, s.signed_at as "signedAt", encode(sha256(d.content), 'hex') as "fileHash"
            from document_signatures s
            join documents d on d.tenant_id = s.tenant_id and d.id = s.document_id
           where s.document_id = $1`,
    parameters: [documentId],
  });
  if (!row) throw notFound();
  const { signedBy: _signedBy, passkeySignature: _signature, fileHash, ...shown } = row;
  const isSealed = sealOf({ documentId, ...row }).toString('hex') === row.seal;
  return { ...shown, isIntact: isSealed && fileHash === row.contentHash };
}
