import { randomUUID } from 'node:crypto';
import type { putSmsSettings as putCall, testSmsSettings as testCall } from '@depotwerk/api/mail/sms';
import { checkSmsSettings } from '@depotwerk/domain/sms/check-sms-settings';
import { sql, type Transaction } from 'kysely';
import { writeAudit } from '../../platform/audit/write-audit.ts';
import type { Schema } from '../../platform/database/schema.ts';
import { refuseIssues, storedText, waitForTurn, withCurrent } from '../../platform/editing.ts';
import { AppError, notFound } from '../../platform/http/app-error.ts';
import { bareHost } from '../../platform/http/bare-host.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import type { BodyVerb, Verb } from '../../platform/http/verb.ts';
import { answerPrepared, runOnce, sentKeyOf } from '../../platform/idempotency.ts';
import { isInnerHost } from '../../platform/mail/private-hosts.ts';
import { requireWholeHouse } from '../../platform/own-rights.ts';
import { requirePermission } from '../../platform/scope.ts';
import { seal } from '../../platform/secrets/envelope.ts';
import type { SignInServices } from '../../platform/services.ts';
import { createHttpSmsProvider } from '../../platform/sms/http-sms-provider.ts';
import { readSmsNumber } from '../../platform/sms/phone-number.ts';
import { countSms } from '../../platform/sms/send-sms-code.ts';
import { mayUseInnerSmsHosts, readOwnSms, smsSecretPlace } from '../../platform/sms/sms-settings.ts';
import { readSmsSettings } from './sms-settings.view.ts';

interface Stored {
  id: string;
  version: number;
  url: string;
  envelope: unknown;
}

/** The settings locked for a change. @throws 412 when somebody else was faster */
async function lockSettings(
  transaction: Transaction<Schema>,
  ifMatch: number | null,
): Promise<Stored | undefined> {
  await waitForTurn(transaction, 'sms_settings');
  const { rows } = await sql<Stored>`
    select id, row_version as version, url, secret_envelope as envelope from sms_settings for update`.execute(
    transaction,
  );
  if ((rows[0]?.version ?? 0) !== ifMatch) throw new AppError('common.versionConflict');
  return rows[0];
}

/** Sets the SMS interface. @throws 400 with the fields that are wrong, 412 when somebody else was faster */
export const putSmsSettings: Verb<typeof putCall, SignInServices> = async (services, context, { body }) => {
  const { scope, actor } = context;
  requireWholeHouse(scope, 'userManagement.editUsers');
  // Whether a secret may be left out is decided below, where the stored one is known.
  refuseIssues(checkSmsSettings(body, true));
  const url = new URL(body.url.trim());
  const isInner = url.protocol !== 'https:' || isInnerHost(bareHost(url.hostname));
  if (isInner && !(await mayUseInnerSmsHosts(services))) refuseIssues([{ path: 'url', code: 'innerHost' }]);
  const write = () =>
    services.database.transaction(scope, async (transaction) => {
      const stored = await lockSettings(transaction, context.ifMatch);
      const id = stored?.id ?? randomUUID();
      const secret = storedText(body.secret);
      // A secret belongs to the address it was given for: another one must not be sent what it signs.
      const kept = stored?.url === url.href ? stored.envelope : null;
      refuseIssues(checkSmsSettings(body, kept !== null));
      const envelope =
        secret === null
          ? kept
          : seal(services.keys.keyEncryption, smsSecretPlace(id), Buffer.from(secret, 'utf8'));
      await sql`insert into sms_settings (tenant_id, id, url, sender, secret_envelope)
        values (${scope.tenantId}, ${id}, ${url.href}, ${storedText(body.sender)}, ${JSON.stringify(envelope)}::jsonb)
        on conflict (tenant_id, id) do update set url = excluded.url, sender = excluded.sender,
          secret_envelope = excluded.secret_envelope, tested_at = null`.execute(transaction);
      await writeAudit(transaction, {
        actor,
        action: 'sms.editSettings',
        objectType: 'smsSettings',
        objectId: id,
        after: { url: url.href, sender: storedText(body.sender) },
        details: { host: url.host },
      });
    });
  await withCurrent(write, () => readSmsSettings(services, scope));
  return readSmsSettings(services, scope);
};

/** Takes the SMS interface away. @throws sms.notSetUp, 412 when somebody else was faster */
export async function removeSmsSettings(services: SignInServices, context: SignedInContext): Promise<void> {
  const { scope, actor } = context;
  requireWholeHouse(scope, 'userManagement.editUsers');
  const write = () =>
    services.database.transaction(scope, async (transaction) => {
      const stored = await lockSettings(transaction, context.ifMatch);
      if (!stored) throw new AppError('sms.notSetUp');
      await sql`delete from sms_settings where id = ${stored.id}`.execute(transaction);
      await writeAudit(transaction, {
        actor,
        action: 'sms.removeSettings',
        objectType: 'smsSettings',
        objectId: stored.id,
      });
    });
  await withCurrent(write, () => readSmsSettings(services, scope));
}

/** Sends a message now and without the outbox: what the interface says is the answer. @throws sms.notSetUp, those of `countSms` */
export const testSms: BodyVerb<typeof testCall, SignInServices> = async (services, context, body) => {
  const { scope, actor } = context;
  requireWholeHouse(scope, 'userManagement.editUsers');
  const phoneNumber = readSmsNumber(body.phoneNumber);
  if (phoneNumber === null) throw new AppError('auth.phoneNumberNotAllowed');
  // No transaction is open while the interface takes its time.
  const send = async () => {
    const own = await services.database.transaction(scope, (transaction) =>
      readOwnSms(transaction, services.keys.keyEncryption),
    );
    if (own === null) throw new AppError('sms.notSetUp');
    await countSms(services, phoneNumber, { purpose: 'phoneValidation', userId: actor.userId });
    const provider = createHttpSmsProvider(own, await mayUseInnerSmsHosts(services));
    return provider.attempt({
      key: sentKeyOf(context, 'testSms'),
      phoneNumber,
      text: 'Testnachricht: Mit diesen Einstellungen kann Ihr Haus SMS versenden.',
    });
  };
  const record = async (transaction: Transaction<Schema>, outcome: Awaited<ReturnType<typeof send>>) => {
    if (outcome.kind === 'sent')
      await sql`update sms_settings set tested_at = ${new Date(services.clock()).toISOString()}`.execute(
        transaction,
      );
    await writeAudit(transaction, {
      actor,
      action: 'sms.test',
      objectType: 'smsSettings',
      details: { outcome: outcome.kind },
    });
    const reason = outcome.kind === 'sent' ? null : outcome.reason;
    return { outcome: outcome.kind, phoneNumber, reason };
  };
  return answerPrepared(services.database, context, 'testSmsSettings', body, send, record);
};

/** Puts a refused message back into the outbox while its code is good. @throws 404, sms.notResendable */
export async function resendSms(
  services: SignInServices,
  context: SignedInContext,
  smsId: number,
): Promise<void> {
  const { scope, actor } = context;
  requirePermission(scope, 'userManagement.editUsers');
  await runOnce(services.database, context, 'resendSms', { smsId }, async (transaction) => {
    const at = new Date(services.clock()).toISOString();
    const { rows } = await sql<{ isResendable: boolean }>`
      select state = 'failed' and text_envelope is not null and expires_at > ${at}::timestamptz as "isResendable"
        from sms_outbox where id = ${smsId} for update`.execute(transaction);
    const sms = rows[0];
    if (!sms) throw notFound();
    if (!sms.isResendable) throw new AppError('sms.notResendable');
    await sql`update sms_outbox set state = 'queued', attempts = 0, last_error = null, next_attempt_at = ${at}
      where id = ${smsId}`.execute(transaction);
    await writeAudit(transaction, {
      actor,
      action: 'sms.resend',
      objectType: 'sms',
      objectId: String(smsId),
    });
    return {};
  });
}
