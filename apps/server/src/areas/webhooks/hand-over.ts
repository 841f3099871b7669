import { gotoTargetTypes } from '@depotwerk/api/search/search';
import type { Reader } from '../../platform/database/database.ts';
import { createGuardedFetch } from '../../platform/identity-provider/guarded-fetch.ts';
import { allowsInnerHosts, countTenants, type PrivateMailHosts } from '../../platform/mail/private-hosts.ts';
import { postSigned } from '../../platform/post-signed.ts';
import { type KeyEncryptionKeys, tryOpen } from '../../platform/secrets/envelope.ts';
import { webhookSecretPlace } from '../../platform/webhook-secret-place.ts';

const attemptMilliseconds = 5000;

/** Where a system is told, and what signs it. */
export interface WebhookTarget {
  readonly webhookId: string;
  readonly url: string;
  readonly envelope: unknown;
}

export interface HandedOver {
  /** The same however often it is handed over. */
  readonly key: string;
  readonly event: string;
  readonly occurredAt: string;
  readonly objectType: string | null;
  readonly objectId: string | null;
}

/** What became of one attempt: taken; not yet (try later); refused for good. */
export interface WebhookOutcome {
  readonly kind: 'sent' | 'later' | 'refused';
  readonly statusCode: number | null;
  /** null when it was taken. */
  readonly reason: string | null;
}

/** Answers that say the thing itself is wrong: another try brings the same. */
const finalStatuses: readonly number[] = [400, 410, 413, 415, 422];

/** Whether systems in inner networks may be told, in this installation as it is now. */
export async function mayTellInnerHosts(services: {
  readonly database: Reader;
  readonly privateWebhookHosts?: PrivateMailHosts;
}): Promise<boolean> {
  return allowsInnerHosts(services.privateWebhookHosts, await countTenants(services.database));
}

/**
 * Stable way to what it is about, within the house: it leads whoever may see it there, and everybody else to a neutral page. null
 * where there is none.
 */
function wayTo({ objectType, objectId }: Pick<HandedOver, 'objectType' | 'objectId'>): string | null {
  const type = gotoTargetTypes.find((each) => each === objectType);
  return type === undefined || objectId === null ? null : `/goto/${type}/${objectId}`;
}

/**
 * Hands one event over: kind, moment and id of what it is about, and the way there, never a person. Only 2xx is taken as accepted; redirects are
 * not followed. Never throws.
 */
export async function handOver(
  keys: KeyEncryptionKeys,
  { webhookId, url, envelope }: WebhookTarget,
  { key, ...what }: HandedOver,
  allowsInner: boolean,
): Promise<WebhookOutcome> {
  const secret = tryOpen(keys, webhookSecretPlace(webhookId), envelope)?.toString('utf8');
  if (secret === undefined) {
    return {
      kind: 'later',
      statusCode: null,
      reason: 'Das Geheimnis dieses Webhooks lässt sich nicht mehr öffnen. Bitte hinterlegen Sie ein neues.',
    };
  }
  try {
    const statusCode = await postSigned(createGuardedFetch(allowsInner), {
      url,
      secret,
      key,
      body: JSON.stringify({ id: key, ...what, path: wayTo(what) }),
      milliseconds: attemptMilliseconds,
      headers: { 'X-Depotwerk-Event': what.event },
    });
    if (statusCode >= 200 && statusCode < 300) return { kind: 'sent', statusCode, reason: null };
    return {
      kind: finalStatuses.includes(statusCode) ? 'refused' : 'later',
      statusCode,
      reason: `Das System hat die Meldung nicht angenommen (Code ${statusCode}).`,
    };
  } catch {
    // Our own words: those of the network would tell what answers on hosts only this server reaches.
    const reason = 'Das System war nicht zu erreichen oder antwortete nicht rechtzeitig.';
    const inner = ' Adressen in internen Netzen sind in dieser Installation nicht erlaubt.';
    return { kind: 'later', statusCode: null, reason: allowsInner ? reason : `${reason}${inner}` };
  }
}
