import * as z from 'zod/mini';
import { callsOf } from '../call.ts';
import { performancePeriods } from '../contracts/contract-performance.ts';
import { id } from '../fields.ts';
import { reportOptions } from './reports.ts';

const defineCall = callsOf('reports');

/** Reports of a tariff. */
export const tariffReportTypes = ['tariffBasics', 'tariffRiskMatrix', 'tariffVersionComparison'] as const;
export type TariffReportType = (typeof tariffReportTypes)[number];

export const createTariffReport = defineCall({
  id: 'createTariffReport',
  method: 'POST',
  path: '/tariffs/:id/report-data/:type',
  summary:
    'Makes a report of a tariff version as PDF and archives it: all it says, its risk classes and matrix, or what differs between two versions.',
  access: 'tariffs.report',
  params: z.strictObject({ id, type: z.enum(tariffReportTypes) }),
  body: z.strictObject({
    ...reportOptions,
    /** Default the published version, else the newest; of a comparison the newest. */
    versionNumber: z.optional(z.int().check(z.minimum(1), z.maximum(1_000_000))),
    /** Comparison: the earlier side; default the published version, else the one before. */
    comparedWith: z.optional(z.int().check(z.minimum(1), z.maximum(1_000_000))),
    /** Of the performance in the report of the published version; default a year, as on screen. */
    period: z.optional(z.enum(performancePeriods)),
  }),
  answerKind: 'file',
  needsIdempotencyKey: true,
  errors: [
    'common.notFound',
    'common.quotaExceeded',
    'common.tooManyRequests',
    'common.unavailable',
    'reports.failed',
    'reports.busy',
    'reports.versionMissing',
  ],
});
