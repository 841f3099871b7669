import type { listDemoOutbox as call } from '@depotwerk/api/auth/account';
import type { CallAnswer } from '@depotwerk/api/call';
import { notFound } from '../../platform/http/app-error.ts';
import { bareHost } from '../../platform/http/bare-host.ts';
import type { RequestContext } from '../../platform/http/request-context.ts';
import { isLoopback } from '../../platform/loopback.ts';
import { openMailBody } from '../../platform/mail/send-mail.ts';
import type { SignInServices } from '../../platform/services.ts';
import { readBankOutbox } from '../traders/public.ts';

type Message = CallAnswer<typeof call>[number];

/**
 * Codes and links open accounts: only a browser of this machine sees them, never one that a proxy on it speaks for.
 */
function isFromThisMachine({ clientAddress, host, isForwarded }: RequestContext): boolean {
  const name = URL.canParse(`http://${host}`) ? bareHost(new URL(`http://${host}`).hostname) : '';
  return !isForwarded && isLoopback(name) && isLoopback(clientAddress.replace(/^::ffff:/i, ''));
}

interface Row extends Message {
  sealId: string;
  userId: string | null;
  envelope: unknown;
}

const outboxSql = `
(select 'sms-' || id as id, 'sms' as kind, phone_number as recipient, message_text as text, created_at as "createdAt",
    null::uuid as "sealId", null::uuid as "userId", null::jsonb as envelope
   from sms_outbox order by created_at desc, id desc limit 50)
union all
(select 'mail-' || id, 'mail', recipient, subject, created_at, seal_id, user_id, body_envelope
   from mail_outbox order by created_at desc, id desc limit 50)`;

/** What the demo and its practice bank would have sent, of all tenants, newest first. @throws AppError common.notFound elsewhere */
export async function listDemoOutbox(services: SignInServices, context: RequestContext): Promise<Message[]> {
  const { database, settings } = services;
  if (!settings.isDemo || !isFromThisMachine(context)) throw notFound();
  const tenants = await database.read<{ tenantId: string }>(
    { tenantId: null, userId: null },
    { sql: 'select tenant_id as "tenantId" from list_tenants()', parameters: [] },
  );
  const ofBank = settings.bankUrl === null ? [] : await readBankOutbox(settings.bankUrl);
  const messages: Message[] = ofBank.map((message) => ({ ...message, kind: 'sms' }));
  for (const { tenantId } of tenants) {
    const rows = await database.read<Row>({ tenantId, userId: null }, { sql: outboxSql, parameters: [] });
    // Numbers are counted for each tenant; the list needs one id for each message.
    messages.push(
      ...rows.map(({ sealId, userId, envelope, ...row }) => {
        const body = openMailBody(services.keys.keyEncryption, { sealId, userId, envelope });
        return {
          ...row,
          id: `${tenantId}-${row.id}`,
          text: body === null ? row.text : `${row.text}\n\n${body}`,
        };
      }),
    );
  }
  return messages.toSorted((a, b) => b.createdAt.localeCompare(a.createdAt)).slice(0, 100);
}
