import { checkName, checkShape, type FieldIssue, issuesOf } from '../master-data/field-issue.ts';
import { checkSecret, isSafeAddress } from '../safe-address.ts';

/** How SMS go out, as the form holds it. */
export interface SmsSettingsDraft {
  /** Address of the HTTP interface. */
  readonly url: string;
  /** Signs every message; null = as stored. */
  readonly secret: string | null;
  /** Whom messages show as their sender; null = as the interface has it. */
  readonly sender: string | null;
}

/**
 * What is wrong with the settings of the SMS interface.
 * @param hasSecret whether a secret is stored that stays when the draft names none
 */
export function checkSmsSettings(draft: SmsSettingsDraft, hasSecret: boolean): FieldIssue[] {
  return issuesOf(
    checkName('url', draft.url, 500) ??
      (isSafeAddress(draft.url) ? null : { path: 'url', code: 'webAddress' }),
    checkSecret('secret', draft.secret, hasSecret),
    checkShape('sender', draft.sender, /^(\+?[0-9]{3,15}|[A-Za-z0-9 ]{1,11})$/, 'smsSender'),
  );
}
