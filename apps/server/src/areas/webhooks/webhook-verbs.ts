import { randomUUID } from 'node:crypto';
import type { CallInput } from '@depotwerk/api/call';
import type * as calls from '@depotwerk/api/webhooks/webhooks';
import type { Webhook } from '@depotwerk/api/webhooks/webhooks';
import { checkWebhook } from '@depotwerk/domain/webhooks/webhook-fields';
import { sql, type Transaction } from 'kysely';
import { writeAudit } from '../../platform/audit/write-audit.ts';
import type { Schema } from '../../platform/database/schema.ts';
import { readerIn } from '../../platform/database/transaction-reader.ts';
import {
  lockVersion,
  newRow,
  newValues,
  refuseIssues,
  storedText,
  withCurrent,
} from '../../platform/editing.ts';
import { AppError, notFound } from '../../platform/http/app-error.ts';
import { bareHost } from '../../platform/http/bare-host.ts';
import type { Verb } from '../../platform/http/verb.ts';
import { answerOnce, answerPrepared, runOnce, sentKeyOf } from '../../platform/idempotency.ts';
import { isInnerHost } from '../../platform/mail/private-hosts.ts';
import { requireWholeHouse } from '../../platform/own-rights.ts';
import { refuseAboveQuota } from '../../platform/quotas.ts';
import { seal } from '../../platform/secrets/envelope.ts';
import type { SignInServices } from '../../platform/services.ts';
import { webhookSecretPlace } from '../../platform/webhook-secret-place.ts';
import { handOver, mayTellInnerHosts, type WebhookTarget } from './hand-over.ts';
import { readWebhook } from './webhooks.view.ts';

type WebhookServices = Pick<SignInServices, 'database' | 'clock' | 'keys' | 'quotas' | 'privateWebhookHosts'>;
type Draft = CallInput<typeof calls.putWebhook>['body'];

/** The address as it is stored. @throws 400 for one that leads, or may lead, where it must not */
async function addressOf(
  services: WebhookServices,
  transaction: Transaction<Schema>,
  url: string,
): Promise<string> {
  if (!URL.canParse(url.trim())) return url;
  const address = new URL(url.trim());
  const isInner = address.protocol !== 'https:' || isInnerHost(bareHost(address.hostname));
  if (isInner && !(await mayTellInnerHosts({ ...services, database: readerIn(transaction) })))
    refuseIssues([{ path: 'url', code: 'innerHost' }]);
  return address.href;
}

const columnsOf = (draft: Draft, url: string) => ({
  webhook_name: draft.webhookName.trim(),
  url,
  events: [...new Set(draft.events)],
  is_inactive: draft.isInactive,
});
const logged = ({
  webhookName,
  url,
  events,
  isInactive,
}: Pick<Webhook, 'webhookName' | 'url' | 'events' | 'isInactive'>) => ({
  webhookName,
  url,
  events,
  isInactive,
});

/** Has a system told what happens from now on. @throws 403, 400, 409 for one too many */
export const createWebhook: Verb<typeof calls.createWebhook, WebhookServices> = (
  services,
  context,
  { body },
) => {
  const { scope, actor } = context;
  requireWholeHouse(scope, 'webhooks.manage');
  return answerOnce(
    services.database,
    context,
    'createWebhook',
    body,
    async (transaction) => {
      refuseIssues(checkWebhook(body, false));
      const url = await addressOf(services, transaction, body.url);
      const { rows } = await sql<{ present: number }>`
        select count(*)::int as present from webhooks where tenant_id = app_tenant_id()`.execute(transaction);
      refuseAboveQuota(services, [{ name: 'webhooksPerTenant', present: rows[0]?.present ?? 0, added: 1 }]);
      const id = randomUUID();
      const envelope = seal(
        services.keys.keyEncryption,
        webhookSecretPlace(id),
        Buffer.from(storedText(body.secret) ?? '', 'utf8'),
      );
      await sql`insert into webhooks ${newRow(scope.tenantId, {
        id,
        ...columnsOf(body, url),
        secret_envelope: JSON.stringify(envelope),
      })}`.execute(transaction);
      await writeAudit(transaction, {
        actor,
        action: 'webhooks.create',
        objectType: 'webhook',
        objectId: id,
        after: logged({ ...body, url }),
        details: { name: body.webhookName, host: new URL(url).host },
      });
      return id;
    },
    (reading, id) => readWebhook(reading.database, scope, id),
  );
};

/** Changes it; what waits is tried at once. @throws 403, 404, 400, 412 */
export const putWebhook: Verb<typeof calls.putWebhook, WebhookServices> = async (
  services,
  context,
  { params, body },
) => {
  const { scope, actor } = context;
  requireWholeHouse(scope, 'webhooks.manage');
  const write = () =>
    services.database.transaction(scope, async (transaction) => {
      const before = await readWebhook(readerIn(transaction), scope, params.id);
      await lockVersion(transaction, 'webhooks', params.id, context.ifMatch);
      const secret = storedText(body.secret);
      const draft = { ...body, secret };
      refuseIssues(checkWebhook(draft, true));
      const url = await addressOf(services, transaction, body.url);
      // A secret belongs to the address it was given for: another one must not be sent what it signs.
      refuseIssues(checkWebhook(draft, url === before.url));
      const place = webhookSecretPlace(params.id);
      const envelope =
        secret === null ? null : seal(services.keys.keyEncryption, place, Buffer.from(secret, 'utf8'));
      await sql`update webhooks set ${newValues(columnsOf(body, url))}, failures = 0, paused_until = null,
          secret_envelope = coalesce(${envelope === null ? null : JSON.stringify(envelope)}::jsonb, secret_envelope)
        where tenant_id = app_tenant_id() and id = ${params.id}`.execute(transaction);
      await writeAudit(transaction, {
        actor,
        action: 'webhooks.edit',
        objectType: 'webhook',
        objectId: params.id,
        before: logged(before),
        after: logged({ ...body, url }),
        details: { name: body.webhookName, host: new URL(url).host, hasNewSecret: secret !== null },
      });
    });
  await withCurrent(write, () => readWebhook(services.database, scope, params.id));
  return readWebhook(services.database, scope, params.id);
};

/** Deletes it with all that waits. @throws 403, 404, 412 */
export const deleteWebhook: Verb<typeof calls.deleteWebhook, WebhookServices> = async (
  services,
  context,
  { params },
) => {
  const { scope, actor } = context;
  requireWholeHouse(scope, 'webhooks.manage');
  const write = () =>
    services.database.transaction(scope, async (transaction) => {
      const before = await readWebhook(readerIn(transaction), scope, params.id);
      await lockVersion(transaction, 'webhooks', params.id, context.ifMatch);
      await sql`delete from webhooks where tenant_id = app_tenant_id() and id = ${params.id}`.execute(
        transaction,
      );
      await writeAudit(transaction, {
        actor,
        action: 'webhooks.delete',
        objectType: 'webhook',
        objectId: params.id,
        before: logged(before),
        details: { name: before.webhookName },
      });
    });
  await withCurrent(write, () => readWebhook(services.database, scope, params.id));
  return {};
};

async function targetOf(transaction: Transaction<Schema>, webhookId: string): Promise<WebhookTarget> {
  const { rows } =
    await sql<WebhookTarget>`select id as "webhookId", url, secret_envelope as envelope from webhooks
    where tenant_id = app_tenant_id() and id = ${webhookId}`.execute(transaction);
  if (!rows[0]) throw notFound();
  return rows[0];
}

/** Hands the event `webhooks.test` over now: what the system says is the answer. @throws 403, 404 */
export const testWebhook: Verb<typeof calls.testWebhook, WebhookServices> = (
  services,
  context,
  { params },
) => {
  const { scope, actor } = context;
  requireWholeHouse(scope, 'webhooks.manage');
  // No transaction is open while the system takes its time.
  const send = async () => {
    const target = await services.database.transaction(scope, (transaction) =>
      targetOf(transaction, params.id),
    );
    const what = {
      key: sentKeyOf(context, 'testWebhook'),
      event: 'webhooks.test',
      occurredAt: new Date(services.clock()).toISOString(),
      objectType: 'webhook',
      objectId: params.id,
    };
    return handOver(services.keys.keyEncryption, target, what, await mayTellInnerHosts(services));
  };
  return answerPrepared(
    services.database,
    context,
    'testWebhook',
    params,
    send,
    async (transaction, outcome) => {
      await writeAudit(transaction, {
        actor,
        action: 'webhooks.test',
        objectType: 'webhook',
        objectId: params.id,
        details: { outcome: outcome.kind, statusCode: outcome.statusCode },
      });
      return { isAccepted: outcome.kind === 'sent', reason: outcome.reason };
    },
  );
};

/** Puts a delivery back, under the same key, and has its system tried at once. @throws 403, 404, webhooks.notResendable */
export const resendDelivery: Verb<typeof calls.resendWebhookDelivery, WebhookServices> = async (
  services,
  context,
  { params },
) => {
  const { scope, actor } = context;
  requireWholeHouse(scope, 'webhooks.manage');
  return runOnce(services.database, context, 'resendWebhookDelivery', params, async (transaction) => {
    const { rows } = await sql<{ state: string; webhookId: string }>`
      select state, webhook_id as "webhookId" from webhook_deliveries
       where tenant_id = app_tenant_id() and id = ${params.id} for update`.execute(transaction);
    const delivery = rows[0];
    if (!delivery) throw notFound();
    if (delivery.state !== 'failed' && delivery.state !== 'sent')
      throw new AppError('webhooks.notResendable');
    await sql`update webhook_deliveries set state = 'queued', attempts = 0, last_error = null, status_code = null,
        sent_at = null where tenant_id = app_tenant_id() and id = ${params.id}`.execute(transaction);
    await sql`update webhooks set failures = 0, paused_until = null
      where tenant_id = app_tenant_id() and id = ${delivery.webhookId}`.execute(transaction);
    await writeAudit(transaction, {
      actor,
      action: 'webhooks.resend',
      objectType: 'webhookDelivery',
      objectId: String(params.id),
      details: { webhookId: delivery.webhookId },
    });
    return {};
  });
};
