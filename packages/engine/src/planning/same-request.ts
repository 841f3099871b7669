import { isSameContract } from './known-checks.ts';
import type { PlanRequest } from './plan-input.ts';

/** Whether two requests ask the same of the same contract. Steps of one request share all but contract and money. */
export function isSameRequest(a: PlanRequest, b: PlanRequest): boolean {
  if (a === b) return true;
  const { contract: own } = a;
  const { contract: other } = b;
  return own.guarantee === other.guarantee && isSameContract(own, other) && isSameAsked(a, b);
}

/** Whether all but the contract is the same. Keys are looked at one by one: this is asked for every plan that is tried. */
function isSameAsked(a: PlanRequest, b: PlanRequest): boolean {
  // Keys of a request: `in` says of what else it has that it is text.
  for (const key in b) if (!(key in a)) return false;
  for (const key in a) {
    const field = key as keyof PlanRequest;
    if (field !== 'contract' && (!(field in b) || a[field] !== b[field])) return false;
  }
  return true;
}
