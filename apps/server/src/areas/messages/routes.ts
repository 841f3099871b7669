import * as calls from '@depotwerk/api/messages/messages';
import { type Route, route } from '../../platform/http/route.ts';
import { requireOwnSide } from '../../platform/scope.ts';
import type { Services } from '../../platform/services.ts';
import { markCustomerRead, markOwnRead } from './mark-read.ts';
import { sendCustomerMessage, sendOwnMessage } from './send-message.ts';
import { readThread, readWrittenTo } from './thread.view.ts';

/** What customers and their advisers write to each other. */
export function messageRoutes(services: Services): Route[] {
  return [
    route(calls.listOwnMessages, async ({ scope }, { query }) => ({
      ...(await readThread(services, scope, requireOwnSide(scope), {
        before: query.before,
        isCustomer: true,
      })),
      hasAccess: true,
    })),
    route(calls.sendOwnMessage, (context, { body }) => sendOwnMessage(services, context, body.text)),
    route(calls.markOwnMessagesRead, async (context) => {
      await markOwnRead(services, context);
      return {};
    }),
    route(calls.listCustomerMessages, async ({ scope }, { params, query }) => {
      const { hasAccess } = await readWrittenTo(services, scope, params.id);
      const thread = await readThread(services, scope, params.id, {
        before: query.before,
        isCustomer: false,
      });
      return { ...thread, hasAccess };
    }),
    route(calls.sendCustomerMessage, (context, { params, body }) =>
      sendCustomerMessage(services, context, params.id, body.text),
    ),
    route(calls.markCustomerMessagesRead, async (context, { params }) => {
      await markCustomerRead(services, context, params.id);
      return {};
    }),
  ];
}
