import { ApiError } from '../../platform/api-error.ts';

/** What went wrong with an execution, as far as the user can do something about it. */
export type ExecutionFailure =
  | { readonly kind: 'invalidToken'; readonly attemptsLeft: number | null }
  | { readonly kind: 'expired' }
  | { readonly kind: 'rejected' }
  | { readonly kind: 'transactionChanged' }
  | { readonly kind: 'outdated' }
  | { readonly kind: 'notExecutable'; readonly error: ApiError }
  | {
      readonly kind: 'traderError';
      readonly traderCode: string | null;
      readonly traderMessage: string | null;
      readonly isRetryable: boolean;
    }
  | { readonly kind: 'bankAccess'; readonly error: ApiError }
  /** Whether the bank has it nobody knows yet: doing it again could do it twice. */
  | { readonly kind: 'unclear' }
  /** The bank has orders of this contract already. */
  | { readonly kind: 'orderRunning'; readonly error: ApiError }
  /** HTTP 400 with any other code: the generic error dialog with exception and status. */
  | { readonly kind: 'generic'; readonly error: ApiError }
  /** Anything else: the generic error dialog with nothing. */
  | { readonly kind: 'nothing' };

/**
 * Sorts a failed execution by what follows from it.
 * @param isLast the step that sends what was signed to the bank: without an answer to it nobody knows what came of it
 */
export function executionFailureOf(error: unknown, isLast: boolean): ExecutionFailure {
  const unanswered: ExecutionFailure = isLast ? { kind: 'unclear' } : { kind: 'nothing' };
  if (!(error instanceof ApiError) || error.kind !== 'http') return unanswered;
  const params = error.problem?.params ?? {};
  switch (error.code) {
    case 'secondFactor.invalidToken':
      return { kind: 'invalidToken', attemptsLeft: numberIn(params['attemptsLeft']) };
    case 'secondFactor.expired':
      return { kind: 'expired' };
    case 'secondFactor.rejected':
      return { kind: 'rejected' };
    case 'secondFactor.transactionChanged':
      return { kind: 'transactionChanged' };
    case 'optimization.outdated':
      return { kind: 'outdated' };
    case 'optimization.notExecutable':
    case 'optimization.purchaseForbidden':
    case 'optimization.keyInformationMissing':
      return { kind: 'notExecutable', error };
    case 'fundsApi.orderRunning':
      return { kind: 'orderRunning', error };
    case 'fundsApi.traderUnavailable':
      // The server knows whether anything was on its way.
      return textIn(params['orderState']) === null ? { kind: 'nothing' } : { kind: 'unclear' };
    case 'fundsApi.traderError':
      return {
        kind: 'traderError',
        traderCode: textIn(params['traderCode']),
        traderMessage: textIn(params['traderMessage']),
        isRetryable: params['retryable'] === true,
      };
  }
  if (error.code.startsWith('traderAuth.')) return { kind: 'bankAccess', error };
  if (error.status === 400) return { kind: 'generic', error };
  return error.status >= 500 ? unanswered : { kind: 'nothing' };
}

const numberIn = (value: unknown) => (typeof value === 'number' ? value : null);
const textIn = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null);
