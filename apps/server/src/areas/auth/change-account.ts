import type { Transaction } from 'kysely';
import { type AuditEntry, writeAudit } from '../../platform/audit/write-audit.ts';
import type { Schema } from '../../platform/database/schema.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import { accountNotice } from '../../platform/mail/account-notice.ts';
import { sendMail } from '../../platform/mail/send-mail.ts';
import type { SignInServices } from '../../platform/services.ts';
import { endSessions, forgetDevices, holdSession } from '../../platform/sessions/end-sessions.ts';
import { useUpActivations } from '../../platform/tokens/activation-token.ts';

interface Change {
  readonly reason: 'passwordChanged' | 'factorChanged';
  readonly action: string;
  readonly details?: NonNullable<AuditEntry['details']>;
  /** What the mail to the user says has changed, e.g. `Ihr Passwort wurde geändert.` */
  readonly notice: string;
}

/**
 * Changes password or second factor of the signed-in user in one transaction with everything that follows
 * from it: every other session and all remembered devices end, open reset links are used up, the user is
 * told, the audit entry is written.
 */
export async function changeAccount<T>(
  services: SignInServices,
  context: SignedInContext,
  change: Change,
  work: (transaction: Transaction<Schema>) => Promise<T>,
): Promise<T> {
  const { actor } = context;
  const { tenantId, userId, sessionId } = actor;
  const now = services.clock();
  const { result, ended } = await services.database.transaction({ tenantId, userId }, async (transaction) => {
    await holdSession(transaction, actor);
    const worked = await work(transaction);
    const endedIds = await endSessions(
      transaction,
      { tenantId, userId, exceptSessionId: sessionId },
      change.reason,
      now,
    );
    await forgetDevices(transaction, actor, now);
    await useUpActivations(transaction, actor, now);
    await sendMail(transaction, services.keys.keyEncryption, accountNotice(actor, change.notice));
    await writeAudit(transaction, {
      actor,
      action: change.action,
      objectType: 'user',
      objectId: userId,
      details: { ...change.details, requestId: context.requestId },
    });
    return { result: worked, ended: endedIds };
  });
  services.sessions.forget([...ended, sessionId]);
  return result;
}
