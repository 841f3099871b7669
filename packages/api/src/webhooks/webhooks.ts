import { outboxStates } from '@depotwerk/domain/outbox-states';
import { webhookEvents } from '@depotwerk/domain/webhooks/webhook-fields';
import * as z from 'zod/mini';
import { callsOf } from '../call.ts';
import { id, instant, integerId, paging, pathId, pathIntegerId, text } from '../fields.ts';

/**
 * Systems that are told what happens in the house. What is wrong with one is said by `@depotwerk/domain/webhooks`. They hear
 * of everybody's contracts, so they are kept by those who manage the whole house.
 */

const defineCall = callsOf('webhooks');
const access = 'webhooks.manage';

const members = {
  webhookName: text(200),
  url: text(2000),
  events: z.array(z.enum(webhookEvents)).check(z.maxLength(webhookEvents.length)),
  /** Nothing is noted for it, and nothing handed over. */
  isInactive: z.boolean(),
};
const draft = z.strictObject({
  ...members,
  /** Signs every delivery; null = as stored, as long as the address stays. */
  secret: z.nullable(text(500)),
});

export const webhook = z.strictObject({
  id,
  ...members,
  /** Deliveries that wait. */
  waitingCount: z.int(),
  /** Attempts in vain since the last that arrived. */
  failureCount: z.int(),
  /** Until then nothing is tried, because the system did not answer; null = it is tried at once. */
  pausedUntil: z.nullable(instant),
  rowVersion: z.int(),
});
export type Webhook = z.infer<typeof webhook>;

export const listWebhooks = defineCall({
  id: 'listWebhooks',
  method: 'GET',
  path: '/admin/webhooks',
  summary: 'Systems that are told what happens, by name; never their secrets.',
  access,
  answer: z.array(webhook),
});

export const getWebhook = defineCall({
  id: 'getWebhook',
  method: 'GET',
  path: '/admin/webhooks/:id',
  summary: 'One of them.',
  access,
  params: pathId,
  answer: webhook,
  errors: ['common.notFound'],
});

const errors = ['auth.forbidden', 'common.validationFailed'] as const;

export const createWebhook = defineCall({
  id: 'createWebhook',
  method: 'POST',
  path: '/admin/webhooks',
  summary: 'Has a system told what happens from now on.',
  access,
  needsFreshFactor: true,
  needsIdempotencyKey: true,
  body: draft,
  answer: webhook,
  status: 201,
  errors: [...errors, 'common.quotaExceeded'],
});

export const putWebhook = defineCall({
  id: 'putWebhook',
  method: 'PUT',
  path: '/admin/webhooks/:id',
  summary:
    'Changes what a system is told and where; a new address needs a new secret. What waits is tried at once.',
  access,
  needsFreshFactor: true,
  needsIfMatch: true,
  params: pathId,
  body: draft,
  answer: webhook,
  errors: [...errors, 'common.notFound', 'common.versionConflict'],
});

export const deleteWebhook = defineCall({
  id: 'deleteWebhook',
  method: 'DELETE',
  path: '/admin/webhooks/:id',
  summary: 'Deletes it with all that waits for it.',
  access,
  needsIfMatch: true,
  params: pathId,
  errors: ['auth.forbidden', 'common.notFound', 'common.versionConflict'],
});

export const testWebhook = defineCall({
  id: 'testWebhook',
  method: 'POST',
  path: '/admin/webhooks/:id/test',
  summary: 'Sends the event `webhooks.test` now and says what was answered.',
  access,
  needsIdempotencyKey: true,
  params: pathId,
  answer: z.strictObject({
    isAccepted: z.boolean(),
    /** What went wrong; null when it was accepted. */
    reason: z.nullable(z.string()),
  }),
  errors: ['auth.forbidden', 'common.notFound'],
});

export const webhookDelivery = z.strictObject({
  id: integerId,
  webhookName: z.string(),
  event: z.string(),
  objectType: z.nullable(z.string()),
  objectId: z.nullable(z.string()),
  state: z.enum(outboxStates),
  attempts: z.int(),
  /** What the system answered last; null = nothing. */
  statusCode: z.nullable(z.int()),
  lastError: z.nullable(z.string()),
  occurredAt: instant,
  sentAt: z.nullable(instant),
  nextAttemptAt: z.nullable(instant),
  isResendable: z.boolean(),
});
export type WebhookDelivery = z.infer<typeof webhookDelivery>;

export const listWebhookDeliveries = defineCall({
  id: 'listWebhookDeliveries',
  method: 'GET',
  path: '/admin/webhook-deliveries',
  summary: 'What was handed over or is to be, newest first; kept for 30 days.',
  access,
  query: z.strictObject({
    ...paging,
    state: z.optional(z.enum(outboxStates)),
  }),
  answer: z.array(webhookDelivery),
});

export const resendWebhookDelivery = defineCall({
  id: 'resendWebhookDelivery',
  method: 'POST',
  path: '/admin/webhook-deliveries/:id/resend',
  summary: 'Hands something over once more, under the same key, because a person decided so.',
  access,
  needsIdempotencyKey: true,
  params: pathIntegerId,
  errors: ['auth.forbidden', 'common.notFound', 'webhooks.notResendable'],
});
