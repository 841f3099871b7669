import { scaleKeys } from '@depotwerk/domain/questions/questionnaire';
import { riskMeasures } from '@depotwerk/domain/tariff/risk-measure';
import * as z from 'zod/mini';
import { callsOf } from '../call.ts';
import { overviewChart } from '../contracts/contract-detail.ts';
import { bandStatus, contractScore, hintSeverity } from '../contracts/contracts.ts';
import { base64File } from '../documents/documents.ts';
import { day, fraction, id, instant, money, percent, text } from '../fields.ts';
import { answer, questionnaire } from '../questionnaires/questionnaires.ts';

const defineCall = callsOf('prospects');

/** Most holdings of an analysis. */
export const mostAnalysisHoldings = 200;
/** Bytes of a file with holdings. */
export const largestHoldingFile = 1024 * 1024;

const amount = z.number().check(z.positive(), z.maximum(999_999_999_999));

/** A holding as the visitor names it: units, a value in euros, or both; of both at least one. */
export const analysisHolding = z.strictObject({
  isin: text(12, 12),
  name: text(300),
  quantity: z.nullable(amount),
  value: z.nullable(amount),
});
export type AnalysisHolding = z.infer<typeof analysisHolding>;

const holdings = z.array(analysisHolding).check(z.maxLength(mostAnalysisHoldings));

/** Of each holding what is known; the value at the newest price. */
const analysedPosition = z.strictObject({
  isin: z.string(),
  name: z.string(),
  value: z.nullable(money),
  share: z.nullable(fraction),
  /** Share a year; null = not known. */
  ongoingFee: z.nullable(z.number()),
  peergroup: z.nullable(z.string()),
  company: z.nullable(z.string()),
  riskIndicator: z.nullable(z.int()),
  priceDate: z.nullable(day),
  /** What was stated, where units at the house's price give something else; results from before do not have it. */
  statedValue: z.optional(z.nullable(money)),
});

export const analysisResult = z.strictObject({
  calculatedAt: instant,
  contractScore,
  riskAssessment: z.strictObject({
    riskClassId: z.int(),
    riskClassCount: z.int(),
    /** Scales whose class is the lowest and decides. */
    decidedBy: z.array(z.enum(scaleKeys)),
    isBorderline: z.boolean(),
    measure: z.enum(riskMeasures),
    riskValue: z.nullable(percent),
    bandLow: percent,
    bandHigh: percent,
    status: bandStatus,
  }),
  /** What would help, in general terms: no fund is named. */
  optimizationHints: z.array(z.strictObject({ severity: hintSeverity, title: z.string(), text: z.string() })),
  /** Answers that do not go together. */
  contradictions: z.array(z.string()),
  /** Where each of `contradictions` comes from, in their order. Optional for one release. */
  contradictionSources: z.optional(z.array(z.string())),
  totalValue: money,
  /** Ongoing costs of the funds a year; null where the costs of none are known. */
  yearlyCosts: z.nullable(money),
  costShare: z.nullable(fraction),
  /** Share of the value whose costs are known. */
  costKnownShare: fraction,
  positions: z.array(analysedPosition),
  /** A fund or company that makes up more of the value than the check lets pass. */
  clusters: z.array(z.strictObject({ kind: z.enum(['fund', 'company']), name: z.string(), share: fraction })),
  /** Peer groups several funds stand for. */
  overlaps: z.array(z.strictObject({ peergroup: z.string(), funds: z.array(z.string()), share: fraction })),
  /** Shares of the peer groups. */
  chartConfig: overviewChart.shape.chartConfig,
  chartData: overviewChart.shape.chartData,
});
export type AnalysisResult = z.infer<typeof analysisResult>;

/** Where to reach the visitor, who gives it only now. */
export const analysisContact = z.strictObject({
  firstName: text(200, 1),
  lastName: text(200, 1),
  email: text(200, 3),
  phoneNumber: text(50),
  message: text(2000),
});
export type AnalysisContact = z.infer<typeof analysisContact>;

export const depotAnalysis = z.strictObject({
  state: z.enum(['open', 'calculated', 'submitted']),
  expiresAt: instant,
  rowVersion: z.int(),
  questionnaire,
  answers: z.array(answer),
  holdings,
  /** Of the answers and holdings as they are; null = not computed since they changed. */
  result: z.nullable(analysisResult),
  /** A link to a bank is under way: whoever comes back goes on with it. */
  hasBankLink: z.boolean(),
  /** Known of an invited person. */
  invited: z.nullable(
    z.strictObject({
      firstName: z.string(),
      lastName: z.string(),
      email: z.string(),
      phoneNumber: z.string(),
    }),
  ),
  /** The invited person is underage and gets no access of her own; absent = she is of age, or nobody was invited. */
  isInvitedUnderage: z.optional(z.boolean()),
});
export type DepotAnalysis = z.infer<typeof depotAnalysis>;

export const analysisGuidPath = z.strictObject({ guid: id });
/** The same for unknown, foreign and expired guids. */
export const readingErrors = [
  'auth.registrationClosed',
  'common.notFound',
  'common.tooManyRequests',
] as const;

export const getDepotAnalysis = defineCall({
  id: 'getDepotAnalysis',
  method: 'GET',
  path: '/depotanalysis/:guid',
  summary: 'The analysis as far as it is, with the questions it was begun with; ETag is its version.',
  access: 'anonymous',
  params: analysisGuidPath,
  answer: depotAnalysis,
  errors: readingErrors,
});

export const putDepotAnalysis = defineCall({
  id: 'putDepotAnalysis',
  method: 'PUT',
  path: '/depotanalysis/:guid',
  summary:
    'Stores answers and holdings as they are typed; whether they are complete is asked when calculating.',
  access: 'anonymous',
  params: analysisGuidPath,
  body: z.strictObject({ answers: z.array(answer).check(z.maxLength(100)), holdings }),
  answer: z.strictObject({ rowVersion: z.int() }),
  needsIfMatch: true,
  errors: [
    ...readingErrors,
    'common.versionConflict',
    'common.validationFailed',
    'depotanalysis.submitted',
    'questionnaire.unknownQuestion',
  ],
});

export const searchAnalysisFunds = defineCall({
  id: 'searchAnalysisFunds',
  method: 'GET',
  path: '/depotanalysis/:guid/funds',
  summary: 'Funds of the house by ISIN, WKN or name, at most ten.',
  access: 'anonymous',
  params: analysisGuidPath,
  query: z.strictObject({ search: text(100, 2) }),
  answer: z.array(
    z.strictObject({
      isin: z.string(),
      name: z.string(),
      company: z.nullable(z.string()),
      ongoingFee: z.nullable(z.number()),
    }),
  ),
  errors: readingErrors,
});

const askedHolding = z.strictObject({
  /** null = none stands there, or its check digit is wrong. */
  isin: z.nullable(text(12, 12)),
  name: text(300),
  quantity: z.nullable(amount),
  value: z.nullable(amount),
  /** Of a document; null = a bank says it. */
  page: z.nullable(z.int()),
  /** What the document or the bank says there. */
  source: text(300),
  reason: z.string(),
});
export type AskedHolding = z.infer<typeof askedHolding>;

/** What a file or a bank says of holdings. */
export const readHoldings = z.strictObject({
  holdings,
  /** Lines that cannot be taken, or not wholly, each with the reason. */
  refused: z.array(z.strictObject({ line: z.nullable(z.int()), reason: z.string() })),
  /** Holdings that their arithmetic does not prove: to be confirmed or corrected. */
  asked: z.array(askedHolding).check(z.maxLength(mostAnalysisHoldings)),
  /** Of a PDF alone. */
  statement: z.nullable(
    z.strictObject({
      /** The sum the document names; null = none. */
      total: z.nullable(money),
      /** Every holding is proved, and all of them are that sum. */
      isProved: z.boolean(),
      /** Newest day of its prices. */
      priceDate: z.nullable(day),
    }),
  ),
});

export const readHoldingFile = defineCall({
  id: 'readHoldingFile',
  method: 'POST',
  path: '/depotanalysis/:guid/holding-file',
  summary:
    'Reads holdings from a CSV or XLSX file or a custody statement (PDF, MT535, semt.002) of at most 1 MB; stores nothing.',
  access: 'anonymous',
  params: analysisGuidPath,
  body: z.strictObject({ fileName: text(255, 1), contentBase64: base64File }),
  answer: readHoldings,
  bodyLimit: 1_500_000,
  takesFile: true,
  errors: [
    ...readingErrors,
    'auth.tooManyAttempts',
    'common.payloadTooLarge',
    'common.unavailable',
    'import.wrongFormat',
  ],
});

export const calculateDepotAnalysis = defineCall({
  id: 'calculateDepotAnalysis',
  method: 'POST',
  path: '/depotanalysis/:guid/calculate',
  summary: 'Score, risk against the band of the answers, costs and what would help in general terms.',
  access: 'anonymous',
  params: analysisGuidPath,
  answer: z.strictObject({ ...analysisResult.shape, rowVersion: z.int() }),
  errors: [
    ...readingErrors,
    'common.validationFailed',
    'depotanalysis.withoutHoldings',
    'depotanalysis.notReady',
    'questionnaire.noClass',
  ],
});

export const getAnalysisPaper = defineCall({
  id: 'getAnalysisPaper',
  method: 'POST',
  path: '/depotanalysis/:guid/report',
  summary: 'The result as PDF; it is neither archived nor stored.',
  access: 'anonymous',
  params: analysisGuidPath,
  answerKind: 'file',
  errors: [
    ...readingErrors,
    'depotanalysis.notCalculated',
    'common.unavailable',
    'reports.busy',
    'reports.failed',
  ],
});

export const submitDepotAnalysis = defineCall({
  id: 'submitDepotAnalysis',
  method: 'POST',
  path: '/depotanalysis/:guid/submit',
  summary: 'Asks to be contacted: the house sees contact, answers and result until they are erased.',
  access: 'anonymous',
  params: analysisGuidPath,
  body: analysisContact,
  errors: [
    ...readingErrors,
    'common.validationFailed',
    'depotanalysis.notCalculated',
    'depotanalysis.submitted',
  ],
});

export const deleteDepotAnalysis = defineCall({
  id: 'deleteDepotAnalysis',
  method: 'DELETE',
  path: '/depotanalysis/:guid',
  summary: 'Withdraws the consent: the analysis is erased at once.',
  access: 'anonymous',
  params: analysisGuidPath,
  errors: readingErrors,
});

/** A submitted analysis as the house sees it. */
export const analysisRequest = z.strictObject({
  id,
  submittedAt: instant,
  expiresAt: instant,
  contact: analysisContact,
  score: z.int(),
  totalValue: money,
});
export type AnalysisRequest = z.infer<typeof analysisRequest>;

export const listAnalysisRequests = defineCall({
  id: 'listAnalysisRequests',
  mayLag: true,
  method: 'GET',
  path: '/prospects',
  summary: 'Visitors who asked to be contacted, newest first, at most 200; each until it is erased.',
  access: 'customers.create',
  answer: z.array(analysisRequest),
});

export const getAnalysisRequest = defineCall({
  id: 'getAnalysisRequest',
  method: 'GET',
  path: '/prospects/:id',
  summary: 'One of them with every answer and the result.',
  access: 'customers.create',
  params: z.strictObject({ id }),
  answer: z.strictObject({
    ...analysisRequest.shape,
    lines: z.array(z.strictObject({ section: z.string(), title: z.string(), text: z.string() })),
    result: analysisResult,
  }),
  errors: ['common.notFound'],
});
