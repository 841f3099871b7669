import { mailWays, notificationKinds } from '@depotwerk/domain/notifications/notification-kinds';
import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import { id, instant, pathId, queryInteger } from '../fields.ts';

/** What somebody is told of what happens, and how he wants to be told. Each of these calls is about its caller alone. */

const area = 'notifications';
const own = { area, access: 'signedIn' } as const;

export const notificationKind = z.enum(notificationKinds);

const notification = z.strictObject({
  id,
  kind: notificationKind,
  /** How often it has happened since it was read. */
  count: z.int(),
  happenedAt: instant,
  readAt: z.nullable(instant),
  /** Name of the customer or tariff and number of the contract it is about; null for several, for none, and for what the caller does not see. */
  subject: z.nullable(z.string()),
  /** Kind of the work that has ended, of the caller's own. */
  jobType: z.nullable(z.string()),
  /** Where it leads; null when that is over or not the caller's to open (any more). */
  path: z.nullable(z.string()),
});
export type Notification = z.infer<typeof notification>;

export const listNotifications = defineCall({
  ...own,
  id: 'listNotifications',
  method: 'GET',
  path: '/notifications',
  summary: "The caller's notifications, newest first.",
  query: z.strictObject({ page: z.optional(queryInteger(1, 1000)), unread: z.optional(z.literal('true')) }),
  answer: z.strictObject({
    notifications: z.array(notification),
    hasMore: z.boolean(),
  }),
});

export const countNotifications = defineCall({
  ...own,
  id: 'countNotifications',
  method: 'GET',
  path: '/notifications/unread-count',
  summary: 'How many of them are unread; at most 100 are counted.',
  answer: z.strictObject({ unreadCount: z.int().check(z.maximum(100)) }),
});

export const markNotificationRead = defineCall({
  ...own,
  id: 'markNotificationRead',
  method: 'POST',
  path: '/notifications/:id/read',
  summary: 'Marks one as read; again does nothing.',
  params: pathId,
  errors: ['common.notFound'],
});

export const markAllNotificationsRead = defineCall({
  ...own,
  id: 'markAllNotificationsRead',
  method: 'POST',
  path: '/notifications/read-all',
  summary: 'Marks all as read that have happened until now.',
});

const wish = z.strictObject({
  kind: notificationKind,
  isInApp: z.boolean(),
  /** `soon`: within some minutes; `daily`: once a morning with everything else. */
  mail: z.enum(mailWays),
});
export type NotificationWish = z.infer<typeof wish>;

const settings = z.strictObject({
  /** Kinds the caller can be told of, by what he may see. */
  wishes: z.array(wish),
  /** False where the house sends no mails. */
  canMail: z.boolean(),
});

export const getNotificationSettings = defineCall({
  ...own,
  id: 'getNotificationSettings',
  method: 'GET',
  path: '/settings/notifications',
  summary: 'Of what the caller is told, and how.',
  answer: settings,
});

export const putNotificationSettings = defineCall({
  ...own,
  id: 'putNotificationSettings',
  method: 'PUT',
  path: '/settings/notifications',
  summary: 'Sets of what the caller is told; kinds left out stay as they are.',
  body: z.strictObject({
    wishes: z.array(wish).check(z.minLength(1), z.maxLength(notificationKinds.length)),
  }),
  answer: settings,
});
