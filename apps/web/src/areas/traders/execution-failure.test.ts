import { describe, expect, it } from 'vitest';
import { ApiError } from '../../platform/api-error.ts';
import { AttemptKeys } from '../../platform/attempt-keys.ts';
import { executionFailureOf } from './execution-failure.ts';

const refusal = (status: number, code: string, params: Record<string, unknown> = {}) =>
  new ApiError({
    kind: 'http',
    status,
    code,
    problem: {
      type: 'about:blank',
      title: '',
      status,
      statusCode: status,
      code,
      titleKey: '',
      messageKey: '',
      message: '',
      params,
      traceId: '',
      requestId: '',
    },
  });

describe('a failed execution', () => {
  it('is a trader error with the message of the bank', () => {
    const error = refusal(400, 'fundsApi.traderError', {
      traderCode: 'A17',
      traderMessage: 'Handel ausgesetzt',
      retryable: true,
    });
    expect(executionFailureOf(error)).toEqual({
      kind: 'traderError',
      traderCode: 'A17',
      traderMessage: 'Handel ausgesetzt',
      isRetryable: true,
    });
  });

  it('is generic for any other 400, and nothing for all the rest', () => {
    const generic = refusal(400, 'fundsApi.missingContractConfirmation');
    expect(executionFailureOf(generic)).toEqual({ kind: 'generic', error: generic });
    expect(executionFailureOf(refusal(502, 'fundsApi.traderBroken'))).toEqual({ kind: 'nothing' });
    expect(executionFailureOf(refusal(409, 'fundsApi.orderRunning'))).toEqual({ kind: 'nothing' });
    expect(executionFailureOf(new Error('x'))).toEqual({ kind: 'nothing' });
    const lost = new ApiError({ kind: 'network', status: 0, code: 'common.unavailable' });
    expect(executionFailureOf(lost)).toEqual({ kind: 'nothing' });
  });

  it('tells wrong codes, void challenges and stale plans apart', () => {
    expect(executionFailureOf(refusal(400, 'secondFactor.invalidToken', { attemptsLeft: 3 }))).toEqual({
      kind: 'invalidToken',
      attemptsLeft: 3,
    });
    expect(executionFailureOf(refusal(400, 'secondFactor.expired')).kind).toBe('expired');
    expect(executionFailureOf(refusal(400, 'secondFactor.rejected')).kind).toBe('rejected');
    expect(executionFailureOf(refusal(409, 'secondFactor.transactionChanged')).kind).toBe(
      'transactionChanged',
    );
    expect(executionFailureOf(refusal(409, 'optimization.outdated')).kind).toBe('outdated');
    expect(executionFailureOf(refusal(400, 'traderAuth.wrongPassword')).kind).toBe('bankAccess');
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
