import { randomUUID } from 'node:crypto';
import { sql, type Transaction } from 'kysely';
import { writeAudit } from '../../platform/audit/write-audit.ts';
import { holdCustomers } from '../../platform/customers/hold-customers.ts';
import type { Schema } from '../../platform/database/schema.ts';
import { readerIn } from '../../platform/database/transaction-reader.ts';
import { AppError, notFound } from '../../platform/http/app-error.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import { runOnce } from '../../platform/idempotency.ts';
import { requireOwnSide, requirePermission } from '../../platform/scope.ts';
import type { Services } from '../../platform/services.ts';
import { type Message, readMessage, readWrittenTo } from './thread.view.ts';

/** As much as anybody types; a program that writes more is stopped. */
const mostPerHour = 60;

/** A customer writes to whoever looks after her. @throws 403 for everybody else, 404 without customer, 429 */
export function sendOwnMessage(services: Services, context: SignedInContext, text: string): Promise<Message> {
  requireOwnSide(context.scope);
  return runOnce(services.database, context, 'sendOwnMessage', { text }, (transaction) =>
    writeOwnMessage(services, context, transaction, text),
  );
}

/** The same within the work of which the message is a part. @throws 403, 404, 429 */
export async function writeOwnMessage(
  services: Services,
  context: SignedInContext,
  transaction: Transaction<Schema>,
  text: string,
): Promise<Message> {
  const customerId = requireOwnSide(context.scope);
  const { rows } = await sql<{ groupId: string | null }>`select u.group_id as "groupId" from customers u
    where u.tenant_id = app_tenant_id() and u.id = ${customerId} and u.deleted_at is null`.execute(
    transaction,
  );
  if (!rows[0]) throw notFound();
  return store(services, context, transaction, { customerId, text, isFromCustomer: true, ...rows[0] });
}

/** Somebody of the house writes to a customer. @throws 404 unseen, 403, 409 when she has no sign-in, 429 */
export function sendCustomerMessage(
  services: Services,
  context: SignedInContext,
  customerId: string,
  text: string,
): Promise<Message> {
  requirePermission(context.scope, 'customers.edit');
  const request = { customerId, text };
  return runOnce(services.database, context, 'sendCustomerMessage', request, async (transaction) => {
    const reading = { database: readerIn(transaction) };
    const { groupId, hasAccess } = await readWrittenTo(reading, context.scope, customerId);
    if (!hasAccess) throw new AppError('messages.noAccess');
    return store(services, context, transaction, { ...request, isFromCustomer: false, groupId });
  });
}

interface NewMessage {
  readonly customerId: string;
  readonly groupId: string | null;
  readonly isFromCustomer: boolean;
  readonly text: string;
}

async function store(
  services: Services,
  { scope, actor }: SignedInContext,
  transaction: Transaction<Schema>,
  { customerId, groupId, isFromCustomer, text }: NewMessage,
): Promise<Message> {
  if (!(await holdCustomers(transaction, [customerId]))) throw notFound();
  const now = services.clock();
  const { rows } = await sql<{ count: number; oldest: string | null }>`
    select count(*)::int as count, min(sent_at) as oldest from messages
     where tenant_id = app_tenant_id() and sent_by = ${scope.userId}
       and sent_at > ${new Date(now - 3_600_000).toISOString()}`.execute(transaction);
  const { count = 0, oldest = null } = rows[0] ?? {};
  if (count >= mostPerHour) {
    const wait = oldest === null ? 3600 : Math.ceil((Date.parse(oldest) + 3_600_000 - now) / 1000);
    throw new AppError('common.tooManyRequests', { retryAfter: Math.max(1, wait) });
  }
  const id = randomUUID();
  await sql`insert into messages (tenant_id, id, customer_id, is_from_customer, sent_by, message_text, sent_at)
    values (app_tenant_id(), ${id}, ${customerId}, ${isFromCustomer}, ${scope.userId}, ${text},
      ${new Date(now).toISOString()})`.execute(transaction);
  await writeAudit(transaction, {
    actor,
    action: 'messages.send',
    objectType: 'customer',
    objectId: customerId,
    groupId,
    after: { text },
    details: { messageId: id, isFromCustomer },
  });
  return readMessage({ database: readerIn(transaction) }, scope, id);
}
