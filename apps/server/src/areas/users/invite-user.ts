import type { CallAnswer } from '@depotwerk/api/call';
import type { inviteUser as call } from '@depotwerk/api/users/users';
import type { Transaction } from 'kysely';
import { writeAudit } from '../../platform/audit/write-audit.ts';
import type { Schema } from '../../platform/database/schema.ts';
import { readerIn } from '../../platform/database/transaction-reader.ts';
import { houseOrigin } from '../../platform/house-origin.ts';
import { AppError } from '../../platform/http/app-error.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import { runOnce } from '../../platform/idempotency.ts';
import { canMail, readSenderName } from '../../platform/mail/mail-settings.ts';
import { sendMail } from '../../platform/mail/send-mail.ts';
import { requirePermission } from '../../platform/scope.ts';
import type { SignInServices } from '../../platform/services.ts';
import {
  type ActivationPurpose,
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
  context: SignedInContext,
  userId: string,
): Promise<CallAnswer<typeof call>> {
  const { scope, actor } = context;
  const user = await requireManagedSignIn(transaction, scope, userId);
  if (user.hasPassword) throw new AppError('users.alreadyActive');
  if (user.isInactive) throw new AppError('users.inactive');
  return handOver(services, transaction, context, userId, {
    purpose: 'invitation',
    action: 'users.invite',
    recipient: user.userName,
    subject: 'Ihr Zugang',
    // Who is invited has not seen the house yet, and need not know the person.
    textOf: (link, house) =>
      `Guten Tag ${user.fullName},\n\n${actor.fullName} hat für Sie einen Zugang` +
      `${house === null ? '' : ` bei ${house}`} angelegt. Mit diesem Link vergeben Sie Ihr Passwort; er gilt 24 Stunden und nur einmal:\n\n${link}\n\n` +
      'Wenn Sie diese Nachricht nicht erwartet haben, müssen Sie nichts tun.',
  });
}

/**
 * Gives somebody who has forgotten the password a link for a new one: by mail, or, where none can go out, in the answer to
 * this call. The old password holds until the link is used, the second factor stays (asvs 6.4.3).
 * @throws 404, users.aboveOwnRights, users.ownSignIn, users.noPassword, users.inactive
 */
export async function resetUserPassword(
  services: SignInServices,
  context: SignedInContext,
  userId: string,
): Promise<CallAnswer<typeof call>> {
  const { scope, actor } = context;
  requirePermission(scope, 'userManagement.editUsers');
  if (userId === actor.userId) throw new AppError('users.ownSignIn');
  return runOnce(services.database, context, 'resetUserPassword', { userId }, async (transaction) => {
    const user = await requireManagedSignIn(transaction, scope, userId);
    if (user.isInactive) throw new AppError('users.inactive');
    if (!user.hasPassword) throw new AppError('users.noPassword');
    return handOver(services, transaction, context, userId, {
      purpose: 'resetPassword',
      action: 'users.resetPassword',
      recipient: user.userName,
      subject: 'Neues Passwort vergeben',
      textOf: (link) =>
        `Guten Tag ${user.fullName},\n\n${actor.fullName} hat für Sie einen Link ausgestellt, mit dem Sie ein neues ` +
        `Passwort vergeben; er gilt 24 Stunden und nur einmal:\n\n${link}\n\n` +
        'Bis dahin gilt Ihr bisheriges Passwort. Wenn Sie diese Nachricht nicht erwartet haben, müssen Sie nichts tun.',
    });
  });
}

interface HandedOver {
  readonly purpose: ActivationPurpose;
  readonly action: 'users.invite' | 'users.resetPassword';
  readonly recipient: string;
  readonly subject: string;
  /** @param house null where no name of it is known */
  readonly textOf: (link: string, house: string | null) => string;
}

/** A new link, which ends those before: mailed, or answered where no mail can go out. */
async function handOver(
  services: SignInServices,
  transaction: Transaction<Schema>,
  { scope, actor, host }: SignedInContext,
  userId: string,
  { purpose, action, recipient, subject, textOf }: HandedOver,
): Promise<CallAnswer<typeof call>> {
  const { tenantId } = scope;
  const now = services.clock();
  await useUpActivations(transaction, { tenantId, userId }, now);
  const guid = await createActivation(transaction, { tenantId, userId }, purpose, now);
  const origin = await houseOrigin(readerIn(transaction), scope, services.settings.publicOrigin, host);
  const link = activationLink(origin, guid, recipient);
  const isMailed = await canMail(services, transaction);
  if (isMailed) {
    await sendMail(transaction, services.keys.keyEncryption, {
      tenantId,
      userId,
      recipient,
      subject,
      body: textOf(link, await readSenderName(transaction)),
    });
  }
  await writeAudit(transaction, {
    actor,
    action,
    objectType: 'user',
    objectId: userId,
    details: { isMailed },
  });
  return {
    link: isMailed ? null : link,
    sentTo: recipient,
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
