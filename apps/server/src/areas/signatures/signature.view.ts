import { createHash } from 'node:crypto';
import type { documentSignature } from '@depotwerk/api/signatures/signatures';
import { type SignatureFacts, type SignatureWay, sealedText } from '@depotwerk/domain/signatures/signature';
import type * as z from 'zod/mini';
import {
  type ContentRow,
  contentOf,
  contentSelection,
  hasContent,
} from '../../platform/document-store/content-row.ts';
import { AppError, notFound } from '../../platform/http/app-error.ts';
import type { Scope } from '../../platform/scope.ts';
import type { Services } from '../../platform/services.ts';
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
}

const columns = `s.document_id, s.signed_by, s.signer_name, s.signature_way, s.statement, s.drawing, s.passkey, s.content_hash,
  s.seal, s.signed_at`;

/**
 * The signatures below a document the caller sees in the order in which they were given, the later ones as `others`; each with
 * whether seal and file still fit it. @throws 404 for a document unseen or not signed, 503 while its file cannot be had
 */
export async function readSignature(
  services: Services,
  scope: Scope,
  documentId: string,
): Promise<DocumentSignature> {
  await readDocument(services, scope, documentId);
  const parameters = [documentId];
  const [rows, [file]] = await services.database.readMany<[Row, ContentRow]>(scope, [
    {
      sql: `select s.signed_by as "signedBy", s.signer_name as "signerName", s.signature_way as way, s.statement, s.drawing,
              s.passkey->>'signature' as "passkeySignature", encode(s.content_hash, 'hex') as "contentHash",
              encode(s.seal, 'hex') as seal, s.signed_at as "signedAt"
              from (select ${columns} from document_signatures s
                union all select ${columns} from document_signers s where s.signed_at is not null) s
             where s.document_id = $1 order by s.signed_at, s.signer_name`,
      parameters,
    },
    {
      sql: `select d.id as "documentId", ${contentSelection} from documents d where d.id = $1 and ${hasContent}`,
      parameters,
    },
  ]);
  const fileHash = rows.length === 0 ? null : await fileHashOf(services, file);
  const [first, ...others] = rows.map((row) => {
    const { signedBy: _signedBy, passkeySignature: _signature, ...shown } = row;
    const isSealed = sealOf({ documentId, ...row }).toString('hex') === row.seal;
    return { ...shown, isIntact: isSealed && fileHash === row.contentHash };
  });
  if (!first) throw notFound();
  return others.length === 0 ? first : { ...first, others };
}

/** SHA-256 of the file as it is stored now; null when it was erased, or the store has lost or altered it. @throws 503 */
async function fileHashOf(services: Services, file: ContentRow | undefined): Promise<string | null> {
  if (!file) return null;
  try {
    return createHash('sha256')
      .update(await contentOf(services, file))
      .digest('hex');
  } catch (error) {
    if (error instanceof AppError && error.code === 'documents.contentDamaged') return null;
    throw error;
  }
}
