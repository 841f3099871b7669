import { randomUUID } from 'node:crypto';
import { wholePdf } from '../../apps/server/test/whole-files.ts';

/** Objects of one adviser, as somebody else may try to reach them. */
export interface Objects {
  contractId: string;
  hintId: string;
  customerId: string;
  planId: string;
  documentId: string;
  reportId: string;
  consultationId: string;
  jobId: string;
  depotId: string;
  noteId: string;
}

const pdf = wholePdf().toString('base64');
/** A file that may be uploaded. */
export const beleg = { documentType: 'other', title: 'Beleg', fileName: 'beleg.pdf', contentBase64: pdf };
/** What does not exist. */
export const missing = (): Objects => ({
  contractId: randomUUID(),
  hintId: randomUUID(),
  customerId: randomUUID(),
  planId: randomUUID(),
  documentId: randomUUID(),
  reportId: randomUUID(),
  consultationId: randomUUID(),
  jobId: randomUUID(),
  depotId: randomUUID(),
  noteId: randomUUID(),
});

/** One attempt: what is tried with the objects of another, beside own ones where a call takes several. */
export type Try = readonly [
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: (theirs: Objects, own: Objects) => string,
  body?: (theirs: Objects, own: Objects) => unknown,
];

export const consultation = (customerId: string, contractId: string) => ({
  customerId,
  contractIds: [contractId],
  consultationKind: 'other',
  initiative: 'customer',
});
const depotOrder = {
  issuerId: 1,
  iban: 'DE89370400440532013000',
  productKey: 'P',
  consents: [],
  secondFactorData: null,
};
export const draftOf = (contractId: string) => ({
  ...consultation('', contractId),
  customerId: undefined,
  place: '',
  participants: [],
  startedAt: '2026-11-01T10:00:00Z',
  recommendations: [],
  reasonText: '',
  isPeriodicReviewAgreed: false,
});
export const note = { text: 'Ruft zurück', visibility: 'group' };
const step = { tokenProviderType: null, tokenProviderId: null, token: null };
export const recommending = (contractId: string) => ({
  contractId,
  fundId: 1,
  action: 'buy',
  reason: '',
  keyInformationHandedOverAt: null,
  keyInformationForm: null,
});

/** By call; the name before the blank is the call's id. */
export const tries: Record<string, Try> = {
  listPendingChanges: ['GET', (o) => `/contracts/${o.contractId}/pending-changes`],
  processPendingChanges: [
    'POST',
    (o) => `/contracts/${o.contractId}/process-pending-changes`,
    () => ({ keepChanges: true }),
  ],
  'remoteRefresh body': ['POST', () => '/contracts/remote-refresh', (o) => ({ contractIds: [o.contractId] })],
  'remoteRefresh beside an own one': [
    'POST',
    () => '/contracts/remote-refresh',
    (o, own) => ({ contractIds: [own.contractId, o.contractId] }),
  ],
  getContractSchedule: ['GET', (o) => `/contracts/${o.contractId}/continuous-optimization`],
  checkContract: ['POST', (o) => `/contracts/${o.contractId}/check`, () => ({})],
  setHintState: [
    'PATCH',
    (o) => `/contracts/${o.contractId}/optimization-hints/${o.hintId}`,
    () => ({ state: 'accepted' }),
  ],
  'setHintState under an own contract': [
    'PATCH',
    (o, own) => `/contracts/${own.contractId}/optimization-hints/${o.hintId}`,
    () => ({ state: 'accepted' }),
  ],
  acceptSuggestedRiskprofile: [
    'POST',
    (o) => `/contracts/${o.contractId}/accept-suggested-riskprofile`,
    () => ({ accept: true }),
  ],
  getAdviceInput: ['GET', (o) => `/contracts/${o.contractId}/advice-input`],
  simulateOptimization: ['POST', (o) => `/contracts/${o.contractId}/simulate`, () => ({})],
  planOptimization: ['POST', (o) => `/contracts/${o.contractId}/plan-optimization`, () => ({ mode: 'full' })],
  getPlannedOptimization: ['GET', (o) => `/contracts/${o.contractId}/planned-optimization`],
  listStoredPlans: ['GET', (o) => `/contracts/${o.contractId}/stored-plans`],
  getStoredPlan: ['GET', (o) => `/contracts/${o.contractId}/stored-plan?plannedOptimizationId=${o.planId}`],
  'getStoredPlan under an own contract': [
    'GET',
    (o, own) => `/contracts/${own.contractId}/stored-plan?plannedOptimizationId=${o.planId}`,
  ],
  putPlannedOptimization: [
    'PUT',
    (o) => `/contracts/${o.contractId}/planned-optimization`,
    () => ({ transactions: [], savingsPlan: null }),
  ],
  requestPlanApproval: [
    'POST',
    (o) => `/contracts/${o.contractId}/planned-optimization/request-approval`,
    () => ({}),
  ],
  getPlanKeyInformation: ['GET', (o) => `/contracts/${o.contractId}/planned-optimization/key-information`],
  handOverKeyInformation: [
    'POST',
    (o) => `/contracts/${o.contractId}/planned-optimization/key-information`,
    (o) => ({ customerIds: [o.customerId], documents: [{ fundId: 1, version: 'a' }], form: 'mail' }),
  ],
  deletePlannedOptimization: ['DELETE', (o) => `/contracts/${o.contractId}/planned-optimization`],
  getContractTraderDepot: ['GET', (o) => `/contracts/${o.contractId}/trader-depot`],
  createContractReport: ['POST', (o) => `/contracts/${o.contractId}/report-data/depotOverview`, () => ({})],
  'createContractReport of the archive': [
    'POST',
    (o, own) => `/contracts/${own.contractId}/report-data/depotOverview?reportId=${o.reportId}`,
    () => ({}),
  ],
  'createContractReport with a plan': [
    'POST',
    (_, own) => `/contracts/${own.contractId}/report-data/costInformationExAnte`,
    (o) => ({ plannedOptimizationId: o.planId }),
  ],
  'createContractReport with a consultation': [
    'POST',
    (_, own) => `/contracts/${own.contractId}/report-data/depotOverview`,
    (o) => ({ consultationId: o.consultationId }),
  ],
  createComparisonReport: ['POST', (o) => `/contracts/${o.contractId}/comparison-report-data`, () => ({})],
  'createComparisonReport with a plan': [
    'POST',
    (_, own) => `/contracts/${own.contractId}/comparison-report-data`,
    (o) => ({ plannedOptimizationId: o.planId }),
  ],
  createOptimizationReport: [
    'POST',
    (o) => `/contracts/${o.contractId}/optimization-report-data`,
    () => ({}),
  ],
  'createOptimizationReport with a plan': [
    'POST',
    (_, own) => `/contracts/${own.contractId}/optimization-report-data`,
    (o) => ({ plannedOptimizationId: o.planId }),
  ],
  createContractReportUrl: [
    'POST',
    (o) => `/contracts/${o.contractId}/report-url`,
    () => ({ reportType: 'depotOverview' }),
  ],
  'createContractReportUrl of the archive': [
    'POST',
    (_, own) => `/contracts/${own.contractId}/report-url`,
    (o) => ({ reportType: 'depotOverview', reportId: o.reportId }),
  ],
  createReportUrl: ['POST', (o) => `/reports/report-url/${o.reportId}`, () => ({})],
  readDocumentContent: ['GET', (o) => `/documents/${o.documentId}/content`],
  releaseDocument: ['POST', (o) => `/documents/${o.documentId}/release`, () => ({})],
  'uploadDocument contract': ['POST', (o) => `/documents?contractId=${o.contractId}`, () => beleg],
  'uploadDocument customer': ['POST', (o) => `/documents?customerId=${o.customerId}`, () => beleg],
  'uploadDocument both': [
    'POST',
    (o, own) => `/documents?customerId=${own.customerId}&contractId=${o.contractId}`,
    () => beleg,
  ],
  listCustomerNotes: ['GET', (o) => `/customers/${o.customerId}/notes`],
  listContractNotes: ['GET', (o) => `/contracts/${o.contractId}/notes`],
  listNotePeople: ['GET', (o) => `/customers/${o.customerId}/note-people`],
  'listNotePeople of a contract': [
    'GET',
    (o, own) => `/customers/${own.customerId}/note-people?contractId=${o.contractId}`,
  ],
  writeCustomerNote: ['POST', (o) => `/customers/${o.customerId}/notes`, () => note],
  writeContractNote: ['POST', (o) => `/contracts/${o.contractId}/notes`, () => note],
  putNote: ['PUT', (o) => `/notes/${o.noteId}`, () => note],
  deleteNote: ['DELETE', (o) => `/notes/${o.noteId}`],
  setFollowUpDone: ['POST', (o) => `/notes/${o.noteId}/follow-up`, () => ({ isDone: true })],
  restoreNote: ['POST', (o) => `/notes/${o.noteId}/restore`, () => ({})],
  getConsultation: ['GET', (o) => `/consultations/${o.consultationId}`],
  'createConsultation customer': [
    'POST',
    () => '/consultations',
    (o, own) => consultation(o.customerId, own.contractId),
  ],
  'createConsultation plan': [
    'POST',
    () => '/consultations',
    (o, own) => ({ ...consultation(own.customerId, own.contractId), plannedOptimizationId: o.planId }),
  ],
  'createConsultation addendum': [
    'POST',
    () => '/consultations',
    (o, own) => ({ ...consultation(own.customerId, own.contractId), addendumToId: o.consultationId }),
  ],
  putConsultation: ['PUT', (o) => `/consultations/${o.consultationId}`, (_, own) => draftOf(own.contractId)],
  completeConsultation: ['POST', (o) => `/consultations/${o.consultationId}/complete`, () => ({})],
  getJob: ['GET', (o) => `/jobs/${o.jobId}`],
  cancelJob: ['POST', (o) => `/jobs/${o.jobId}/cancel`],
  retryJob: ['POST', (o) => `/jobs/${o.jobId}/retry`],
  listJobProblems: ['GET', (o) => `/jobs/${o.jobId}/problems`],
  listLeftOut: ['GET', (o) => `/jobs/${o.jobId}/left-out`],
  listCheckJobRows: ['GET', (o) => `/jobs/${o.jobId}/contract-checks`],
  listPlanJobRows: ['GET', (o) => `/jobs/${o.jobId}/contract-plans`],
  listHandoverRows: ['GET', (o) => `/jobs/${o.jobId}/contract-handovers`],
  listReleaseRows: ['GET', (o) => `/jobs/${o.jobId}/contract-releases`],
  sumReleases: ['GET', (o) => `/jobs/${o.jobId}/contract-releases/sums`],
  discardJobPlans: ['POST', (o) => `/jobs/${o.jobId}/discard-plans`],
  listChangeJobRows: ['GET', (o) => `/jobs/${o.jobId}/contract-changes`],
  takeBackContractChange: ['POST', (o) => `/jobs/${o.jobId}/take-back-changes`],
  listYearEndRows: ['GET', (o) => `/jobs/${o.jobId}/year-end-reports`],
  printYearEndReports: [
    'POST',
    (o) => `/jobs/${o.jobId}/year-end-file`,
    () => ({ part: 1, isTwoSided: false }),
  ],
  executePlannedOptimization: [
    'POST',
    (o) => `/trader-depots/${o.depotId}/execute-plannedoptimization`,
    () => step,
  ],
  deleteDepot: ['DELETE', (o) => `/trader-depots/${o.depotId}`],
  linkDepotToContract: [
    'POST',
    () => '/trader-depots/link-to-contract',
    (o) => ({ contractId: o.contractId, externalKey: 'QB-1' }),
  ],
  createDepot: [
    'POST',
    () => '/trader-depots',
    (o) => ({ ...depotOrder, customerId: o.customerId, tariffId: randomUUID() }),
  ],
  getSecondFactorState: ['GET', (o) => `/second-factor/${o.planId}`],
  getElementDescription: ['GET', (o) => `/contracts/${o.contractId}/elements/fundSwitch`],
  listElementLookups: ['GET', (o) => `/contracts/${o.contractId}/elements/fundSwitch/lookups/funds`],
  putElementCommand: [
    'PUT',
    (o) => `/contracts/${o.contractId}/elements/fundSwitch/commands`,
    () => ({ command: 'sellAll', request: null }),
  ],
  putElementFormData: [
    'PUT',
    (o) => `/contracts/${o.contractId}/elements/fundSwitch/form-data`,
    () => ({ command: 'save', request: null }),
  ],
};
