import type { MessageThread } from '@depotwerk/api/messages/messages';
import { hasOwnAccess } from '../../platform/customers/own-access.ts';
import { Parameters } from '../../platform/database/parameters.ts';
import { requireGroupRight } from '../../platform/group-right.ts';
import { readOne } from '../../platform/read-one.ts';
import { type Scope, visibilityOf } from '../../platform/scope.ts';
import type { ReadServices } from '../../platform/services.ts';
import { customerVisibility } from '../customers/public.ts';

export type Message = MessageThread['messages'][number];

const pageSize = 50;

const selection = `m.id, m.entry_number::int as "entryNumber", m.is_from_customer as "isFromCustomer",
  s.full_name as "senderName", m.message_text as text, m.sent_at as "sentAt", m.read_at as "readAt"`;
const tables = 'messages m join users s on s.tenant_id = m.tenant_id and s.id = m.sent_by';

/** The newest messages of a thread before one of them, oldest first. @param isCustomer whose unread ones are counted */
export async function readThread(
  { database }: ReadServices,
  scope: Scope,
  customerId: string,
  { before, isCustomer }: { before: number | undefined; isCustomer: boolean },
): Promise<Omit<MessageThread, 'hasAccess'>> {
  const [found, counts] = await database.readMany<[Message, { count: number }]>(scope, [
    {
      sql: `select ${selection} from ${tables}
             where m.customer_id = $1 and ($2::bigint is null or m.entry_number < $2)
             order by m.entry_number desc limit $3`,
      parameters: [customerId, before ?? null, pageSize + 1],
    },
    {
      sql: `select count(*)::int as count from messages m
             where m.customer_id = $1 and m.read_at is null and m.is_from_customer = not $2::boolean`,
      parameters: [customerId, isCustomer],
    },
  ]);
  return {
    messages: found.slice(0, pageSize).toReversed(),
    hasOlder: found.length > pageSize,
    unreadCount: counts[0]?.count ?? 0,
  };
}

/** One message. @throws 404 */
export async function readMessage({ database }: ReadServices, scope: Scope, id: string): Promise<Message> {
  return readOne<Message>(database, scope, {
    sql: `select ${selection} from ${tables} where m.id = $1`,
    parameters: [id],
  });
}

export interface WrittenTo {
  readonly groupId: string | null;
  /** She has a sign-in that works. */
  readonly hasAccess: boolean;
}

/** A customer the caller may write to. @throws 404 unseen, 403 without the right to edit in her group */
export async function readWrittenTo(
  { database }: ReadServices,
  scope: Scope,
  customerId: string,
): Promise<WrittenTo> {
  const parameters = new Parameters();
  const conditions = customerVisibility(visibilityOf(scope, 'groupCustomers.view'), parameters);
  conditions.push(`u.id = ${parameters.add(customerId)}`);
  const found = await readOne<WrittenTo>(database, scope, {
    sql: `select u.group_id as "groupId", ${hasOwnAccess('u.tenant_id', 'u.id')} as "hasAccess"
            from customers u where ${conditions.join(' and ')}`,
    parameters: parameters.values,
  });
  requireGroupRight(scope, 'groupCustomers.edit', found.groupId);
  return found;
}
