import type { PermissionCode } from '../permissions.ts';

/** Whom a kind of task concerns: that decides who sees it. */
export type TaskSubject = 'contract' | 'customer' | 'user' | 'house';

/** Snoozed tasks come back on their day, done ones when their cause becomes another. */
export const taskStatuses = ['open', 'snoozed', 'done'] as const;
export type TaskStatus = (typeof taskStatuses)[number];

interface TaskTypeFacts {
  readonly of: TaskSubject;
  /** Who may see what the task is about; the work list itself takes `workbench.view`. */
  readonly permission: PermissionCode;
}

/** Every kind of task the rules make, in the order in which the work list groups them. */
export const taskTypeFacts = {
  orderUnclear: { of: 'contract', permission: 'optimization.view' },
  planApproval: { of: 'contract', permission: 'optimization.approve' },
  lossReached: { of: 'contract', permission: 'contracts.view' },
  riskOutOfBand: { of: 'contract', permission: 'contracts.view' },
  profileEnding: { of: 'contract', permission: 'riskProfile.view' },
  profileMissing: { of: 'contract', permission: 'riskProfile.view' },
  hints: { of: 'contract', permission: 'optimization.view' },
  pendingChanges: { of: 'contract', permission: 'contracts.view' },
  planWaiting: { of: 'contract', permission: 'optimization.view' },
  documentUnsigned: { of: 'contract', permission: 'documents.view' },
  followUp: { of: 'customer', permission: 'customers.edit' },
  messageWaiting: { of: 'customer', permission: 'customers.edit' },
  answersWaiting: { of: 'customer', permission: 'riskProfile.edit' },
  consentWithdrawn: { of: 'customer', permission: 'customers.edit' },
  consultationOpen: { of: 'customer', permission: 'consultations.view' },
  analysisRequest: { of: 'house', permission: 'customers.create' },
  registrationWaiting: { of: 'house', permission: 'customers.create' },
  clientRegistered: { of: 'customer', permission: 'customers.edit' },
  invitationSubmitted: { of: 'customer', permission: 'customers.edit' },
  newDepot: { of: 'customer', permission: 'traderDepots.view' },
  bankPassword: { of: 'user', permission: 'traderCredentials.use' },
  refreshFailed: { of: 'user', permission: 'contracts.refresh' },
  importProblem: { of: 'user', permission: 'contracts.bulk' },
  vanishedFunds: { of: 'house', permission: 'tariffs.edit' },
  approval: { of: 'house', permission: 'tariffs.approve' },
  jobFailed: { of: 'house', permission: 'jobs.view' },
} as const satisfies Record<string, TaskTypeFacts>;

export type TaskType = keyof typeof taskTypeFacts;

// Object.keys forgets the literal names.
export const taskTypes = Object.keys(taskTypeFacts) as readonly TaskType[];

/** Kinds of tasks somebody with these permissions may see, of one subject or of any. */
export function visibleTaskTypes(
  permissions: ReadonlySet<string>,
  ...subjects: readonly TaskSubject[]
): TaskType[] {
  return taskTypes.filter((type) => {
    const { of, permission } = taskTypeFacts[type];
    return permissions.has(permission) && (subjects.length === 0 || subjects.includes(of));
  });
}
