import { describe, expect, it } from 'vitest';
import { ApiError } from '../../platform/api-error.ts';
import { apiErrorForTest } from '../../platform/api-error-for-test.ts';
import { AttemptKeys } from '../../platform/attempt-keys.ts';
import { executionFailureOf } from './execution-failure.ts';

/** What became of a step before the last one: nothing is on its way to the bank yet. */
const failureOf = (error: unknown) => executionFailureOf(error, false);

const refusal = (status: number, code: string, params: Record<string, unknown> = {}) =>
  apiErrorForTest(status, code, { params });

describe('a failed execution', () => {
  it('is a trader error with the message of the bank', () => {
    const error = refusal(400, 'fundsApi.traderError', {
      traderCode: 'A17',
      traderMessage: 'Handel ausgesetzt',
      retryable: true,
    });
    expect(failureOf(error)).toEqual({
      kind: 'traderError',
      traderCode: 'A17',
      traderMessage: 'Handel ausgesetzt',
      isRetryable: true,
    });
  });

  it('is generic for any other 400, and nothing for all the rest', () => {
    const generic = refusal(400, 'fundsApi.missingContractConfirmation');
    expect(failureOf(generic)).toEqual({ kind: 'generic', error: generic });
    expect(failureOf(refusal(502, 'fundsApi.traderBroken'))).toEqual({ kind: 'nothing' });
    expect(failureOf(new Error('x'))).toEqual({ kind: 'nothing' });
    const lost = new ApiError({ kind: 'network', status: 0, code: 'common.unavailable' });
    expect(failureOf(lost)).toEqual({ kind: 'nothing' });
  });

  it('is not known where an order may be on its way, and never said to have failed', () => {
    const silent = (orderState: string | null, status = 504) =>
      refusal(status, 'fundsApi.traderUnavailable', { bankName: 'Bank', orderState });
    for (const status of [502, 504])
      expect(executionFailureOf(silent('unknown', status), true)).toEqual({ kind: 'unclear' });
    expect(executionFailureOf(silent(null), true)).toEqual({ kind: 'nothing' });
    const lost = new ApiError({ kind: 'network', status: 0, code: 'common.unavailable' });
    for (const error of [lost, refusal(500, 'common.unexpected'), refusal(503, 'common.outcomeUnknown')]) {
      expect(executionFailureOf(error, true)).toEqual({ kind: 'unclear' });
      expect(executionFailureOf(error, false)).toEqual({ kind: 'nothing' });
    }
    expect(executionFailureOf(refusal(404, 'common.notFound'), true)).toEqual({ kind: 'nothing' });
    expect(executionFailureOf(refusal(400, 'common.badRequest'), true).kind).toBe('generic');
    const running = refusal(409, 'fundsApi.orderRunning');
    expect(executionFailureOf(running, false)).toEqual({ kind: 'orderRunning', error: running });
  });

  it('tells wrong codes, void challenges and stale plans apart', () => {
    expect(failureOf(refusal(400, 'secondFactor.invalidToken', { attemptsLeft: 3 }))).toEqual({
      kind: 'invalidToken',
      attemptsLeft: 3,
    });
    expect(failureOf(refusal(400, 'secondFactor.expired')).kind).toBe('expired');
    expect(failureOf(refusal(400, 'secondFactor.rejected')).kind).toBe('rejected');
    expect(failureOf(refusal(409, 'secondFactor.transactionChanged')).kind).toBe('transactionChanged');
    expect(failureOf(refusal(409, 'optimization.outdated')).kind).toBe('outdated');
    expect(failureOf(refusal(400, 'traderAuth.wrongPassword')).kind).toBe('bankAccess');
  });
});

describe('keys of attempts', () => {
  it('stay the same for the same payload until an answer is known', () => {
    let made = 0;
    const keys = new AttemptKeys(() => String((made += 1)));
    expect(keys.keyFor({ token: '1' })).toBe('1');
    expect(keys.keyFor({ token: '1' })).toBe('1');
    expect(keys.keyFor({ token: '2' })).toBe('2');
    keys.settle();
    expect(keys.keyFor({ token: '2' })).toBe('3');
  });
});
