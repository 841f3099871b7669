import { createHash } from 'node:crypto';
import type pg from 'pg';
import { Random } from './random.ts';
import { samplePdf } from './sample-pdf.ts';

/** A letter the demo's customer with a sign-in is asked to sign, and has not opened: her own side begins with something to do. */
export async function writeClientDocument(
  client: pg.ClientBase,
  of: { tenantId: string; customerId: string; filedBy: string; anchor: string; seed: number },
): Promise<void> {
  const title = 'Vereinbarung zur Zusammenarbeit (Muster)';
  const text = (value: string) => ({ kind: 'text', text: value }) as const;
  const content = samplePdf(
    title,
    [
      { kind: 'title', text: title },
      text('Dieses Muster zeigt, wie ein Dokument zu einer Kundin kommt, gelesen und unterschrieben wird.'),
      text('Haus, Berater und Kundin sind erfunden; aus diesem Text folgt nichts.'),
      { kind: 'heading', text: 'Was vereinbart wird' },
      text('Der Berater prüft die Verträge einmal im Jahr und berichtet über das Ergebnis.'),
      text('Die Kundin teilt mit, wenn sich ihre Verhältnisse ändern.'),
    ],
    'Musterdokument der Demo – ohne Bedeutung',
  );
  const id = new Random(of.seed, 'clientDocument', of.tenantId).uuid();
  const at = `${of.anchor}T08:00:00Z`;
  await client.query(
    `insert into documents (tenant_id, id, customer_id, document_type, title, file_name, media_type, byte_size, content_hash,
       content, state, released_at, released_by, retention_until, created_by, created_at)
     values ($1, $2, $3, 'other', $4, 'Vereinbarung_Muster.pdf', 'application/pdf', $5, $6, $7, 'released', $8, $9,
       retention_end($8), $9, $8)`,
    [
      of.tenantId,
      id,
      of.customerId,
      title,
      content.byteLength,
      createHash('sha256').update(content).digest(),
      content,
      at,
      of.filedBy,
    ],
  );
  await client.query(
    'insert into signature_requests (tenant_id, document_id, requested_by, requested_at) values ($1, $2, $3, $4)',
    [of.tenantId, id, of.filedBy, at],
  );
}
