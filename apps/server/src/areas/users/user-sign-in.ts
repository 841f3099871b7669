import { writeAudit } from '../../platform/audit/write-audit.ts';
import { AppError } from '../../platform/http/app-error.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import { accountNotice } from '../../platform/mail/account-notice.ts';
import { sendMail } from '../../platform/mail/send-mail.ts';
import { requirePermission } from '../../platform/scope.ts';
import type { SignInServices } from '../../platform/services.ts';
import { requireManagedSignIn } from './managed-user.ts';
import { removeSecondFactors } from './remove-second-factors.ts';

/** Removes every second factor of a person who lost them; the next sign-in asks for a new one where the role demands it. */
export async function resetUserSecondFactor(
  services: SignInServices,
  context: SignedInContext,
  userId: string,
): Promise<void> {
  const { scope, actor } = context;
  requirePermission(scope, 'userManagement.editUsers');
  // A stolen session must not rid itself of the factor: the settings ask for password and factor.
  if (userId === actor.userId) throw new AppError('users.ownSignIn');
  const { tenantId } = scope;
  const now = services.clock();
  const ended = await services.database.transaction(scope, async (transaction) => {
    const user = await requireManagedSignIn(transaction, scope, userId);
    const ids = await removeSecondFactors(transaction, { tenantId, userId }, now);
    await sendMail(
      transaction,
      services.keys.keyEncryption,
      accountNotice(
        { tenantId, userId, userName: user.userName },
        'Ihre Administration hat die Zwei-Faktor-Anmeldung Ihres Benutzerkontos zurückgesetzt. Bitte richten Sie sie neu ein.',
      ),
    );
    await writeAudit(transaction, {
      actor,
      action: 'users.resetSecondFactor',
      objectType: 'user',
      objectId: userId,
    });
    return ids;
  });
  services.sessions.forget(ended);
}

/**
 * Forgets failed sign-ins of a person. Wrong codes stay counted: their limit is what keeps codes from being guessed.
 * @throws users.ownSignIn for oneself
 */
export async function unlockUser(
  services: SignInServices,
  context: SignedInContext,
  userId: string,
): Promise<void> {
  const { scope, actor } = context;
  requirePermission(scope, 'userManagement.editUsers');
  if (userId === actor.userId) throw new AppError('users.ownSignIn');
  const user = await services.database.transaction(scope, async (transaction) => {
    const managed = await requireManagedSignIn(transaction, scope, userId);
    await writeAudit(transaction, { actor, action: 'users.unlock', objectType: 'user', objectId: userId });
    return managed;
  });
  await services.throttle.clear('account', user.userName.toLowerCase());
}
