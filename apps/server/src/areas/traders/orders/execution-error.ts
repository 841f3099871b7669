import { AppError } from '../../../platform/http/app-error.ts';
import { ExchangeFailed } from '../gateway/api/http-exchange.ts';
import type { TraderFault } from '../gateway/trader-gateway.ts';
import { isAuthFault, traderAuthError } from '../trader-auth-error.ts';

/** What the bank said no to, as section 8 wants it. */
export function traderError(
  bankName: string,
  said: { traderCode: string | null; traderMessage: string | null; retryable: boolean },
): AppError {
  const { traderCode, traderMessage, retryable } = said;
  return new AppError('fundsApi.traderError', {
    params: { bankName, traderCode: traderCode ?? '', traderMessage: traderMessage ?? '', retryable },
  });
}

/**
 * A fault of the bank during signing or execution, as the caller is told it.
 * @param orderState state of the order that may be on its way; null while nothing was sent
 */
export function executionError(
  fault: TraderFault,
  bankName: string,
  orderState: string | null = null,
): AppError {
  const message = fault.message;
  if (isAuthFault(fault)) return traderAuthError(fault, bankName);
  switch (fault.kind) {
    case 'missingContractConfirmation':
      return new AppError('fundsApi.missingContractConfirmation', { params: { bankName, message } });
    case 'invalidCode':
      return new AppError('secondFactor.invalidToken', { params: { attemptsLeft: fault.attemptsLeft ?? 0 } });
    case 'signingExpired':
      return new AppError('secondFactor.expired');
    case 'transactionChanged':
      return new AppError('secondFactor.transactionChanged');
    case 'unavailable':
    case 'unknown':
      return new AppError('fundsApi.traderUnavailable', {
        params: { bankName, orderState },
        // Silence is a time-out; an answer nobody can read is a bad gateway.
        hasAlternativeStatus: fault.kind === 'unknown' && !(fault.cause instanceof ExchangeFailed),
        cause: fault,
      });
    default:
      return traderError(bankName, {
        traderCode: fault.traderCode,
        traderMessage: message,
        retryable: fault.isRetryable,
      });
  }
}
