import { checkName, checkShape, type FieldIssue, issuesOf } from '../master-data/field-issue.ts';

/** How SMS go out, as the form holds it. */
export interface SmsSettingsDraft {
  /** Address of the HTTP interface. */
  readonly url: string;
  /** Signs every message; null = as stored. */
  readonly secret: string | null;
  /** Whom messages show as their sender; null = as the interface has it. */
  readonly sender: string | null;
}

/** Shorter secrets of a signature can be guessed. */
const shortestSecret = 32;

/** Codes that open accounts go there: https without sign-in data; plain http on this machine only. */
function isSafeAddress(text: string): boolean {
  if (!URL.canParse(text.trim())) return false;
  const { protocol, hostname, username, password, hash } = new URL(text.trim());
  const isOwnMachine = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(hostname);
  const isSafe = protocol === 'https:' || (protocol === 'http:' && isOwnMachine);
  return isSafe && username === '' && password === '' && hash === '';
}

/**
 * What is wrong with the settings of the SMS interface.
 * @param hasSecret whether a secret is stored that stays when the draft names none
 */
export function checkSmsSettings(draft: SmsSettingsDraft, hasSecret: boolean): FieldIssue[] {
  const length = draft.secret?.trim().length ?? 0;
  return issuesOf(
    checkName('url', draft.url, 500) ??
      (isSafeAddress(draft.url) ? null : { path: 'url', code: 'webAddress' }),
    draft.secret === null
      ? hasSecret
        ? null
        : { path: 'secret', code: 'required' }
      : length < shortestSecret
        ? { path: 'secret', code: 'tooShort', params: { limit: shortestSecret } }
        : length > 300
          ? { path: 'secret', code: 'tooLong', params: { limit: 300 } }
          : null,
    checkShape('sender', draft.sender, /^(\+?[0-9]{3,15}|[A-Za-z0-9 ]{1,11})$/, 'smsSender'),
  );
}
