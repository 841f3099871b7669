import { foldText } from './fold-text.ts';

/** A customer as the name of a depot's holder is compared with him. */
export interface HolderCandidate {
  readonly firstName: string;
  readonly lastName: string;
  readonly companyName?: string | null;
}

/**
 * Whether the holder a bank names can be the customer: every word of his name (or of his company's) stands in it, in any
 * order, so that titles, second names and joint holders do no harm. A bank that names nobody contradicts nothing.
 * It decides whether somebody is asked before he links a depot. Who sees a depot is decided by is_named_holder() of the
 * database, which wants the whole name and accepts nobody who is refused here.
 */
export function isHolderName(holderName: string, customer: HolderCandidate): boolean {
  const holder = new Set(wordsOf(holderName));
  if (holder.size === 0) return true;
  const person = wordsOf(`${customer.firstName} ${customer.lastName}`);
  const company = wordsOf(customer.companyName ?? '');
  return [person, company].some((words) => words.length > 0 && words.every((word) => holder.has(word)));
}

const wordsOf = (name: string): string[] => foldText(name).split(' ').filter(Boolean);
