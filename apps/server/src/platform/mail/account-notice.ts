import type { Mail } from './send-mail.ts';

/** Mail about a change of the own account (asvs 6.3.7). */
export function accountNotice(
  user: { tenantId: string; userId: string; userName: string },
  notice: string,
): Mail {
  return {
    tenantId: user.tenantId,
    userId: user.userId,
    recipient: user.userName,
    subject: 'Änderung an Ihrem Benutzerkonto',
    body:
      // The notices are whole sentences; some tell what the administration did.
      `Guten Tag,\n\ndiese Nachricht betrifft Ihr Benutzerkonto.\n\n${notice}\n\n` +
      'Wenn Sie davon nichts wissen, wenden Sie sich bitte an Ihre Administration.',
  };
}
