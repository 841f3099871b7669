import type { changePassword as call } from '@depotwerk/api/auth/account';
import { sql } from 'kysely';
import { AppError } from '../../platform/http/app-error.ts';
import type { BodyVerb } from '../../platform/http/verb.ts';
import { requireStrongPassword } from '../../platform/passwords/require-strong-password.ts';
import type { SignInServices } from '../../platform/services.ts';
import { changeAccount } from './change-account.ts';
import { confirmFactor, confirmPassword, ownAccount } from './confirm-identity.ts';

/** Changes the own password: old one and, where there is one, the second factor; other sessions end. */
export const changePassword: BodyVerb<typeof call, SignInServices> = async (services, context, body) => {
  const account = await ownAccount(services, context);
  await confirmPassword(services, context, account, body.oldPassword);
  if (body.newPassword === body.oldPassword) {
    throw new AppError('auth.passwordTooWeak', {
      validation: [{ path: 'body.newPassword', code: 'unchanged' }],
    });
  }
  await requireStrongPassword(services.database, account, body.newPassword, 'newPassword');
  await confirmFactor(services, context, account, body.token);
  const hash = await services.passwords.hash(body.newPassword);
  const change = {
    reason: 'passwordChanged',
    action: 'auth.changePassword',
    notice: 'Ihr Passwort wurde geändert. Alle anderen Sitzungen wurden beendet.',
  } as const;
  await changeAccount(services, context, change, async (transaction) => {
    const { rows } = await sql`
      update users set password_hash = ${hash}, password_changed_at = ${new Date(services.clock()).toISOString()},
        must_change_password = false
       where tenant_id = ${account.tenantId} and id = ${account.userId}
         and password_hash = ${account.passwordHash} returning 1`.execute(transaction);
    // Changed by somebody else since the old one was checked.
    if (rows.length === 0) throw new AppError('auth.oldPasswordWrong');
  });
  return {};
};
