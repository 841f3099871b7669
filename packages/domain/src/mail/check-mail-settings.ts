import { mailAddressShape } from '../mail-address.ts';
import { checkName, checkShape, checkText, type FieldIssue, issuesOf } from '../master-data/field-issue.ts';

/** `tls` from the first byte, `startTls` before anything is said, `none` on the own machine only. */
export const mailSecurities = ['startTls', 'tls', 'none'] as const;
export type MailSecurity = (typeof mailSecurities)[number];

/** Where servers listen as a rule. */
export const usualPorts = { startTls: 587, tls: 465, none: 25 } as const satisfies Record<
  MailSecurity,
  number
>;

/** Settings with another encryption; a port nobody chose goes with it. */
export function withSecurity(draft: MailSettingsDraft, security: MailSecurity): MailSettingsDraft {
  const isUsual = draft.port === null || draft.port === usualPorts[draft.security];
  return { ...draft, security, port: isUsual ? usualPorts[security] : draft.port };
}

/** How mail goes out, as the form holds it. */
export interface MailSettingsDraft {
  readonly host: string;
  readonly port: number | null;
  readonly security: MailSecurity;
  readonly userName: string | null;
  /** null = as stored. */
  readonly password: string | null;
  readonly senderAddress: string;
  readonly senderName: string;
}

/** Whether a mail server is on this machine, so that nobody listens between. */
export const isOwnMachine = (host: string): boolean =>
  /^(localhost|127(\.\d{1,3}){3}|::1)$/.test(host.trim());

/** What is wrong with the settings of the mail server. */
export function checkMailSettings(draft: MailSettingsDraft): FieldIssue[] {
  const isPort =
    draft.port !== null && Number.isInteger(draft.port) && draft.port >= 1 && draft.port <= 65_535;
  return issuesOf(
    checkName('host', draft.host, 253) ??
      checkShape('host', draft.host, /^(?:::1|[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?)$/, 'hostName'),
    draft.port === null
      ? { path: 'port', code: 'required' }
      : isPort
        ? null
        : { path: 'port', code: 'portNumber' },
    draft.security === 'none' && !isOwnMachine(draft.host)
      ? { path: 'security', code: 'encryptionMissing' }
      : null,
    checkText('userName', draft.userName, 200),
    checkText('password', draft.password, 300),
    checkName('senderAddress', draft.senderAddress, 200) ??
      checkShape('senderAddress', draft.senderAddress, mailAddressShape, 'mailAddress'),
    checkName('senderName', draft.senderName, 200),
  );
}
