import type { ErrorCode } from '@depotwerk/api/errors';
import type { TraderFaultKind } from '@depotwerk/domain/contracts/trader-faults';
import { AppError } from '../../platform/http/app-error.ts';
import { passwordMissingCode } from './credentials/trader-access.view.ts';
import type { TraderFault } from './gateway/trader-gateway.ts';

const codes = new Map<TraderFaultKind, ErrorCode>([
  ['wrongPassword', 'traderAuth.wrongPassword'],
  ['mustUpdatePassword', 'traderAuth.mustUpdatePassword'],
  ['locked', 'traderAuth.locked'],
  ['passwordRules', 'traderAuth.passwordRules'],
  ['oldPasswordWrong', 'traderAuth.oldPasswordWrong'],
  ['unavailable', 'traderAuth.bankUnavailable'],
  ['notSupported', 'traderAuth.notSupported'],
]);

/** A fault of signing in, as the browser is told it: 400 with bank name and the bank's own words (section 8). */
export function traderAuthError(fault: TraderFault, bankName: string): AppError {
  const code: ErrorCode =
    fault.traderCode === passwordMissingCode
      ? 'traderAuth.passwordMissing'
      : (codes.get(fault.kind) ?? 'traderAuth.unknown');
  return new AppError(code, {
    params: {
      bankName,
      message: fault.message,
      ...(fault.attemptsLeft !== null && { attemptsLeft: fault.attemptsLeft }),
    },
    cause: fault,
  });
}

/** Whether a fault says that the bank did not let the user in: nothing else was tried. */
export function isAuthFault(fault: TraderFault): boolean {
  return ['wrongPassword', 'mustUpdatePassword', 'locked', 'notSupported'].includes(fault.kind);
}
