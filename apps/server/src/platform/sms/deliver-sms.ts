import { sql } from 'kysely';
import type { Database } from '../database/database.ts';
import { forEveryTenant } from '../database/every-tenant.ts';
import { type Looking, startLooking } from '../looking.ts';
import { EnvelopeBroken, tryOpen } from '../secrets/envelope.ts';
import { smsPlace } from './sms-place.ts';
import { noSmsProvider, type SmsOutcome, type SmsProvider } from './sms-provider.ts';
import { findSmsProvider, mayUseInnerSmsHosts, type SmsWayServices } from './sms-settings.ts';

export interface SmsDeliveryServices extends SmsWayServices {
  readonly database: Database;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  readonly logger: { readonly error: (values: object, message: string) => void };
}

const messagesAtOnce = 20;
/** Longer than one attempt can take; who holds a message longer is dead. */
const leaseMilliseconds = 30_000;
/** Seconds between attempts: a person waits for the code, and after a minute asks for another one. */
const pauses = [2, 5, 15, 30, 60] as const;

/** Milliseconds before the next attempt: growing, at most a minute. */
export const smsPauseAfter = (attempts: number): number =>
  (pauses[Math.min(attempts, pauses.length) - 1] ?? 2) * 1000;

interface ClaimedSms {
  id: number;
  userId: string | null;
  phoneNumber: string;
  sealId: string;
  envelope: unknown;
  attempts: number;
}

/**
 * Hands over what is due in all tenants; how many attempts were made. Any number of processes may run it: a message is
 * claimed before it is handed over, and one whose sender died goes again with the same id, so that it arrives once.
 */
export async function deliverSms(services: SmsDeliveryServices): Promise<number> {
  return forEveryTenant(services.database, (tenantId) => deliverSmsOf(services, tenantId));
}

/** The same for one tenant, right after a message was written. */
export async function deliverSmsOf(services: SmsDeliveryServices, tenantId: string): Promise<number> {
  const scope = { tenantId, userId: null };
  const waiting = await services.database.read<{ found: number }>(scope, {
    sql: 'select 1 as found from sms_outbox where text_envelope is not null limit 1',
    parameters: [],
  });
  if (waiting.length === 0) return 0;
  await endOverdue(services, tenantId);
  const allowsInner = await mayUseInnerSmsHosts(services);
  for (let count = 0; count < messagesAtOnce; count += 1) {
    const claimed = await claim(services, tenantId, allowsInner);
    if (claimed === null) return count;
    const { message, provider } = claimed;
    const place = smsPlace(message.sealId, message.userId);
    const text = tryOpen(services.keys.keyEncryption, place, message.envelope)?.toString('utf8');
    const { sealId: key, phoneNumber } = message;
    const outcome = text === undefined ? keyIsGone : await provider.attempt({ key, phoneNumber, text });
    await settle(services, tenantId, message, outcome);
  }
  return messagesAtOnce;
}

const secretClosed =
  'Der gespeicherte Schlüssel der SMS-Schnittstelle lässt sich nicht öffnen. Bitte geben Sie ihn unter SMS-Versand neu ein; dann geht die Nachricht hinaus.';

/** Nobody can read it any more; those behind it go on. */
const keyIsGone: SmsOutcome = {
  kind: 'refused',
  reason: 'Der Text der Nachricht lässt sich nicht mehr öffnen; die Person kann einen neuen Code anfordern.',
};

/** A code that is over helps nobody: its text goes, and the list says so. */
async function endOverdue(services: SmsDeliveryServices, tenantId: string): Promise<void> {
  const at = new Date(services.clock()).toISOString();
  const ended = await services.database.transaction({ tenantId, userId: null }, async (transaction) => {
    const { rows } = await sql<{ id: number; isNew: boolean }>`
      update sms_outbox o set text_envelope = null, locked_until = null, state = 'failed',
          last_error = case when o.state = 'failed' then o.last_error else
            concat_ws(' ', o.last_error, 'Der Code ist abgelaufen; die Person kann einen neuen anfordern.') end
        from (select id, state from sms_outbox where tenant_id = ${tenantId} and text_envelope is not null
            and expires_at <= ${at}::timestamptz for update) as before
       where o.tenant_id = ${tenantId} and o.id = before.id
       returning o.id, before.state <> 'failed' as "isNew"`.execute(transaction);
    return rows.filter(({ isNew }) => isNew);
  });
  if (ended.length > 0) services.logger.error({ tenantId, count: ended.length }, 'sms.notDelivered');
}

function claim(
  services: SmsDeliveryServices,
  tenantId: string,
  allowsInner: boolean,
): Promise<{ provider: SmsProvider; message: ClaimedSms } | null> {
  const now = services.clock();
  const at = new Date(now).toISOString();
  return services.database.transaction({ tenantId, userId: null }, async (transaction) => {
    const provider = await findSmsProvider(transaction, services, allowsInner).catch(
      async (error: unknown) => {
        if (!(error instanceof EnvelopeBroken)) throw error;
        // Without a word they would wait until their codes are over; with the key given anew they go.
        const told =
          await sql`update sms_outbox set last_error = ${secretClosed} where tenant_id = ${tenantId}
        and state = 'queued' and last_error is distinct from ${secretClosed}`.execute(transaction);
        if (told.numAffectedRows !== 0n) services.logger.error({ err: error, tenantId }, 'sms.secretClosed');
        return noSmsProvider;
      },
    );
    if (!provider.isAvailable) return null;
    // `=`, not `in`: that one the planner may run once per row, and each run would skip the locked and claim another.
    const { rows } = await sql<ClaimedSms>`update sms_outbox set state = 'sending', attempts = attempts + 1,
        locked_until = ${new Date(now + leaseMilliseconds).toISOString()}
      where tenant_id = ${tenantId} and id = (select id from sms_outbox where tenant_id = ${tenantId}
          and text_envelope is not null and expires_at > ${at}::timestamptz
          and (state = 'queued' and next_attempt_at <= ${at}::timestamptz
            or state = 'sending' and locked_until < ${at}::timestamptz)
          order by id limit 1 for update skip locked)
      returning id, user_id as "userId", phone_number as "phoneNumber", seal_id as "sealId", text_envelope as envelope,
        attempts`.execute(transaction);
    const message = rows[0];
    return message === undefined ? null : { provider, message };
  });
}

async function settle(
  services: SmsDeliveryServices,
  tenantId: string,
  { id, attempts }: ClaimedSms,
  outcome: SmsOutcome,
): Promise<void> {
  const now = services.clock();
  const state = { sent: 'sent', refused: 'failed', later: 'queued' }[outcome.kind];
  const reason = outcome.kind === 'sent' ? null : outcome.reason;
  const next = new Date(now + smsPauseAfter(attempts)).toISOString();
  await services.database.transaction({ tenantId, userId: null }, async (transaction) => {
    await sql`update sms_outbox set state = ${state}, last_error = ${reason}, locked_until = null,
        sent_at = ${state === 'sent' ? new Date(now).toISOString() : null}::timestamptz, next_attempt_at = ${next}
      where tenant_id = ${tenantId} and id = ${id} and state = 'sending'`.execute(transaction);
  });
  if (state !== 'sent') services.logger.error({ tenantId, smsId: id, state }, 'sms.notDelivered');
}

const lookEveryMilliseconds = 2000;

/** Hands messages over until stopped. */
export const startSmsDelivery = (services: SmsDeliveryServices): Looking =>
  startLooking(
    lookEveryMilliseconds,
    () => deliverSms(services),
    // The database is away, or a key is: the next look tries again.
    (error) => services.logger.error({ err: error }, 'sms.lookFailed'),
  );
