import { allCalls } from '@depotwerk/api/all-calls';
import { checkEveryAnswer } from '../src/platform/http/answer-check.ts';
import { AppError } from '../src/platform/http/app-error.ts';
import type { Route } from '../src/platform/http/route.ts';

/** What a server of a test has around its routes: nothing in front of it, and every answer is checked. */
export const plainServer = {
  answerCheck: checkEveryAnswer,
  operation: {
    isReady: () => true,
    pingDatabase: () => Promise.resolve(),
    waitingForDatabase: () => 0,
    eventLoopDelay: () => 0,
    metrics: null,
  },
  webApplication: null,
  publicOrigin: null,
  isBehindTls: false,
  trustedProxyHops: 0,
  onRefusal: () => {},
} as const;

/** The routes under test, and for every other call one that finds nothing: a server starts with all of them only. */
export function withOtherCalls(bound: readonly Route[]): readonly Route[] {
  const known = new Set(bound.map((route) => route.call.id));
  const others = allCalls
    .filter((call) => !known.has(call.id))
    .map((call) => ({ call, handle: () => Promise.reject(new AppError('common.notFound')) }));
  return [...bound, ...others];
}
