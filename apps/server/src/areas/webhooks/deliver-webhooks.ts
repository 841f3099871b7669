import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import { type Looking, startLooking } from '../../platform/looking.ts';
import type { PrivateMailHosts } from '../../platform/mail/private-hosts.ts';
import type { KeyEncryptionKeys } from '../../platform/secrets/envelope.ts';
import type { Logger } from '../../platform/services.ts';
import { Slots } from '../../platform/slots.ts';
import { type HandedOver, handOver, mayTellInnerHosts, type WebhookTarget } from './hand-over.ts';

interface Services {
  readonly database: Database;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  readonly keys: { readonly keyEncryption: KeyEncryptionKeys };
  readonly privateWebhookHosts?: PrivateMailHosts;
}

/** Systems that are told beside each other: one that hangs holds up no other. */
const besideEachOther = 4;
/** Deliveries to one system in one look. */
const mostInALook = 200;
/** Longer than one attempt can take; who holds a delivery longer is dead. */
const leaseMilliseconds = 30_000;
const minute = 60_000;
/** After three days a system that does not answer is told no more of what happened then. */
const longestWaitMilliseconds = 3 * 24 * 60 * minute;

/** Pause of a system after so many attempts in vain: a minute, then twice as long each time, at most four hours. */
export const webhookPauseAfter = (failures: number): number => Math.min(4 * 60, 2 ** (failures - 1)) * minute;

interface Claimed extends HandedOver, WebhookTarget {
  readonly id: number;
  readonly createdAt: string;
}

/**
 * Hands over what waits in all houses; how many attempts were made. Any number of processes may run it: a delivery is claimed
 * before it goes, and one whose sender died goes again under the same key. A system that does not answer is left alone
 * for growing pauses. A system job. no audit entry: what is handed over is in the log, what became of it in its own
 */
export async function deliverWebhooks(services: Services): Promise<number> {
  const at = new Date(services.clock()).toISOString();
  const houses = await services.database.read<{ tenantId: string }>(
    { tenantId: null, userId: null },
    { sql: 'select t as "tenantId" from find_webhook_work($1) t', parameters: [at] },
  );
  if (houses.length === 0) return 0;
  const allowsInner = await mayTellInnerHosts(services);
  const slots = new Slots(besideEachOther);
  const told: Promise<number>[] = [];
  for (const { tenantId } of houses) {
    const waiting = await services.database.read<{ id: string }>(
      { tenantId, userId: null },
      {
        sql: `select w.id from webhooks w where w.tenant_id = app_tenant_id() and not w.is_inactive
          and (w.paused_until is null or w.paused_until <= $1) and exists (select from webhook_deliveries d
            where d.tenant_id = w.tenant_id and d.webhook_id = w.id and d.state in ('queued', 'sending'))`,
        parameters: [at],
      },
    );
    for (const { id } of waiting) told.push(slots.use(() => tell(services, tenantId, id, allowsInner)));
  }
  return (await Promise.all(told)).reduce((sum, count) => sum + count, 0);
}

/** Tells one system what waits for it until it is through or an attempt was in vain. */
async function tell(
  services: Services,
  tenantId: string,
  webhookId: string,
  allowsInner: boolean,
): Promise<number> {
  for (let count = 0; count < mostInALook; count += 1) {
    const claimed = await claim(services, tenantId, webhookId);
    if (claimed === null) return count;
    const { key, event, occurredAt, objectType, objectId } = claimed;
    const what = { key, event, occurredAt, objectType, objectId };
    const outcome = await handOver(services.keys.keyEncryption, claimed, what, allowsInner);
    await settle(services, tenantId, claimed, outcome);
    if (outcome.kind === 'later') return count + 1;
  }
  return mostInALook;
}

function claim(services: Services, tenantId: string, webhookId: string): Promise<Claimed | null> {
  const now = services.clock();
  const at = new Date(now).toISOString();
  return services.database.transaction({ tenantId, userId: null }, async (transaction) => {
    // `=`, not `in`: that one the planner may run once per row, and each run would skip the locked and claim another.
    const { rows } =
      await sql<Claimed>`update webhook_deliveries d set state = 'sending', attempts = attempts + 1,
        locked_until = ${new Date(now + leaseMilliseconds).toISOString()}
      from webhooks w
      where d.tenant_id = app_tenant_id() and w.tenant_id = d.tenant_id and w.id = d.webhook_id and not w.is_inactive
        and d.id = (select e.id from webhook_deliveries e where e.tenant_id = app_tenant_id() and e.webhook_id = ${webhookId}
          and (e.state = 'queued' or e.state = 'sending' and e.locked_until < ${at}::timestamptz)
          order by e.id limit 1 for update skip locked)
      returning d.id, d.webhook_id as "webhookId", w.url, w.secret_envelope as envelope, d.delivery_key as key, d.event,
        d.occurred_at as "occurredAt", d.object_type as "objectType", d.object_id as "objectId",
        d.created_at as "createdAt"`.execute(transaction);
    return rows[0] ?? null;
  });
}

function settle(
  services: Services,
  tenantId: string,
  { id, webhookId, createdAt }: Claimed,
  { kind, statusCode, reason }: Awaited<ReturnType<typeof handOver>>,
): Promise<void> {
  const now = services.clock();
  const isTooOld = now - Date.parse(createdAt) > longestWaitMilliseconds;
  const state = { sent: 'sent', refused: 'failed', later: isTooOld ? 'failed' : 'queued' }[kind];
  return services.database.transaction({ tenantId, userId: null }, async (transaction) => {
    await sql`update webhook_deliveries set state = ${state}, status_code = ${statusCode}, last_error = ${reason},
        locked_until = null, sent_at = ${kind === 'sent' ? new Date(now).toISOString() : null}::timestamptz
      where tenant_id = app_tenant_id() and id = ${id} and state = 'sending'`.execute(transaction);
    if (kind !== 'later') {
      await sql`update webhooks set failures = 0, paused_until = null
        where tenant_id = app_tenant_id() and id = ${webhookId} and failures > 0`.execute(transaction);
      return;
    }
    const { rows } = await sql<{ failures: number }>`update webhooks set failures = failures + 1
      where tenant_id = app_tenant_id() and id = ${webhookId} returning failures`.execute(transaction);
    const until = new Date(now + webhookPauseAfter(rows[0]?.failures ?? 1)).toISOString();
    await sql`update webhooks set paused_until = ${until}::timestamptz
      where tenant_id = app_tenant_id() and id = ${webhookId}`.execute(transaction);
  });
}

const lookEveryMilliseconds = 2000;

/** Hands over until stopped. */
export const startWebhookDelivery = (services: Services & { readonly logger: Logger }): Looking =>
  startLooking(
    lookEveryMilliseconds,
    () => deliverWebhooks(services),
    // The database is away: the next look tries again.
    (error) => services.logger.error({ err: error }, 'webhooks.lookFailed'),
  );
