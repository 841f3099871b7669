import { createGuardedFetch } from '../identity-provider/guarded-fetch.ts';
import { postSigned } from '../post-signed.ts';
import type { HttpSmsSettings, SmsMessage, SmsOutcome, SmsProvider } from './sms-provider.ts';

const attemptMilliseconds = 5000;

/**
 * Hands messages to one HTTP address. Every attempt of a message has the same `Idempotency-Key` and a signature of its own
 * moment, so that a receiver sends it once and takes no old one. Only 2xx is taken as accepted; 408, 425, 429, 5xx, silence
 * and a lost connection are for later, everything else (redirects, too) is final.
 * @param allowsInner whether the address may be in an inner network or on this machine
 */
export function createHttpSmsProvider(settings: HttpSmsSettings, allowsInner: boolean): SmsProvider {
  const fetch = createGuardedFetch(allowsInner);
  return {
    isAvailable: true,
    keepsText: false,
    attempt: async (message) => {
      try {
        return outcomeOf(await send(fetch, settings, message));
      } catch {
        // Our own words: those of a remote service would tell what answers on hosts only this server reaches.
        const inner = ' Adressen in internen Netzen sind in dieser Installation nicht erlaubt.';
        const reason = 'Die SMS-Schnittstelle war nicht zu erreichen oder antwortete nicht rechtzeitig.';
        return { kind: 'later', reason: allowsInner ? reason : `${reason}${inner}` };
      }
    },
  };
}

function send(
  fetch: ReturnType<typeof createGuardedFetch>,
  { url, secret, sender }: HttpSmsSettings,
  { key, phoneNumber, text }: SmsMessage,
): Promise<number> {
  const body = JSON.stringify({ id: key, to: phoneNumber, ...(sender !== null && { from: sender }), text });
  return postSigned(fetch, { url, secret, key, body, milliseconds: attemptMilliseconds });
}

function outcomeOf(status: number): SmsOutcome {
  if (status >= 200 && status < 300) return { kind: 'sent' };
  const isForLater = [408, 425, 429].includes(status) || status >= 500;
  return isForLater
    ? {
        kind: 'later',
        reason: `Die SMS-Schnittstelle nimmt die Nachricht zurzeit nicht an (Code ${status}).`,
      }
    : { kind: 'refused', reason: `Die SMS-Schnittstelle hat die Nachricht abgelehnt (Code ${status}).` };
}
