import * as z from 'zod/mini';
import { instant } from '../fields.ts';

/** How a message that waits in an outbox has fared. */
export const deliveryFields = {
  attempts: z.int(),
  createdAt: instant,
  sentAt: z.nullable(instant),
  nextAttemptAt: z.nullable(instant),
  lastError: z.nullable(z.string()),
};
