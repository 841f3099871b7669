import { taskStatuses, taskTypes } from '@depotwerk/domain/workbench/task-types';
import * as z from 'zod/mini';
import { callsOf } from '../call.ts';
import { hintSeverity } from '../contracts/contracts.ts';
import { day, id, instant, paging, pathId, queryBoolean } from '../fields.ts';

const defineCall = callsOf('workbench');

export const taskType = z.enum(taskTypes);

/** Facts a task's sentence is made of; which there are depends on its kind. */
const taskDetails = z.record(z.string(), z.union([z.string(), z.number(), z.null()]));

export const workbenchTask = z.strictObject({
  id,
  taskType,
  severity: hintSeverity,
  customer: z.nullable(z.strictObject({ id, firstName: z.string(), lastName: z.string() })),
  contract: z.nullable(z.strictObject({ id, externalKey: z.string() })),
  dueDate: z.nullable(day),
  assignedUser: z.nullable(z.strictObject({ id, fullName: z.string() })),
  /** Snoozed and done tasks stay as long as their cause; done ones come back when it becomes another. */
  status: z.enum(taskStatuses),
  snoozedUntil: z.nullable(day),
  details: taskDetails,
  /** Where the work is done. */
  path: z.string(),
  createdAt: instant,
});
export type WorkbenchTask = z.infer<typeof workbenchTask>;

export const taskFilter = {
  /** Default `open`: what is to be done now. */
  status: z.optional(z.enum(taskStatuses)),
  taskType: z.optional(taskType),
  /** `me`: the caller's own; `nobody`: free ones. */
  owner: z.optional(z.enum(['me', 'nobody'])),
  /** `true`: those whose day is over; `false`: the others. */
  isOverdue: z.optional(queryBoolean),
};

export const listTasks = defineCall({
  id: 'listTasks',
  mayLag: true,
  method: 'GET',
  path: '/workbench/tasks',
  summary: 'Tasks the caller may see: gravest first, then by due day.',
  access: 'workbench.view',
  query: z.strictObject({ ...paging, ...taskFilter }),
  answer: z.array(workbenchTask),
});

export const getTaskStats = defineCall({
  id: 'getTaskStats',
  method: 'GET',
  path: '/workbench/stats',
  summary:
    'How many open tasks the caller may see, by kind those the filter leaves; may be some seconds old.',
  access: 'workbench.view',
  query: z.strictObject({ owner: taskFilter.owner, isOverdue: taskFilter.isOverdue }),
  answer: z.strictObject({
    openCount: z.int(),
    mineCount: z.int(),
    overdueCount: z.int(),
    snoozedCount: z.int(),
    byType: z.array(z.strictObject({ taskType, count: z.int(), highestSeverity: hintSeverity })),
  }),
});

/** People a task can be given to. */
export const listTaskOwners = defineCall({
  id: 'listTaskOwners',
  method: 'GET',
  path: '/workbench/tasks/:id/owners',
  summary: 'Active people who see the task: whom it can be given to.',
  access: 'workbench.assign',
  params: pathId,
  answer: z.array(z.strictObject({ id, fullName: z.string() })),
  errors: ['common.notFound'],
});

const changing = {
  method: 'POST',
  access: 'workbench.view',
  needsIdempotencyKey: true,
} as const;

export const claimNextTask = defineCall({
  ...changing,
  id: 'claimNextTask',
  path: '/workbench/tasks/next',
  summary:
    'Gives the caller the most urgent task: the next of his own, else a free one, which becomes his. 204 when there is none. Two callers never get the same free one.',
  body: z.strictObject({
    taskType: z.optional(taskType),
    /** The task he comes from: it is passed over. */
    afterId: z.optional(id),
  }),
  answer: z.nullable(workbenchTask),
  answerKind: 'jsonOrEmpty',
});

export const snoozeTask = defineCall({
  ...changing,
  id: 'snoozeTask',
  path: '/workbench/tasks/:id/snooze',
  summary: 'Puts the task aside until a day; a graver cause brings it back earlier. Null takes it up again.',
  params: pathId,
  body: z.strictObject({ until: z.nullable(day) }),
  answer: workbenchTask,
  errors: ['common.notFound', 'workbench.notOpen'],
});

export const assignTask = defineCall({
  ...changing,
  id: 'assignTask',
  path: '/workbench/tasks/:id/assign',
  summary:
    'Gives the task to somebody, or to nobody. To oneself everybody may take it, to others only with workbench.assign. Refused when it has changed hands since it was read.',
  params: pathId,
  body: z.strictObject({
    userId: z.nullable(id),
    /** Who had it when the caller read it. */
    fromUserId: z.nullable(id),
  }),
  answer: workbenchTask,
  errors: ['common.notFound', 'workbench.notOpen', 'workbench.changedHands', 'auth.forbidden'],
});

export const completeTask = defineCall({
  ...changing,
  id: 'completeTask',
  path: '/workbench/tasks/:id/complete',
  summary: 'Marks the task as done. It comes back only when its cause becomes another.',
  params: pathId,
  answer: workbenchTask,
  errors: ['common.notFound', 'workbench.notOpen'],
});

export const reopenTask = defineCall({
  ...changing,
  id: 'reopenTask',
  path: '/workbench/tasks/:id/reopen',
  summary: 'Takes "done" back.',
  params: pathId,
  answer: workbenchTask,
  errors: ['common.notFound'],
});

export const taskThresholds = z.strictObject({
  /** Least severity of a finding that makes a task. */
  hintSeverity,
  /** Percentage points outside the band that make a task; it ends inside the band. */
  riskOpenPoints: z.number().check(z.minimum(0), z.maximum(50), z.multipleOf(0.1)),
  /** Per cent lost since the begin of the quarter that make a task; 0 = none. Absent = a page or server of the release before. */
  lossPercent: z.optional(z.number().check(z.minimum(0), z.maximum(90), z.multipleOf(0.1))),
  /** Days before the end of a profile that make a task, and days left that end it. */
  profileOpenDays: z.int().check(z.minimum(0), z.maximum(365)),
  profileCloseDays: z.int().check(z.minimum(0), z.maximum(400)),
  consultationDays: z.int().check(z.minimum(0), z.maximum(365)),
});
export type TaskThresholds = z.infer<typeof taskThresholds>;

export const getTaskThresholds = defineCall({
  id: 'getTaskThresholds',
  method: 'GET',
  path: '/workbench/thresholds',
  summary: 'From when on the rules of the house make tasks.',
  access: 'workbench.assign',
  answer: taskThresholds,
});

export const putTaskThresholds = defineCall({
  id: 'putTaskThresholds',
  method: 'PUT',
  path: '/workbench/thresholds',
  summary:
    'Sets from when on the rules of the house make tasks; all tasks are looked at anew. Refused where they are no longer those the page began with.',
  access: 'workbench.assign',
  body: z.strictObject({
    ...taskThresholds.shape,
    /** What the page began with; absent = a page of the release before, which overwrites what others have set. */
    shown: z.optional(taskThresholds),
  }),
  answer: taskThresholds,
  errors: ['common.versionConflict'],
});
