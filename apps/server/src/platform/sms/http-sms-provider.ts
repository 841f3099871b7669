import { createHmac, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { SmsMessage, SmsProvider } from './sms-provider.ts';

/** Where messages are handed over, and the secret both sides know. */
export interface HttpSmsSettings {
  /** https, or plain http on this machine. */
  readonly url: string;
  readonly secret: string;
}

const attemptMilliseconds = 5000;
/** Pauses between attempts: a person waits for the code, and after a minute asks for another one. */
const pauses = [1000, 3000, 9000];

/** The receiver does not want this message; asking again changes nothing. */
class SmsRefused extends Error {}

/** What `X-Depotwerk-Signature` says: HMAC-SHA256 over timestamp, a point and the body as it is sent. */
export function signSms(secret: string, timestamp: string, body: string): string {
  return `v1=${createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')}`;
}

/**
 * Hands messages to one HTTP address. Every attempt of a message has the same `Idempotency-Key` and a signature of its own
 * moment, so that a receiver sends it once and takes no old one. Only 2xx is taken as accepted; 408, 425, 429, 5xx, silence
 * and a lost connection are tried again with growing pauses, everything else (redirects, too) is final.
 * @param wait how a pause passes, for tests
 */
export function createHttpSmsProvider(
  settings: HttpSmsSettings,
  wait: (milliseconds: number) => Promise<unknown> = (milliseconds) => pause(milliseconds),
): SmsProvider {
  return {
    isAvailable: true,
    keepsText: false,
    async deliver(message) {
      const key = randomUUID();
      for (const milliseconds of [...pauses, null]) {
        try {
          return await attempt(settings, key, message);
        } catch (error) {
          if (error instanceof SmsRefused || milliseconds === null) throw error;
          await wait(milliseconds);
        }
      }
    },
  };
}

async function attempt(
  { url, secret }: HttpSmsSettings,
  key: string,
  { phoneNumber, text }: SmsMessage,
): Promise<void> {
  const body = JSON.stringify({ id: key, to: phoneNumber, text });
  const timestamp = String(Math.floor(Date.now() / 1000));
  const response = await fetch(url, {
    method: 'POST',
    body,
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      'Idempotency-Key': key,
      'X-Depotwerk-Timestamp': timestamp,
      'X-Depotwerk-Signature': signSms(secret, timestamp, body),
    },
    redirect: 'manual',
    signal: AbortSignal.timeout(attemptMilliseconds),
  });
  // What the receiver says beyond its status is of no use and may be endless.
  await response.body?.cancel();
  if (response.ok) return;
  const isForLater = [408, 425, 429].includes(response.status) || response.status >= 500;
  throw isForLater
    ? new Error(`status ${response.status}`)
    : new SmsRefused(`refused with status ${response.status}`);
}
