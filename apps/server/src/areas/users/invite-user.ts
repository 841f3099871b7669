import type { CallAnswer } from '@depotwerk/api/call';
import type { inviteUser as call } from '@depotwerk/api/users';
import type { Transaction } from 'kysely';
import { writeAudit } from '../../platform/audit/write-audit.ts';
import type { Schema } from '../../platform/database/schema.ts';
import { readerIn } from '../../platform/database/transaction-reader.ts';
import { houseOrigin } from '../../platform/house-origin.ts';
import { AppError } from '../../platform/http/app-error.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import { runOnce } from '../../platform/idempotency.ts';
import { canMail } from '../../platform/mail/mail-settings.ts';
import { sendMail } from '../../platform/mail/send-mail.ts';
import { requirePermission } from '../../platform/scope.ts';
import type { SignInServices } from '../../platform/services.ts';
import {
  activationLink,
  activationMilliseconds,
  createActivation,
  useUpActivations,
} from '../../platform/tokens/activation-token.ts';
import { requireManagedSignIn } from './managed-user.ts';

/**
 * Invites a person in the transaction of the caller, whose permission was checked: token and mail are written together,
 * so that neither exists without the other; links sent before stop working.
 * @throws as inviteUser
 */
export async function sendInvitation(
  services: SignInServices,
  transaction: Transaction<Schema>,
  { scope, actor, host }: SignedInContext,
  userId: string,
): Promise<CallAnswer<typeof call>> {
  const { tenantId } = scope;
  const now = services.clock();
  const user = await requireManagedSignIn(transaction, scope, userId);
  if (user.hasPassword) throw new AppError('users.alreadyActive');
  if (user.isInactive) throw new AppError('users.inactive');
  await useUpActivations(transaction, { tenantId, userId }, now);
  const guid = await createActivation(transaction, { tenantId, userId }, 'invitation', now);
  const origin = await houseOrigin(readerIn(transaction), scope, services.settings.publicOrigin, host);
  const link = activationLink(origin, guid, user.userName);
  const isMailed = await canMail(services, transaction);
  if (isMailed) {
    await sendMail(transaction, services.keys.keyEncryption, {
      tenantId,
      userId,
      recipient: user.userName,
      subject: 'Ihr Zugang',
      body:
        `Guten Tag ${user.fullName},\n\n${actor.fullName} hat für Sie einen Zugang angelegt. Mit diesem Link vergeben ` +
        `Sie Ihr Passwort; er gilt 24 Stunden und nur einmal:\n\n${link}\n\n` +
        'Wenn Sie diese Nachricht nicht erwartet haben, müssen Sie nichts tun.',
    });
  }
  await writeAudit(transaction, {
    actor,
    action: 'users.invite',
    objectType: 'user',
    objectId: userId,
    details: { isMailed },
  });
  return {
    link: isMailed ? null : link,
    sentTo: user.userName,
    expiresAt: new Date(now + activationMilliseconds).toISOString(),
  };
}

/**
 * Invites a person to set a password. Where no mail can go out the link is answered to this call only, and to its
 * repetition.
 * @throws 404, users.aboveOwnRights, users.alreadyActive, users.inactive
 */
export async function inviteUser(
  services: SignInServices,
  context: SignedInContext,
  userId: string,
): Promise<CallAnswer<typeof call>> {
  requirePermission(context.scope, 'userManagement.editUsers');
  return runOnce(services.database, context, 'inviteUser', { userId }, (transaction) =>
    sendInvitation(services, transaction, context, userId),
  );
}
