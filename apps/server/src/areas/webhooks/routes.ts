import * as calls from '@depotwerk/api/webhooks/webhooks';
import { Reply, type Route, route, versioned } from '../../platform/http/route.ts';
import { pageOf } from '../../platform/lists/paging.ts';
import { boundedHeaders } from '../../platform/lists/total-count.ts';
import type { SignInServices } from '../../platform/services.ts';
import { createWebhook, deleteWebhook, putWebhook, resendDelivery, testWebhook } from './webhook-verbs.ts';
import { readDeliveries, readWebhook, readWebhooks } from './webhooks.view.ts';

/** The calls with which a house keeps the systems that are told what happens. */
export function webhookRoutes(
  services: Pick<SignInServices, 'database' | 'clock' | 'keys' | 'quotas' | 'privateWebhookHosts'>,
): Route[] {
  const { database } = services;
  return [
    route(calls.listWebhooks, ({ scope }) => readWebhooks(database, scope)),
    route(calls.getWebhook, async ({ scope }, { params }) =>
      versioned(await readWebhook(database, scope, params.id)),
    ),
    route(calls.createWebhook, async (context, input) =>
      versioned(await createWebhook(services, context, input)),
    ),
    route(calls.putWebhook, async (context, input) => versioned(await putWebhook(services, context, input))),
    route(calls.deleteWebhook, (context, input) => deleteWebhook(services, context, input)),
    route(calls.testWebhook, (context, input) => testWebhook(services, context, input)),
    route(calls.listWebhookDeliveries, async ({ scope }, { query }) => {
      const page = pageOf(query);
      const { rows, total } = await readDeliveries(database, scope, query.state, page);
      return Reply.json(
        rows,
        boundedHeaders(calls.listWebhookDeliveries.path, query, page, total, rows.length),
      );
    }),
    route(calls.resendWebhookDelivery, (context, input) => resendDelivery(services, context, input)),
  ];
}
