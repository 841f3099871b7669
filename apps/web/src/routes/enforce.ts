import { redirect } from '@tanstack/react-router';
import type { GuardDecision } from '../platform/guards.ts';
import { parseSearch } from '../platform/search-params.ts';

/** Carries a guard's decision out inside `beforeLoad`: throws the router's redirect, or the error for the error page. */
export function enforce(decision: GuardDecision): void {
  if (decision.kind === 'allow') return;
  if (decision.kind === 'fail') throw decision.error;
  const [path = '/', query = ''] = decision.to.split('?', 2);
  const search = { ...parseSearch(query), ...(decision.returnUrl ? { returnUrl: decision.returnUrl } : {}) };
  // The target is data (a checked path of this application), so the router cannot know its search type.
  throw redirect({
    to: path,
    search: search as never,
    replace: true,
    ...(decision.keepsHash && { hash: true }),
  });
}
