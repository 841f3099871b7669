import * as z from 'zod/mini';
import { callsOf } from '../call.ts';
import { id, instant, pathId, queryInteger, text } from '../fields.ts';

const area = 'messages';
const defineCall = callsOf(area);

export const longestMessage = 4000;

const message = z.strictObject({
  id,
  /** Grows with every message: what `before` means. */
  entryNumber: z.int(),
  isFromCustomer: z.boolean(),
  senderName: z.string(),
  /** Plain text with line breaks. */
  text: z.string(),
  sentAt: instant,
  /** When the other side saw it first. */
  readAt: z.nullable(instant),
});

/** The newest of a thread, oldest first. */
const thread = z.strictObject({
  messages: z.array(message),
  /** There are older ones: ask again with `before`. */
  hasOlder: z.boolean(),
  /** Of the other side, in the whole thread. */
  unreadCount: z.int(),
  /** The customer has a sign-in that works: without one nobody would read. */
  hasAccess: z.boolean(),
});
export type MessageThread = z.infer<typeof thread>;

const older = z.strictObject({ before: z.optional(queryInteger(1, 2_147_483_647)) });
const body = z.strictObject({ text: text(longestMessage, 1) });
const ofCustomer = { access: 'customers.edit', params: pathId } as const;
const own = { area, access: 'ownSide' } as const;

export const listOwnMessages = defineCall({
  ...own,
  id: 'listOwnMessages',
  method: 'GET',
  path: '/my/messages',
  summary: 'What the customer and her advisers wrote to each other.',
  query: older,
  answer: thread,
});

export const sendOwnMessage = defineCall({
  ...own,
  id: 'sendOwnMessage',
  method: 'POST',
  path: '/my/messages',
  summary: 'The customer writes to her advisers.',
  body,
  answer: message,
  status: 201,
  needsIdempotencyKey: true,
  errors: ['common.notFound', 'common.tooManyRequests'],
});

export const markOwnMessagesRead = defineCall({
  ...own,
  id: 'markOwnMessagesRead',
  method: 'POST',
  path: '/my/messages/read',
  summary: 'The customer has seen what her advisers wrote.',
});

export const listCustomerMessages = defineCall({
  ...ofCustomer,
  id: 'listCustomerMessages',
  method: 'GET',
  path: '/customers/:id/messages',
  summary: 'What a customer and her advisers wrote to each other.',
  query: older,
  answer: thread,
  errors: ['common.notFound'],
});

export const sendCustomerMessage = defineCall({
  ...ofCustomer,
  id: 'sendCustomerMessage',
  method: 'POST',
  path: '/customers/:id/messages',
  summary: 'Writes to a customer who has a sign-in of her own.',
  body,
  answer: message,
  status: 201,
  needsIdempotencyKey: true,
  errors: ['common.notFound', 'common.tooManyRequests', 'messages.noAccess'],
});

export const markCustomerMessagesRead = defineCall({
  ...ofCustomer,
  id: 'markCustomerMessagesRead',
  method: 'POST',
  path: '/customers/:id/messages/read',
  summary: 'Somebody of the house has seen what the customer wrote.',
  errors: ['common.notFound'],
});
