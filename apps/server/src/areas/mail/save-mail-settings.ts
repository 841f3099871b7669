import { randomUUID } from 'node:crypto';
import type { CallAnswer } from '@depotwerk/api/call';
import type { putMailSettings as call, testMailSettings } from '@depotwerk/api/mail/mail';
import { checkMailSettings } from '@depotwerk/domain/mail/check-mail-settings';
import { sql, type Transaction } from 'kysely';
import { writeAudit } from '../../platform/audit/write-audit.ts';
import type { Schema } from '../../platform/database/schema.ts';
import { refuseIssues, storedText, waitForTurn, withCurrent } from '../../platform/editing.ts';
import { AppError, notFound } from '../../platform/http/app-error.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import type { Verb } from '../../platform/http/verb.ts';
import { answerPrepared, runOnce, sentKeyOf } from '../../platform/idempotency.ts';
import { mailPasswordPlace, readHouseColour, readSmtpSettings } from '../../platform/mail/mail-settings.ts';
import { isInnerHost, mayUseInnerHosts } from '../../platform/mail/private-hosts.ts';
import { deliverBySmtp } from '../../platform/mail/smtp.ts';
import { requireWholeHouse } from '../../platform/own-rights.ts';
import { requirePermission } from '../../platform/scope.ts';
import { seal } from '../../platform/secrets/envelope.ts';
import type { SignInServices } from '../../platform/services.ts';
import { readMailSettings } from './mail-settings.view.ts';

interface Stored {
  id: string;
  version: number;
  host: string;
  envelope: unknown;
}

/** The settings locked for a change. @throws 412 when somebody else was faster */
async function lockSettings(
  transaction: Transaction<Schema>,
  ifMatch: number | null,
): Promise<Stored | undefined> {
  await waitForTurn(transaction, 'mail_settings');
  const { rows } = await sql<Stored>`
    select id, row_version as version, host, password_envelope as envelope from mail_settings for update`.execute(
    transaction,
  );
  if ((rows[0]?.version ?? 0) !== ifMatch) throw new AppError('common.versionConflict');
  return rows[0];
}

/** Sets the mail server. @throws 400 with the fields that are wrong, 412 when somebody else was faster */
export const putMailSettings: Verb<typeof call, SignInServices> = async (services, context, { body }) => {
  const { scope, actor } = context;
  requireWholeHouse(scope, 'userManagement.editUsers');
  refuseIssues(checkMailSettings(body));
  if (isInnerHost(body.host) && !(await mayUseInnerHosts(services)))
    refuseIssues([{ path: 'host', code: 'innerHost' }]);
  const write = () =>
    services.database.transaction(scope, async (transaction) => {
      const stored = await lockSettings(transaction, context.ifMatch);
      const id = stored?.id ?? randomUUID();
      const password = storedText(body.password);
      // A password belongs to the server it was given for: another host must not be sent the old one.
      const kept = stored?.host === body.host ? stored.envelope : null;
      const envelope =
        password === null
          ? kept
          : seal(services.keys.keyEncryption, mailPasswordPlace(id), Buffer.from(password, 'utf8'));
      await sql`insert into mail_settings (tenant_id, id, host, port, security, user_name, password_envelope, sender_address,
          sender_name)
        values (${scope.tenantId}, ${id}, ${body.host}, ${body.port}, ${body.security}, ${storedText(body.userName)},
          ${envelope === null ? null : JSON.stringify(envelope)}::jsonb, ${body.senderAddress}, ${body.senderName})
        on conflict (tenant_id, id) do update set host = excluded.host, port = excluded.port, security = excluded.security,
          user_name = excluded.user_name, password_envelope = excluded.password_envelope,
          sender_address = excluded.sender_address, sender_name = excluded.sender_name, tested_at = null`.execute(
        transaction,
      );
      const { password: _secret, ...told } = body;
      await writeAudit(transaction, {
        actor,
        action: 'mail.editSettings',
        objectType: 'mailSettings',
        objectId: id,
        after: told,
        details: { host: body.host, port: body.port, security: body.security },
      });
    });
  await withCurrent(write, () => readMailSettings(services, scope));
  return readMailSettings(services, scope);
};

/** Takes the mail server away; what waits in the outbox stays there. @throws mail.notSetUp, 412 when somebody else was faster */
export async function removeMailSettings(services: SignInServices, context: SignedInContext): Promise<void> {
  const { scope, actor } = context;
  requireWholeHouse(scope, 'userManagement.editUsers');
  const write = () =>
    services.database.transaction(scope, async (transaction) => {
      const stored = await lockSettings(transaction, context.ifMatch);
      if (!stored) throw new AppError('mail.notSetUp');
      await sql`delete from mail_settings where id = ${stored.id}`.execute(transaction);
      await writeAudit(transaction, {
        actor,
        action: 'mail.removeSettings',
        objectType: 'mailSettings',
        objectId: stored.id,
        details: { host: stored.host },
      });
    });
  await withCurrent(write, () => readMailSettings(services, scope));
}

/** Sends a mail to the caller, now and without the outbox: what the mail server says is the answer. @throws mail.notSetUp */
export async function testMail(
  services: SignInServices,
  context: SignedInContext,
): Promise<CallAnswer<typeof testMailSettings>> {
  const { scope, actor } = context;
  requirePermission(scope, 'userManagement.editUsers');
  // No transaction is open while the mail server takes its time.
  const send = async () => {
    const { settings, colour } = await services.database.transaction(scope, async (transaction) => ({
      settings: await readSmtpSettings(transaction, services.keys.keyEncryption),
      colour: await readHouseColour(transaction),
    }));
    if (settings === null) throw new AppError('mail.notSetUp');
    const mail = {
      messageKey: sentKeyOf(context, 'testMail'),
      recipient: actor.userName,
      subject: 'Testnachricht',
      text: `Guten Tag ${actor.fullName},\n\nmit diesen Einstellungen kann Ihr Haus Nachrichten versenden.`,
      colour,
    };
    return deliverBySmtp(settings, mail, await mayUseInnerHosts(services));
  };
  const record = async (transaction: Transaction<Schema>, outcome: Awaited<ReturnType<typeof send>>) => {
    if (outcome.kind === 'sent') {
      const at = new Date(services.clock()).toISOString();
      await sql`update mail_settings set tested_at = ${at}`.execute(transaction);
      // What was put off while the settings were wrong need not wait for hours any more.
      await sql`update mail_outbox set next_attempt_at = ${at}
        where tenant_id = app_tenant_id() and state = 'queued' and next_attempt_at > ${at}::timestamptz`.execute(
        transaction,
      );
    }
    await writeAudit(transaction, {
      actor,
      action: 'mail.test',
      objectType: 'mailSettings',
      details: { outcome: outcome.kind },
    });
    return {
      outcome: outcome.kind,
      recipient: actor.userName,
      reason: outcome.kind === 'sent' ? null : outcome.reason,
    };
  };
  return answerPrepared(services.database, context, 'testMailSettings', {}, send, record);
}

/** Puts a refused or unclear mail back into the outbox. @throws 404, mail.notResendable */
export async function resendMail(
  services: SignInServices,
  context: SignedInContext,
  mailId: number,
): Promise<void> {
  const { scope, actor } = context;
  requirePermission(scope, 'userManagement.editUsers');
  await runOnce(services.database, context, 'resendMail', { mailId }, async (transaction) => {
    const { rows } = await sql<{ isResendable: boolean }>`
      select state in ('failed', 'unclear') and body_envelope is not null as "isResendable" from mail_outbox
      where id = ${mailId} for update`.execute(transaction);
    const mail = rows[0];
    if (!mail) throw notFound();
    if (!mail.isResendable) throw new AppError('mail.notResendable');
    await sql`update mail_outbox set state = 'queued', attempts = 0, last_error = null,
        next_attempt_at = ${new Date(services.clock()).toISOString()} where id = ${mailId}`.execute(
      transaction,
    );
    await writeAudit(transaction, {
      actor,
      action: 'mail.resend',
      objectType: 'mail',
      objectId: String(mailId),
    });
    return {};
  });
}
