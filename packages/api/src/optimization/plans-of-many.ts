import { mostReleased } from '@depotwerk/domain/contracts/release-of-many';
import * as z from 'zod/mini';
import { id, integerId, money } from '../fields.ts';

/** A plan as somebody saw it: in another version nothing is done with it. A number no plan can have is refused before it becomes work that fails. */
export const seenPlan = { contractId: id, planVersion: integerId };

/** What one job releases or agrees to: each contract once. */
export const seenPlans = z.array(z.strictObject(seenPlan)).check(
  z.minLength(1),
  z.maxLength(mostReleased),
  z.refine((plans) => new Set(plans.map(({ contractId }) => contractId)).size === plans.length, {
    error: 'notDistinct',
  }),
);

/** What became of the plan of one contract. */
export const rowOfPlan = <Results extends Readonly<Record<string, string>>>(result: z.ZodMiniEnum<Results>) =>
  z.strictObject({
    contractId: id,
    externalKey: z.string(),
    customerName: z.string(),
    result,
    /** What stands against it or has to follow; null where all is done. */
    message: z.nullable(z.string()),
    /** Euros that change place; null where nothing does. */
    turnover: z.nullable(money),
  });
