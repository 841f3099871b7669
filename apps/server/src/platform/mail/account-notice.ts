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
    body: `Guten Tag,\n\n${notice}\n\nWenn Sie das nicht selbst waren, wenden Sie sich bitte an Ihre Administration.`,
  };
}
