import { chartPeriods } from '@depotwerk/domain/chart-periods';
import * as z from 'zod/mini';
import { callsOf } from '../call.ts';
import { overviewChart } from '../contracts/contract-detail.ts';
import { day, id, instant, integerId, money, pathId, queryInteger, text } from '../fields.ts';

const defineCall = callsOf('reports');

/** Reports of one contract that `report-data/:type` makes. */
export const contractReportTypes = [
  'legalContract',
  'depotOverview',
  'riskProfile',
  'suitabilityStatement',
  'costInformationExAnte',
  'costInformationExPost',
  'periodicReview',
  'yearEndReport',
  'performance',
  'savingsPlanOverview',
  'transactions',
] as const;
export type ContractReportType = (typeof contractReportTypes)[number];

/** Every report of a contract, those with a call of their own included; the type in archive and report addresses. */
export const archivedReportTypes = [...contractReportTypes, 'comparison', 'optimization'] as const;
export type ArchivedReportType = (typeof archivedReportTypes)[number];

export const fundReportTypes = ['kiid', 'factsheet', 'fundProfile'] as const;
export type FundReportType = (typeof fundReportTypes)[number];

export const publicReportTypes = [
  'depotAnalysisResult',
  'preregistrationConfirmation',
  'fundComparisonPublic',
  'costExamplePublic',
] as const;
export type PublicReportType = (typeof publicReportTypes)[number];

/** What every report's body may carry; what is left out takes its default. */
export const reportOptions = {
  /** Reports are written in German. */
  language: z.optional(z.literal('de')),
  /** Default true. */
  withCharts: z.optional(z.boolean()),
  /** `standard`: the white label's logo for light ground (default); `none`: its application title as text. */
  logoVariant: z.optional(z.enum(['standard', 'none'])),
  /** Opening line of letters, e.g. „Sehr geehrte Frau Berger“; default „Guten Tag“ with the customer's name. */
  salutation: z.optional(text(200)),
};
export type ReportOptions = z.infer<z.ZodMiniObject<typeof reportOptions>>;

/** A calendar year reports look back at. */
export const reportYear = z.int().check(z.minimum(2000), z.maximum(2100));

/** Beside the file: the report and the archived document it is. */
export const reportIdHeader = 'x-report-id';
export const documentIdHeader = 'x-document-id';

const creationErrors = [
  'common.notFound',
  'common.quotaExceeded',
  'common.tooManyRequests',
  'common.unavailable',
  'reports.notFound',
  'reports.failed',
  'reports.busy',
] as const;

export const createContractReport = defineCall({
  id: 'createContractReport',
  method: 'POST',
  path: '/contracts/:id/report-data/:type',
  summary:
    'Makes a report of the contract as PDF and archives it; with reportId the archived one is delivered again.',
  access: 'reports.create',
  params: z.strictObject({ id, type: z.enum(contractReportTypes) }),
  query: z.strictObject({ reportId: z.optional(id) }),
  body: z.strictObject({
    ...reportOptions,
    /** Performance and transactions: the time looked at; default since the start. */
    period: z.optional(z.enum(chartPeriods)),
    /** Costs of a year and review: the calendar year looked at; default the last one. */
    year: z.optional(reportYear),
    /** Suitability and costs: the plan meant; default the one open at the moment. */
    plannedOptimizationId: z.optional(id),
    /** Links the document with a consultation in draft. */
    consultationId: z.optional(id),
  }),
  answerKind: 'file',
  needsIdempotencyKey: true,
  errors: [
    ...creationErrors,
    'reports.planMissing',
    'reports.riskProfileMissing',
    'reports.holderProfileMissing',
    'reports.portfolioMissing',
    'reports.historyMissing',
    'reports.savingsPlanMissing',
    'reports.yearOutside',
    'consultations.completed',
  ],
});

export const createComparisonReport = defineCall({
  id: 'createComparisonReport',
  method: 'POST',
  path: '/contracts/:id/comparison-report-data',
  summary: 'Comparison as PDF: before and after a plan, or the contract in its tariff and in another.',
  access: 'reports.create',
  params: pathId,
  body: z.strictObject({
    ...reportOptions,
    /** Same id as in the path, as the browser sends it; optional. */
    contractId: z.optional(id),
    plannedOptimizationId: z.optional(id),
    tariffIdB: z.optional(id),
    date: z.optional(day),
    consultationId: z.optional(id),
  }),
  answerKind: 'file',
  needsIdempotencyKey: true,
  errors: [...creationErrors, 'reports.planMissing', 'reports.portfolioMissing', 'consultations.completed'],
});

export const createOptimizationReport = defineCall({
  id: 'createOptimizationReport',
  method: 'POST',
  path: '/contracts/:id/optimization-report-data',
  summary: 'A planned optimisation as PDF: orders with reasons, band before and after, costs.',
  access: 'reports.create',
  params: pathId,
  body: z.strictObject({
    ...reportOptions,
    /** Default the plan open at the moment. */
    plannedOptimizationId: z.optional(id),
    /** Default true. */
    withReasons: z.optional(z.boolean()),
    consultationId: z.optional(id),
  }),
  answerKind: 'file',
  needsIdempotencyKey: true,
  errors: [...creationErrors, 'reports.planMissing', 'consultations.completed'],
});

export const getFundReport = defineCall({
  id: 'getFundReport',
  method: 'GET',
  path: '/funds/:id/report/:type',
  summary:
    'A document of the fund: the key information on file, the fact sheet on file or made from our data, or the profile made from our data.',
  access: 'funds.view',
  params: z.strictObject({ id: queryInteger(1, 2_147_483_647), type: z.enum(fundReportTypes) }),
  answerKind: 'file',
  errors: [...creationErrors, 'reports.kiidMissing'],
});

const oneTimeAddress = z.strictObject({
  /** Path below the server, e.g. `/api/reports/addresses/…`; good once. */
  url: z.string(),
  expiresAt: instant,
});

export const createContractReportUrl = defineCall({
  id: 'createContractReportUrl',
  method: 'POST',
  path: '/contracts/:id/report-url',
  summary:
    'One-time address of a report, good for 60 seconds; without reportId the report is made and archived first.',
  access: 'reports.create',
  params: pathId,
  body: z.strictObject({ reportType: z.enum(archivedReportTypes), reportId: z.optional(id) }),
  answer: oneTimeAddress,
  needsIdempotencyKey: true,
  errors: createContractReport.errors,
});

export const createReportUrl = defineCall({
  id: 'createReportUrl',
  method: 'POST',
  path: '/reports/report-url/:id',
  summary: 'One-time address of an archived report, good for 60 seconds.',
  access: 'signedIn',
  params: pathId,
  answer: oneTimeAddress,
  errors: ['reports.notFound'],
});

export const openReportAddress = defineCall({
  id: 'openReportAddress',
  method: 'GET',
  path: '/reports/addresses/:token',
  summary: 'The document of a one-time address; the second request finds nothing.',
  access: 'anonymous',
  params: z.strictObject({ token: z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/)) }),
  answerKind: 'file',
  errors: ['reports.notFound', 'reports.expired', 'common.tooManyRequests'],
});

/** Cells are texts as they are printed: numbers on screen and on paper cannot differ. */
const publicSection = z.strictObject({
  key: z.string(),
  heading: z.string(),
  kind: z.enum(['text', 'table', 'chart']),
  body: z.string(),
  columns: z.array(z.strictObject({ key: z.string(), label: z.string(), align: z.enum(['left', 'right']) })),
  rows: z.array(z.record(z.string(), z.string())),
  chartConfig: z.nullable(overviewChart.shape.chartConfig),
  chartData: z.nullable(overviewChart.shape.chartData),
});

export const publicReport = z.strictObject({
  reportType: z.enum(publicReportTypes),
  /** A secret of its own (192 bit), not the row's id: knows the PDF, not the guid. */
  reportId: z.string(),
  title: z.string(),
  createdAt: instant,
  language: z.literal('de'),
  sections: z.array(publicSection),
  disclaimer: z.string(),
  expiresAt: instant,
});
export type PublicReport = z.infer<typeof publicReport>;

export const readPublicReport = defineCall({
  id: 'readPublicReport',
  method: 'GET',
  path: '/reports/public-report-data',
  summary:
    'Data of a public report behind its guid; counts as one use, with the same opening within five minutes as none.',
  access: 'anonymous',
  query: z.strictObject({
    reportType: z.enum(publicReportTypes),
    guid: z.string().check(z.regex(/^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$/)),
    /** A random key of this opening: asked for again with it a short while later, it costs no further use. */
    opening: z.optional(id),
  }),
  answer: publicReport,
  errors: ['reports.notFound', 'reports.expired', 'common.tooManyRequests'],
});

export const createPublicReportPdf = defineCall({
  id: 'createPublicReportPdf',
  method: 'POST',
  path: '/reports/public-report-data/:id',
  summary: 'A public report as PDF; the id is the reportId of its data.',
  access: 'anonymous',
  params: z.strictObject({ id: z.string().check(z.regex(/^[A-Za-z0-9_-]{32}$/)) }),
  answerKind: 'file',
  errors: ['reports.notFound', 'reports.expired', 'reports.failed', 'reports.busy', 'common.tooManyRequests'],
});

/** How long and how often a link opens. */
const linkLimits = {
  /** Default 30. */
  validDays: z.optional(z.int().check(z.minimum(1), z.maximum(365))),
  /** Default: as often as wanted. */
  maxUses: z.optional(z.int().check(z.minimum(1), z.maximum(1000))),
};

export const sharePublicReport = defineCall({
  id: 'sharePublicReport',
  method: 'POST',
  path: '/reports/public-reports',
  summary:
    'Makes a public report and answers the guid of its link, once: fund comparison, cost example, result of an analysis, confirmation of an invitation.',
  access: 'reports.create',
  body: z.discriminatedUnion('reportType', [
    z.strictObject({
      ...linkLimits,
      reportType: z.literal('fundComparisonPublic'),
      /** Different ones: a fund is not compared with itself. */
      fundIds: z.array(integerId).check(
        z.minLength(2),
        z.maxLength(5),
        z.refine((ids) => new Set(ids).size === ids.length, { error: 'notDistinct' }),
      ),
    }),
    z.strictObject({
      ...linkLimits,
      reportType: z.literal('costExamplePublic'),
      fundId: integerId,
      /** EUR paid in once. */
      amount: money.check(z.minimum(100), z.maximum(10_000_000)),
      years: z.int().check(z.minimum(1), z.maximum(40)),
    }),
    /** Of somebody who asked to be called; ends at the latest with the analysis. */
    z.strictObject({ ...linkLimits, reportType: z.literal('depotAnalysisResult'), analysisId: id }),
    /** Of a completed invitation; names nobody. */
    z.strictObject({ ...linkLimits, reportType: z.literal('preregistrationConfirmation'), invitationId: id }),
  ]),
  answer: z.strictObject({ guid: z.string(), reportType: z.enum(publicReportTypes), expiresAt: instant }),
  needsIdempotencyKey: true,
  errors: ['common.notFound', 'common.quotaExceeded', 'reports.ongoingFeeMissing'],
});
