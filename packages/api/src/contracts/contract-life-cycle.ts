import * as z from 'zod/mini';
import { day } from '../fields.ts';

const dated = z.strictObject({
  /** First day of the step. */
  from: day,
  highestRiskClassId: z.int(),
});

/** How the tariff brings the risk of a contract down before it ends. */
export const contractLifeCycle = z.strictObject({
  /** null = not known: then no step ever begins. */
  endDate: z.nullable(day),
  /** The first to begin first. */
  steps: z.array(z.strictObject({ yearsBeforeEnd: z.int(), highestRiskClassId: z.int() })),
  /** The day `current` and `next` are of. */
  today: day,
  current: z.nullable(dated),
  next: z.nullable(dated),
});
