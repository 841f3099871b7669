import * as z from 'zod/mini';

const plan = z.object({
  contribution: z.number(),
  contributionInterval: z.number(),
  entries: z.array(z.object({ isin: z.string(), fraction: z.number() })),
});

/** A savings plan in one spelling: entries by ISIN, nothing for a plan without contribution. */
export type PlainPlan = z.output<typeof plan>;

const schema = z.object({
  /** Quantities at the bank that were taken over or declined, by ISIN. */
  quantities: z.record(z.string(), z.number()),
  cash: z.number(),
  savingsPlan: z.nullable(plan),
  holderName: z.string(),
  /** Our settlement account; part of the portfolio's value not in funds. */
  ourCash: z.number(),
  /** Positions in funds we do not know, with their last value: the rest of the value not in funds. */
  unknownFunds: z.array(z.object({ isin: z.string(), quantity: z.number(), value: z.number() })),
});

/**
 * What of a depot has been dealt with. Differences are movements away from it, not away from our own state: what
 * somebody declined once is not asked again, and what the market or a plan adds to it goes on being taken.
 */
export type DealtWith = z.output<typeof schema>;

/** Reads the column trader_depots.dealt_with; null before the first refresh. */
export function parseDealtWith(value: unknown): DealtWith | null {
  return value === null ? null : schema.parse(value);
}
