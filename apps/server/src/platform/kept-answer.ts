import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';

/** Whose call it was; another user or route never gets its answer. */
export interface KeptPlace {
  readonly tenantId: string;
  readonly userId: string;
  readonly route: string;
}

const ivLength = 12;
const tagLength = 16;
const labelOf = ({ tenantId, userId, route }: KeptPlace) => `${tenantId} ${userId} ${route}`;

/**
 * The name an Idempotency-Key is kept under. The key itself stays with its caller: answers are sealed with it, so that
 * what lies in the table (people's data, an address that opens a report) opens for whoever asks again, and nobody else.
 */
export function keptNameOf(place: KeptPlace, key: string): string {
  return createHash('sha256')
    .update(`name ${labelOf(place)} ${key}`)
    .digest('hex');
}

const sealingKey = (place: KeptPlace, key: string) =>
  Buffer.from(hkdfSync('sha256', key, 'kept answer', labelOf(place), 32));

/** The answer as the table holds it. */
export function sealAnswer(place: KeptPlace, key: string, answer: unknown): string {
  const iv = randomBytes(ivLength);
  const cipher = createCipheriv('aes-256-gcm', sealingKey(place, key), iv);
  const sealed = Buffer.concat([cipher.update(JSON.stringify(answer ?? null), 'utf8'), cipher.final()]);
  return JSON.stringify({ sealed: Buffer.concat([iv, sealed, cipher.getAuthTag()]).toString('base64') });
}

/** The answer again. @throws when the row was changed */
export function openAnswer(place: KeptPlace, key: string, stored: unknown): unknown {
  // Rows from before answers were sealed: they end within seven days.
  if (!isSealed(stored)) return stored;
  const bytes = Buffer.from(stored.sealed, 'base64');
  const decipher = createDecipheriv('aes-256-gcm', sealingKey(place, key), bytes.subarray(0, ivLength));
  decipher.setAuthTag(bytes.subarray(-tagLength));
  const text = Buffer.concat([decipher.update(bytes.subarray(ivLength, -tagLength)), decipher.final()]);
  return JSON.parse(text.toString('utf8'));
}

function isSealed(stored: unknown): stored is { readonly sealed: string } {
  return (
    typeof stored === 'object' && stored !== null && 'sealed' in stored && typeof stored.sealed === 'string'
  );
}
