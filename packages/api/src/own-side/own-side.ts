import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import { day, id, instant, integerId, money } from '../fields.ts';

/** What a customer who signs in herself begins with: her contracts and how her profile stands. */

const ownContract = z.strictObject({
  id,
  externalKey: z.string(),
  tariffName: z.string(),
  insurerName: z.nullable(z.string()),
  startDate: day,
  endDate: z.nullable(day),
  /** Of the newest valuation; null where none is known. */
  totalValue: z.nullable(money),
  valuationDate: z.nullable(day),
  /** What is paid in by the savings plan in force today; null without one. */
  contribution: z.nullable(money),
  /** Months from one payment to the next by its code (domain, interval.ts). */
  contributionInterval: z.nullable(integerId),
  /** Of the valid risk profile; null without one. */
  profileValidUntil: z.nullable(day),
});

export const ownSide = z.strictObject({
  /** null where the sign-in belongs to no customer. */
  customer: z.nullable(z.strictObject({ id, firstName: z.string(), lastName: z.string() })),
  /** The day she comes of age: until then she answers and signs nothing by herself; absent = she is, or nobody knows. */
  underageUntil: z.optional(day),
  /** True while nothing she answers or agrees to is taken: she is blocked. She is told whom to ask, not why; absent = it is taken. */
  isPaused: z.optional(z.boolean()),
  contracts: z.array(ownContract),
  /** When she answered the risk profile herself and nobody has confirmed it yet. */
  profileSubmittedAt: z.nullable(instant),
  /** Messages of her advisers she has not seen. */
  unreadMessages: z.int(),
});

export const getOwnSide = defineCall({
  id: 'getOwnSide',
  area: 'ownSide',
  method: 'GET',
  path: '/my',
  summary: 'What a customer begins with who signs in herself; nobody else has it.',
  access: 'ownSide',
  answer: ownSide,
});
