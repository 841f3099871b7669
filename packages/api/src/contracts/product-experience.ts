import * as z from 'zod/mini';

/** What was done with one investment, in the words of the answers; null = not asked or not answered. */
export const productExperience = z.strictObject({
  product: z.string(),
  period: z.nullable(z.string()),
  frequency: z.nullable(z.string()),
  volume: z.nullable(z.string()),
});
