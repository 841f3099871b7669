import { expect, it } from 'vitest';
import { ApiError } from '../../../platform/api-error.ts';
import { isUnread } from './use-questionnaire.ts';

const failed = (kind: ApiError['kind'], status: number) => ({
  data: undefined,
  error: new ApiError({ kind, status, code: 'common.unexpected' }),
});

it('waits for a version that was answered as long as it may still be read', () => {
  expect(isUnread(failed('network', 0))).toBe(true);
  expect(isUnread(failed('http', 503))).toBe(true);
  expect(isUnread(failed('http', 429))).toBe(true);
  // Nobody knows it any more, or nobody here understands it.
  expect(isUnread(failed('http', 404))).toBe(false);
  expect(isUnread(failed('answer', 200))).toBe(false);
  expect(isUnread({ data: undefined, error: null })).toBe(false);
  // It is there, and only reading it anew failed.
  expect(isUnread({ ...failed('network', 0), data: {} })).toBe(false);
});
