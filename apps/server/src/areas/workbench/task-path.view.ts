import type { TaskType } from '@depotwerk/domain/workbench/task-types';

interface Task {
  readonly taskType: TaskType;
  readonly causeKey: string;
  readonly customerId: string | null;
  readonly contractId: string | null;
}

/** Where the work of a kind of task is done. */
const paths: Readonly<Record<TaskType, (task: Task) => string>> = {
  orderUnclear: ({ contractId }) => `/contracts/${contractId}/optimization`,
  planApproval: ({ contractId }) => `/contracts/${contractId}/optimization`,
  lossReached: ({ contractId }) => `/contracts/${contractId}/overview`,
  riskOutOfBand: ({ contractId }) => `/contracts/${contractId}/overview`,
  // One of hers; its page names whose profile it is, of all who hold it.
  profileEnding: ({ contractId }) => `/contracts/${contractId}/overview`,
  profileMissing: ({ contractId }) => `/contracts/${contractId}/overview`,
  hints: ({ contractId }) => `/contracts/${contractId}/optimization-hints`,
  pendingChanges: ({ contractId }) => `/contracts/${contractId}/overview`,
  planWaiting: ({ contractId }) => `/contracts/${contractId}/optimization`,
  documentUnsigned: ({ contractId }) => `/contracts/${contractId}/documents`,
  followUp: ({ customerId }) => `/customers/${customerId}?tab=notes`,
  messageWaiting: ({ customerId }) => `/customers/${customerId}?tab=messages`,
  answersWaiting: ({ causeKey, customerId }) =>
    `/questionnaires/${causeKey.split(' ')[1] ?? ''}/${customerId}`,
  consentWithdrawn: ({ customerId }) => `/customers/${customerId}?tab=data-protection`,
  consultationOpen: ({ causeKey }) => `/consultations/${causeKey}`,
  analysisRequest: ({ causeKey }) => `/prospects?open=${causeKey}`,
  registrationWaiting: () => '/prospects',
  clientRegistered: ({ customerId }) => `/customers/${customerId}`,
  invitationSubmitted: ({ customerId }) => `/customers/${customerId}?tab=profile`,
  newDepot: () => '/trader-depots',
  bankPassword: () => '/settings/bank-credentials',
  refreshFailed: () => '/trader-depots',
  importProblem: ({ causeKey }) => `/admin/book-imports?open=${causeKey}`,
  // It names all of them with their successors, and leads to each tariff.
  vanishedFunds: () => '/admin/data-quality',
  approval: () => '/approvals',
  jobFailed: ({ causeKey }) => `/admin/jobs?open=${causeKey}`,
};

/** Page of this application on which the task's work is done. */
export const taskPath = (task: Task): string => paths[task.taskType](task);
