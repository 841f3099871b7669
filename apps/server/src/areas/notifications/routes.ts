import * as calls from '@depotwerk/api/notifications/notifications';
import { type Route, route } from '../../platform/http/route.ts';
import type { SignInServices } from '../../platform/services.ts';
import { markAllRead, markRead, putWishes } from './change-notifications.ts';
import { countUnread, readNotifications, readWishes } from './notifications.view.ts';

/** The calls with which people see what has happened, and say of what they want to hear. */
export function notificationRoutes(
  services: Pick<SignInServices, 'database' | 'clock' | 'settings'>,
): Route[] {
  return [
    route(calls.listNotifications, ({ scope }, { query }) =>
      readNotifications(services, scope, { page: query.page ?? 1, isUnread: query.unread === 'true' }),
    ),
    route(calls.countNotifications, async ({ scope }) => ({
      unreadCount: await countUnread(services, scope),
    })),
    route(calls.markNotificationRead, (context, input) => markRead(services, context, input)),
    route(calls.markAllNotificationsRead, (context) => markAllRead(services, context)),
    route(calls.getNotificationSettings, ({ scope }) =>
      readWishes(services.database, scope, services.settings.isDemo),
    ),
    route(calls.putNotificationSettings, (context, { body }) => putWishes(services, context, body)),
  ];
}
