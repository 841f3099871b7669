import { guaranteeKinds, guaranteeObstacles, guaranteeStatuses } from '@depotwerk/domain/contracts/guarantee';
import * as z from 'zod/mini';
import { day, fraction, money } from '../fields.ts';

/** What is promised for the end of a contract and what has to be safe today for it; unknown is null. */
export const contractGuarantee = z.strictObject({
  kind: z.nullable(z.enum(guaranteeKinds)),
  /** Part of `base` that is promised. */
  level: z.nullable(fraction),
  /** Guaranteed interest a year. */
  interest: z.nullable(fraction),
  endDate: z.nullable(day),
  guaranteeFundName: z.nullable(z.string()),
  /** Contributions paid so far, or the highest value. */
  base: z.nullable(money),
  /** Due at the end. */
  promised: z.nullable(money),
  /** Held by the insurer for it: reserve, guarantee fund, other money. */
  insurerSide: money,
  fundsValue: money,
  valuationDate: z.nullable(day),
  /** The day `cover` is of. */
  today: day,
  /** Why `cover` is null. */
  obstacle: z.nullable(z.enum(guaranteeObstacles)),
  cover: z.nullable(
    z.strictObject({
      /** What has to be safe today. */
      floor: money,
      value: money,
      /** Value above the floor; negative where it is missed. */
      cushion: money,
      /** Value in equities, and how much of it the cushion bears. */
      exposure: money,
      allowed: money,
      status: z.enum(guaranteeStatuses),
    }),
  ),
});
