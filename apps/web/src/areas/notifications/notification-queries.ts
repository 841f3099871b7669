import {
  countNotifications,
  getNotificationSettings,
  listNotifications,
  markAllNotificationsRead,
  markNotificationRead,
} from '@depotwerk/api/notifications/notifications';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { callApi } from '../../platform/api-client.ts';
import { queryClient } from '../../platform/query-client.ts';

/** Events on the stream of changes make everything below this key ask again. */
const root = 'notifications';

export const unreadCountQuery = queryOptions({
  queryKey: [root, 'count'],
  queryFn: ({ signal }) => callApi(countNotifications, {}, { signal }),
  staleTime: 0,
});

export const notificationsQuery = infiniteQueryOptions({
  queryKey: [root, 'list'],
  queryFn: ({ signal, pageParam }) => callApi(listNotifications, { query: { page: pageParam } }, { signal }),
  initialPageParam: 1,
  getNextPageParam: (last, pages) => (last.hasMore ? pages.length + 1 : undefined),
  staleTime: 0,
});

export const notificationSettingsQuery = queryOptions({
  queryKey: ['settings', root],
  queryFn: ({ signal }) => callApi(getNotificationSettings, {}, { signal }),
});

const askAgain = () => queryClient.invalidateQueries({ queryKey: [root] });

export async function markRead(id: string): Promise<void> {
  await callApi(markNotificationRead, { params: { id } });
  await askAgain();
}

export async function markAllRead(): Promise<void> {
  await callApi(markAllNotificationsRead, {});
  await askAgain();
}
