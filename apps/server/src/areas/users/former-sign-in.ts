import type { CallInput } from '@depotwerk/api/call';
import type { putUser } from '@depotwerk/api/users/users';
import { sql, type Transaction } from 'kysely';
import type { Schema } from '../../platform/database/schema.ts';
import { storedText } from '../../platform/editing.ts';
import { accountNotice } from '../../platform/mail/account-notice.ts';
import { sendMail } from '../../platform/mail/send-mail.ts';
import type { SignInServices } from '../../platform/services.ts';
import { endSessions, forgetDevices } from '../../platform/sessions/end-sessions.ts';
import { isSameNumber } from '../../platform/sms/phone-number.ts';
import { useUpActivations } from '../../platform/tokens/activation-token.ts';
import type { ManagedUser } from './managed-user.ts';

type Draft = CallInput<typeof putUser>['body'];

interface SignInChange {
  readonly isNameChanged: boolean;
  readonly isPhoneChanged: boolean;
}

/** What a draft changes about how somebody signs in, or what he may do once he has. */
export function changedSignIn(
  stored: ManagedUser,
  draft: Draft,
): SignInChange & { readonly isOwnForbidden: boolean } {
  const isNameChanged = draft.userName !== stored.userName;
  const isPhoneChanged = !isSameNumber(storedText(draft.phoneNumber), stored.phoneNumber);
  const isStateChanged = draft.isInactive !== stored.isInactive;
  // Whoever is inactive is signed out at once, and nobody takes that back for himself.
  const isOwnForbidden = isNameChanged || isPhoneChanged || isStateChanged || draft.roleId !== stored.roleId;
  return { isNameChanged, isPhoneChanged, isOwnForbidden };
}

/**
 * Ends what was opened with the former name or number: links, sessions, remembered devices, the code by SMS. Who can
 * sign in is told at the address he had. Answers the ended sessions, for `SessionStates.forget` after the commit.
 */
export async function endFormerSignIn(
  services: SignInServices,
  transaction: Transaction<Schema>,
  person: ManagedUser & { readonly tenantId: string; readonly userId: string },
  change: SignInChange & { readonly isInactive: boolean },
): Promise<string[]> {
  const { isNameChanged, isPhoneChanged, isInactive } = change;
  const now = services.clock();
  // With the number a factor goes: a reset link asked for before would open the account without it. Who is only invited keeps
  // his link.
  if (isNameChanged || (isPhoneChanged && person.canSignIn)) await useUpActivations(transaction, person, now);
  if (isPhoneChanged) {
    await sql`delete from token_providers where user_id = ${person.userId} and token_provider_type = 'sms'`.execute(
      transaction,
    );
  }
  if (isNameChanged || isPhoneChanged) {
    await forgetDevices(transaction, person, now);
    if (person.canSignIn)
      await sendMail(transaction, services.keys.keyEncryption, accountNotice(person, noticeOf(change)));
  }
  if (!isNameChanged && !isPhoneChanged && !isInactive) return [];
  const reason = isInactive ? 'userInactive' : isPhoneChanged ? 'factorChanged' : 'administrator';
  return endSessions(transaction, person, reason, now);
}

function noticeOf({ isNameChanged, isPhoneChanged }: SignInChange): string {
  const changed = [
    ...(isNameChanged ? ['die E-Mail-Adresse'] : []),
    ...(isPhoneChanged ? ['die Telefonnummer'] : []),
  ].join(' und ');
  return `Ihre Administration hat ${changed} Ihres Benutzerkontos geändert. Bitte melden Sie sich neu an.`;
}
