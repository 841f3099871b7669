import type { ErrorCode } from '@depotwerk/api/errors';
import type { BankFaultKind } from '@depotwerk/domain/depot-analysis/bank-faults';
import { AppError } from '../../../platform/http/app-error.ts';
import { BankFault } from './customer-banks.ts';

const codes: Readonly<Record<BankFaultKind, ErrorCode>> = {
  wrongLogin: 'bankLink.wrongLogin',
  locked: 'bankLink.locked',
  passwordExpired: 'bankLink.passwordExpired',
  wrongCode: 'secondFactor.invalidToken',
  tooManyCodes: 'bankLink.tooManyCodes',
  unknownMethod: 'secondFactor.unknownProvider',
  notConfirmed: 'bankLink.notConfirmed',
  over: 'bankLink.ended',
  refused: 'bankLink.refused',
  unavailable: 'bankLink.unavailable',
  silent: 'bankLink.noAnswer',
  unreadable: 'bankLink.unreadable',
};

/** What a bank did not do, as the browser is told it; every other error as it is. */
export function bankLinkError(error: unknown, bankName: string): unknown {
  if (!(error instanceof BankFault)) return error;
  const { kind, attemptsLeft } = error;
  return new AppError(codes[kind], {
    params: { bankName, ...(attemptsLeft !== null && { attemptsLeft }) },
    cause: error,
  });
}
