import { createHmac } from 'node:crypto';
import type { createGuardedFetch } from './identity-provider/guarded-fetch.ts';

interface Posted {
  /** https, or plain http on this machine. */
  readonly url: string;
  readonly secret: string;
  /** Stays the same when something is posted again, so that its receiver takes it once. */
  readonly key: string;
  /** JSON. */
  readonly body: string;
  readonly milliseconds: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/** What `X-Depotwerk-Signature` says: HMAC-SHA256 over timestamp, a point and the body as it is sent. */
export function signBody(secret: string, timestamp: string, body: string): string {
  return `v1=${createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')}`;
}

/**
 * Posts JSON to an address a house has named, signed for the moment, so that a receiver takes no old one. Answers the
 * status. @throws when nothing answers in time, or the address leads where it must not
 */
export async function postSigned(
  fetch: ReturnType<typeof createGuardedFetch>,
  { url, secret, key, body, milliseconds, headers }: Posted,
): Promise<number> {
  const timestamp = String(Math.floor(Date.now() / 1000));
  const answer = await fetch(url, {
    method: 'POST',
    body,
    headers: {
      ...headers,
      'Content-Type': 'application/json; charset=utf-8',
      'Idempotency-Key': key,
      'X-Depotwerk-Timestamp': timestamp,
      'X-Depotwerk-Signature': signBody(secret, timestamp, body),
    },
    signal: AbortSignal.timeout(milliseconds),
  });
  return answer.status;
}
