import type { Webhook, WebhookDelivery } from '@depotwerk/api/webhooks/webhooks';
import { webhookEvents } from '@depotwerk/domain/webhooks/webhook-fields';
import type { Reader } from '../../platform/database/database.ts';
import { boundedCount } from '../../platform/lists/total-count.ts';
import { readOne } from '../../platform/read-one.ts';
import type { Scope } from '../../platform/scope.ts';

type Row = Omit<Webhook, 'events'> & { events: readonly string[] };

const members = `w.id, w.webhook_name as "webhookName", w.url, w.events, w.is_inactive as "isInactive",
  (select count(*)::int from webhook_deliveries d where d.tenant_id = w.tenant_id and d.webhook_id = w.id
    and d.state in ('queued', 'sending')) as "waitingCount",
  w.failures as "failureCount", w.paused_until as "pausedUntil", w.row_version as "rowVersion"`;

/** Events of other releases are nobody's any more. */
const known = (row: Row): Webhook => ({
  ...row,
  events: webhookEvents.filter((event) => row.events.includes(event)),
});

/** Systems that are told what happens, by name, without their secrets. */
export async function readWebhooks(reader: Reader, scope: Scope): Promise<Webhook[]> {
  const rows = await reader.read<Row>(scope, {
    sql: `select ${members} from webhooks w where w.tenant_id = app_tenant_id() order by fold_text(w.webhook_name), w.id`,
    parameters: [],
  });
  return rows.map(known);
}

/** One of them. @throws 404 */
export async function readWebhook(reader: Reader, scope: Scope, webhookId: string): Promise<Webhook> {
  const row = await readOne<Row>(reader, scope, {
    sql: `select ${members} from webhooks w where w.tenant_id = app_tenant_id() and w.id = $1`,
    parameters: [webhookId],
  });
  return known(row);
}

/** A page of what was handed over or is to be, newest first, and how many there are (counted as `boundedCount` does). */
export async function readDeliveries(
  reader: Reader,
  scope: Scope,
  state: string | undefined,
  page: { readonly size: number; readonly offset: number },
): Promise<{ rows: WebhookDelivery[]; total: number }> {
  // A state that is not asked for is no condition: with one the index of what failed answers.
  const ofState = (place: string) =>
    `d.tenant_id = app_tenant_id()${state === undefined ? '' : ` and d.state = ${place}`}`;
  const states = state === undefined ? [] : [state];
  const [rows, [found]] = await reader.readMany<[WebhookDelivery, { count: number }]>(scope, [
    {
      sql: `select d.id, w.webhook_name as "webhookName", d.event, d.object_type as "objectType", d.object_id as "objectId",
          d.state, d.attempts, d.status_code as "statusCode", d.last_error as "lastError", d.occurred_at as "occurredAt",
          d.sent_at as "sentAt", case when d.state = 'queued' then w.paused_until end as "nextAttemptAt",
          d.state in ('failed', 'sent') as "isResendable"
        from webhook_deliveries d join webhooks w on w.tenant_id = d.tenant_id and w.id = d.webhook_id
       where ${ofState('$3')} order by d.id desc limit $1::int offset $2::int`,
      parameters: [page.size, page.offset, ...states],
    },
    { sql: boundedCount('webhook_deliveries d', ofState('$1')), parameters: states },
  ]);
  return { rows, total: found?.count ?? 0 };
}
