import { comparedMatrices } from '@depotwerk/domain/tariff/compare-matrices';
import * as z from 'zod/mini';
import { callsOf } from '../call.ts';
import { id, pathId, queryInteger } from '../fields.ts';
import { tariffVersion } from './tariffs.ts';

const defineCall = callsOf('tariffs');

/** A difference in words: formatted values, null where one side has none. */
export const tariffDifference = z.strictObject({
  /** Page of the wizard: `info`, `product-type`, `settings`, `optimization-hints`, `risk`, `fund-selection`, … */
  section: z.string(),
  label: z.string(),
  before: z.nullable(z.string()),
  after: z.nullable(z.string()),
});
/** Changed rows of a matrix in percent, one element per class; null = the class or row did not exist. */
export const matrixDifference = z.strictObject({
  kind: z.enum(comparedMatrices),
  rows: z.array(
    z.strictObject({
      label: z.string(),
      before: z.array(z.nullable(z.number())),
      after: z.array(z.nullable(z.number())),
    }),
  ),
});

export const compareTariffVersions = defineCall({
  id: 'compareTariffVersions',
  method: 'GET',
  path: '/tariffs/:id/compare',
  summary: 'What differs between two versions of a tariff, or between one of it and one of another tariff.',
  access: 'tariffs.view',
  params: pathId,
  query: z.strictObject({
    /** Whose version A is; absent = of the same tariff. */
    tariffA: z.optional(id),
    versionA: queryInteger(1, 1_000_000),
    versionB: queryInteger(1, 1_000_000),
  }),
  answer: z.strictObject({
    versionA: tariffVersion,
    versionB: tariffVersion,
    differences: z.array(tariffDifference),
    matrices: z.array(matrixDifference),
  }),
  errors: ['common.notFound'],
});
export type TariffComparison = z.infer<(typeof compareTariffVersions)['answer']>;
