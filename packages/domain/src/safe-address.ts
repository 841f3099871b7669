import type { FieldIssue } from './master-data/field-issue.ts';

/** Shorter secrets of a signature can be guessed. */
const shortestSecret = 32;
const longestSecret = 300;

/** Where a house has things sent to: https without sign-in data; plain http on this machine only. */
export function isSafeAddress(text: string): boolean {
  if (!URL.canParse(text.trim())) return false;
  const { protocol, hostname, username, password, hash } = new URL(text.trim());
  const isOwnMachine = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(hostname);
  const isSafe = protocol === 'https:' || (protocol === 'http:' && isOwnMachine);
  return isSafe && username === '' && password === '' && hash === '';
}

/**
 * What is wrong with the secret that signs what is sent there.
 * @param isKept whether one is stored that stays when none is named
 */
export function checkSecret(path: string, secret: string | null, isKept: boolean): FieldIssue | null {
  if (secret === null) return isKept ? null : { path, code: 'required' };
  const { length } = secret.trim();
  if (length < shortestSecret) return { path, code: 'tooShort', params: { limit: shortestSecret } };
  return length > longestSecret ? { path, code: 'tooLong', params: { limit: longestSecret } } : null;
}
