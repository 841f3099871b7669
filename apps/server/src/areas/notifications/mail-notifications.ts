import {
  isForSameDay,
  type NotificationKind,
  type NotificationTarget,
  notificationKinds,
  notificationText,
} from '@depotwerk/domain/notifications/notification-kinds';
import { sql, type Transaction } from 'kysely';
import type { Schema } from '../../platform/database/schema.ts';
import { readerIn } from '../../platform/database/transaction-reader.ts';
import { houseOrigin } from '../../platform/house-origin.ts';
import { canMail } from '../../platform/mail/mail-settings.ts';
import { sendMail } from '../../platform/mail/send-mail.ts';
import type { SignInServices } from '../../platform/services.ts';
import { mailAfter, mailPause } from './mail-pauses.ts';
import { hasList, notificationLink } from './notification-path.view.ts';

export type MailServices = Pick<SignInServices, 'database' | 'clock' | 'keys' | 'settings'>;

/** Lines of one mail; the rest is a number. */
const mostLines = 20;
/** So many of a kind have a line each; more are one line with a number and the way to their list. */
const mostOfAKind = 3;

interface DueLine {
  userId: string;
  userName: string;
  kind: NotificationKind;
  happened: number;
  happenedAt: string;
  targetType: NotificationTarget | null;
  targetId: string | null;
}

/**
 * Writes the mails that are due, in all houses that send any: one to a person, with all that is due. What was read in the
 * meantime is in none. A system job. no audit entry: the mail says that something has happened, which is in the log
 */
export async function mailNotifications(services: MailServices): Promise<number> {
  const at = new Date(services.clock()).toISOString();
  const houses = await services.database.read<{ tenantId: string }>(
    { tenantId: null, userId: null },
    { sql: 'select t as "tenantId" from find_notification_mails($1) t', parameters: [at] },
  );
  let written = 0;
  for (const { tenantId } of houses) {
    written += await services.database.transaction({ tenantId, userId: null }, (transaction) =>
      mailHouse(services, transaction, tenantId),
    );
  }
  return written;
}

async function mailHouse(
  services: MailServices,
  transaction: Transaction<Schema>,
  tenantId: string,
): Promise<number> {
  // Until the house has a mail server they wait: then one mail says everything.
  if (!(await canMail(services, transaction))) return 0;
  const now = services.clock();
  const at = new Date(now).toISOString();
  const { rows } = await sql<DueLine>`
    update notifications n set mailed_at = ${at}::timestamptz,
        -- what is only mailed is told with it
        read_at = case when not n.is_in_app then ${at}::timestamptz end
      from users u
     where n.tenant_id = app_tenant_id() and n.mail_due_at <= ${at}::timestamptz and n.mailed_at is null and n.read_at is null
       and u.tenant_id = n.tenant_id and u.id = n.user_id and not u.is_inactive
       and not exists (select from notifications m where m.tenant_id = n.tenant_id and m.user_id = n.user_id
         and m.mailed_at > ${new Date(now - mailPause).toISOString()}::timestamptz)
       -- a line that was mailed and waits for the end of the pause takes along what falls due until then
       and not exists (select from notifications m where m.tenant_id = n.tenant_id and m.user_id = n.user_id
         and m.mailed_at is null and m.read_at is null and m.mail_due_at > ${at}::timestamptz
         and m.mail_due_at <= ${new Date(now + mailPause).toISOString()}::timestamptz
         and m.mail_due_at > m.happened_at + ${mailAfter / 1000} * interval '1 second')
    returning n.user_id as "userId", u.user_name as "userName", n.notification_kind as kind, n.happened,
      n.happened_at as "happenedAt", n.target_type as "targetType", n.target_id as "targetId"`.execute(
    transaction,
  );
  if (rows.length === 0) return 0;
  const context = { tenantId, userId: null };
  const origin = await houseOrigin(readerIn(transaction), context, services.settings.publicOrigin, '');
  const people = Map.groupBy(rows, ({ userId }) => userId);
  for (const [userId, lines] of people) {
    const [{ userName } = { userName: '' }] = lines;
    await sendMail(transaction, services.keys.keyEncryption, {
      tenantId,
      userId,
      recipient: userName,
      ...mailOf(lines, origin),
    });
  }
  return people.size;
}

/** A kind of which there are many, in one line; what has no list of its own keeps its ways. */
function gathered(lines: readonly DueLine[]): readonly DueLine[] {
  const [first] = lines;
  if (!first || lines.length <= mostOfAKind || !hasList(first.kind)) return lines;
  const happened = lines.reduce((sum, line) => sum + line.happened, 0);
  return [{ ...first, happened, targetType: null, targetId: null }];
}

/** What has to be known the same day first, then kind by kind, the newest of each first. */
function inOrder(lines: readonly DueLine[]): DueLine[] {
  const newest = lines.toSorted((a, b) => Date.parse(b.happenedAt) - Date.parse(a.happenedAt));
  const kinds = Map.groupBy(newest, ({ kind }) => kind);
  return notificationKinds
    .toSorted((a, b) => Number(isForSameDay(b)) - Number(isForSameDay(a)))
    .flatMap((kind) => gathered(kinds.get(kind) ?? []));
}

/** What the mail says: kinds and numbers, never whom they are about; the links show that to who may see it. */
function mailOf(due: readonly DueLine[], origin: string): { subject: string; body: string } {
  const countOf = (some: readonly DueLine[]) => some.reduce((sum, { happened }) => sum + happened, 0);
  const count = countOf(due);
  const lines = inOrder(due);
  const shown = lines
    .slice(0, mostLines)
    .map(
      (line) =>
        `${notificationText(line.kind)}${line.happened > 1 ? ` (${line.happened}-mal)` : ''}\n${origin}${notificationLink(line)}`,
    );
  const rest = countOf(lines.slice(mostLines));
  return {
    subject: count === 1 ? 'Eine ungelesene Benachrichtigung' : `${count} ungelesene Benachrichtigungen`,
    body: [
      'Guten Tag,',
      'das wartet auf Sie:',
      ...shown,
      ...(rest > 0 ? [`… und ${rest} weitere`] : []),
      `Wovon und wie Sie benachrichtigt werden, stellen Sie hier ein:\n${origin}/settings/notifications`,
    ].join('\n\n'),
  };
}
