import type { listDemoOutbox as call } from '@depotwerk/api/auth';
import type { CallAnswer } from '@depotwerk/api/call';
import { notFound } from '../../platform/http/app-error.ts';
import type { SignInServices } from '../../platform/services.ts';
import { readBankOutbox } from '../traders/gateway/api/bank-outbox.view.ts';

type Message = CallAnswer<typeof call>[number];

const outboxSql = `
(select 'sms-' || id as id, 'sms' as kind, phone_number as recipient, message_text as text, created_at as "createdAt"
   from sms_outbox order by created_at desc, id desc limit 50)
union all
(select 'mail-' || id, 'mail', recipient, subject || E'\\n\\n' || body, created_at
   from mail_outbox order by created_at desc, id desc limit 50)`;

/** What the demo and its practice bank would have sent, of all tenants, newest first. @throws AppError common.notFound elsewhere */
export async function listDemoOutbox(services: SignInServices): Promise<Message[]> {
  const { database, settings } = services;
  if (!settings.isDemo) throw notFound();
  const tenants = await database.read<{ tenantId: string }>(
    { tenantId: null, userId: null },
    { sql: 'select tenant_id as "tenantId" from list_tenants()', parameters: [] },
  );
  const ofBank = settings.bankUrl === null ? [] : await readBankOutbox(settings.bankUrl);
  const messages: Message[] = ofBank.map((message) => ({ ...message, kind: 'sms' }));
  for (const { tenantId } of tenants) {
    const rows = await database.read<Message>({ tenantId, userId: null }, { sql: outboxSql, parameters: [] });
    // Numbers are counted for each tenant; the list needs one id for each message.
    messages.push(...rows.map((row) => ({ ...row, id: `${tenantId}-${row.id}` })));
  }
  return messages.toSorted((a, b) => b.createdAt.localeCompare(a.createdAt)).slice(0, 100);
}
