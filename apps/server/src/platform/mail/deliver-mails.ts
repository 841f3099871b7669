import { sql } from 'kysely';
import type { Database } from '../database/database.ts';
import { forEveryTenant } from '../database/every-tenant.ts';
import { type Looking, startLooking } from '../looking.ts';
import { EnvelopeBroken, type KeyEncryptionKeys } from '../secrets/envelope.ts';
import { readHouseColour, readSmtpSettings } from './mail-settings.ts';
import { allowsInnerHosts, type PrivateMailHosts } from './private-hosts.ts';
import { openMailBody } from './send-mail.ts';
import { deliverBySmtp, type MailOutcome, type SmtpSettings } from './smtp.ts';

export interface MailDeliveryServices {
  readonly database: Database;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  readonly keys: { readonly keyEncryption: KeyEncryptionKeys };
  readonly privateMailHosts?: PrivateMailHosts;
  readonly logger: { readonly error: (values: object, message: string) => void };
}

const mailsAtOnce = 5;
/** Longer than sending one can take; who holds a mail longer is dead. */
const leaseMilliseconds = 3 * 60_000;
/** After a day the links in it open nothing any more. */
const longestWaitMilliseconds = 24 * 60 * 60_000;
const minute = 60_000;
const passwordClosed =
  'Das gespeicherte Passwort des Mailservers lässt sich nicht öffnen. Bitte geben Sie es in den Einstellungen neu ein; dann geht die Nachricht hinaus.';

/** Pause before the next attempt: one minute, then twice as long each time, at most four hours. */
export const pauseAfter = (attempts: number): number => Math.min(4 * 60, 2 ** (attempts - 1)) * minute;

interface ClaimedMail {
  id: number;
  recipient: string;
  subject: string;
  userId: string | null;
  sealId: string;
  envelope: unknown;
  attempts: number;
  createdAt: string;
}

/**
 * Sends what is due in all tenants that have a mail server; how many mails were settled. Any number of processes may run it:
 * a mail is claimed before it is sent. One whose sender died in between becomes `unclear`, because it may have gone; a
 * person decides about it. Refused ones are final, all others are tried again with growing pauses.
 */
export async function deliverMails(services: MailDeliveryServices): Promise<number> {
  return forEveryTenant(services.database, async (tenantId, tenantCount) => {
    const allowsInner = allowsInnerHosts(services.privateMailHosts, tenantCount);
    // Claimed right before it is sent: a slow one before it must not use up its lease.
    for (let count = 0; count < mailsAtOnce; count += 1) {
      const claimed = await claim(services, tenantId);
      if (claimed === null) return count;
      const outcome = await send(services, claimed, allowsInner);
      await settle(services, tenantId, claimed.mail, outcome);
    }
    return mailsAtOnce;
  });
}

function claim(
  services: MailDeliveryServices,
  tenantId: string,
): Promise<{ settings: SmtpSettings; mail: ClaimedMail; colour: string | null } | null> {
  const now = services.clock();
  const at = new Date(now).toISOString();
  return services.database.transaction({ tenantId, userId: null }, async (transaction) => {
    let settings: SmtpSettings | null;
    try {
      settings = await readSmtpSettings(transaction, services.keys.keyEncryption);
    } catch (error) {
      if (!(error instanceof EnvelopeBroken)) throw error;
      // Without a word they would wait for ever; with the password given anew they go.
      const told =
        await sql`update mail_outbox set last_error = ${passwordClosed} where tenant_id = ${tenantId}
        and state = 'queued' and last_error is distinct from ${passwordClosed}`.execute(transaction);
      if (told.numAffectedRows !== 0n) services.logger.error({ err: error, tenantId }, 'mail.passwordClosed');
      return null;
    }
    if (settings === null) return null;
    await sql`update mail_outbox set state = 'unclear', locked_until = null,
        last_error = 'Der Versand wurde unterbrochen; ob die Nachricht ankam, ist nicht bekannt.'
      where tenant_id = ${tenantId} and state = 'sending' and locked_until < ${at}::timestamptz`.execute(
      transaction,
    );
    // What waited for a first mail server for days tells of things long past, and its links open nothing.
    const tooOld = new Date(now - longestWaitMilliseconds).toISOString();
    await sql`update mail_outbox set state = 'failed',
        last_error = 'Die Nachricht war älter als einen Tag, bevor ein Mailserver sie senden konnte.'
      where tenant_id = ${tenantId} and state = 'queued' and attempts = 0 and created_at < ${tooOld}::timestamptz`.execute(
      transaction,
    );
    // `=`, not `in`: that one the planner may run once per row, and each run would skip the locked and claim another.
    const { rows } = await sql<ClaimedMail>`update mail_outbox set state = 'sending', attempts = attempts + 1,
        locked_until = ${new Date(now + leaseMilliseconds).toISOString()}
      where tenant_id = ${tenantId} and id = (select id from mail_outbox where tenant_id = ${tenantId} and state = 'queued'
          and next_attempt_at <= ${at}::timestamptz order by id limit 1 for update skip locked)
      returning id, recipient, subject, user_id as "userId", seal_id as "sealId", body_envelope as envelope, attempts,
        created_at as "createdAt"`.execute(transaction);
    const mail = rows[0];
    return mail === undefined ? null : { settings, mail, colour: await readHouseColour(transaction) };
  });
}

async function send(
  services: MailDeliveryServices,
  { settings, mail, colour }: { settings: SmtpSettings; mail: ClaimedMail; colour: string | null },
  allowsInner: boolean,
): Promise<MailOutcome> {
  const text = openMailBody(services.keys.keyEncryption, mail);
  if (text === null) return { kind: 'refused', reason: 'Der Text der Nachricht ist nicht mehr vorhanden.' };
  const { sealId: messageKey, recipient, subject } = mail;
  return deliverBySmtp(settings, { messageKey, recipient, subject, text, colour }, allowsInner);
}

async function settle(
  services: MailDeliveryServices,
  tenantId: string,
  mail: ClaimedMail,
  outcome: MailOutcome,
): Promise<void> {
  const now = services.clock();
  const isTooOld = now - Date.parse(mail.createdAt) > longestWaitMilliseconds;
  const state = {
    sent: 'sent',
    refused: 'failed',
    unclear: 'unclear',
    later: isTooOld ? 'failed' : 'queued',
  }[outcome.kind];
  const reason = outcome.kind === 'sent' ? null : outcome.reason;
  const next = new Date(now + pauseAfter(mail.attempts)).toISOString();
  await services.database.transaction({ tenantId, userId: null }, async (transaction) => {
    await sql`update mail_outbox set state = ${state}, last_error = ${reason}, locked_until = null,
        sent_at = ${state === 'sent' ? new Date(now).toISOString() : null}::timestamptz, next_attempt_at = ${next}
      where tenant_id = ${tenantId} and id = ${mail.id} and state = 'sending'`.execute(transaction);
  });
  if (state !== 'sent') services.logger.error({ tenantId, mailId: mail.id, state }, 'mail.notSent');
}

const lookEveryMilliseconds = 2000;

/** Sends mails until stopped. */
export const startMailDelivery = (services: MailDeliveryServices): Looking =>
  startLooking(
    lookEveryMilliseconds,
    () => deliverMails(services),
    // The database is away, or a key is: the next look tries again.
    (error) => services.logger.error({ err: error }, 'mail.lookFailed'),
  );
