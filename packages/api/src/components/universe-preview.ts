import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import { listedFund } from './tariff-components.ts';

/** Most funds of a preview; the count says how many there are. */
export const previewedFunds = 200;

export const previewUniverse = defineCall({
  id: 'previewUniverse',
  area: 'components',
  method: 'POST',
  path: '/tariff-components/universe/automatic-universe',
  summary: `The funds a universe type holds today: how many, and the first ${previewedFunds} by name.`,
  access: 'tariffComponents.view',
  body: z.strictObject({
    tariffUniverseType: z.int().check(z.minimum(1), z.maximum(6)),
    /** Highest risk indicator of type 6; else null. */
    maximumRiskIndicator: z.nullable(z.int().check(z.minimum(1), z.maximum(7))),
  }),
  answer: z.strictObject({ fundCount: z.int(), funds: z.array(listedFund) }),
});
