import type { Transaction } from 'kysely';
import type { Schema } from '../../platform/database/schema.ts';
import { readerIn } from '../../platform/database/transaction-reader.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { canMail } from '../../platform/mail/mail-settings.ts';
import type { Scope } from '../../platform/scope.ts';
import type { SignInServices } from '../../platform/services.ts';
import { registrationModeOf } from './write-invitation.ts';

/**
 * Many are invited by a house that takes invited people, and by mail alone: nobody hands over hundreds of links. Asked before it is said
 * how many mails go out, and again before they do. @throws 403 in a closed house, 409 without a mail server
 */
export async function requireOpenForMany(
  services: Pick<SignInServices, 'settings'>,
  transaction: Transaction<Schema>,
  scope: Scope,
): Promise<void> {
  if ((await registrationModeOf(readerIn(transaction), scope)) === 0)
    throw new AppError('preregistration.closed');
  if (!(await canMail(services, transaction))) throw new AppError('preregistration.noMailServer');
}
