import type { WorkbenchTask } from '@depotwerk/api/workbench/workbench';
import {
  type TaskStatus,
  type TaskSubject,
  type TaskType,
  visibleTaskTypes,
} from '@depotwerk/domain/workbench/task-types';
import { distinctName } from '../../platform/database/distinct-name.ts';
import { Parameters } from '../../platform/database/parameters.ts';
import { notFound } from '../../platform/http/app-error.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import type { Page } from '../../platform/lists/paging.ts';
import { type Scope, type Visibility, visibilityOf } from '../../platform/scope.ts';
import type { ReadServices } from '../../platform/services.ts';
import { readNoteBeginnings } from '../notes/public.ts';
import { taskPath } from './task-path.view.ts';

export interface TaskFilter {
  readonly id?: string | undefined;
  readonly status?: TaskStatus | undefined;
  readonly taskType?: TaskType | undefined;
  readonly owner?: 'me' | 'nobody' | undefined;
  readonly isOverdue?: boolean | undefined;
}

/** Audiences that are no group: see the generated column of `workbench_tasks`. */
const withoutGroup = '00000000-0000-0000-0000-000000000000';
const house = '00000000-0000-0000-0000-000000000001';

/** Most urgent first; the order of the table's indexes. */
export const taskOrder = 't.severity desc, t.due_date, t.created_at, t.id';

/**
 * Which tasks `t` a caller sees: of contracts and customers as their lists, his own, and those of the house by right. Never
 * his own work where a second pair of eyes is asked for.
 */
export function visibleTasks(scope: Scope, parameters: Parameters): string[] {
  const conditions = [...audienceConditions(scope, parameters), 't.ended_at is null'];
  if (scope.ownCustomerId !== null) return conditions;
  const me = parameters.add(scope.userId);
  const ofCustomers = visibilityOf(scope, 'groupCustomers.view');
  return [
    ...conditions,
    `not (t.not_for @> array[${me}::uuid])`,
    `(t.user_id is null or t.user_id = ${me})`,
    // What concerns one person alone and is about a customer takes the right to see her as well.
    `(t.user_id is null or t.customer_id is null or ${ofGroups(ofCustomers, parameters)})`,
  ];
}

/** Which kinds of whose tasks `t` a caller sees, whoever they concern alone: for tasks and for what is counted of them. */
export function audienceConditions(scope: Scope, parameters: Parameters): string[] {
  const ofHouse = 't.tenant_id = app_tenant_id()';
  // The work list is the house's, not its customers'.
  if (scope.ownCustomerId !== null) return [ofHouse, 'false'];
  const ofContracts = visibilityOf(scope, 'groupContracts.view');
  const ofCustomers = visibilityOf(scope, 'groupCustomers.view');
  const typed = (visibility: Visibility, ...subjects: TaskSubject[]) => {
    const types = parameters.add(visibleTaskTypes(scope.permissions, ...subjects));
    return `t.task_type = any (${types}::text[]) and ${audience(visibility, scope, parameters)}`;
  };
  return [
    ofHouse,
    isSame(ofContracts, ofCustomers)
      ? typed(ofContracts, 'contract', 'customer', 'user', 'house')
      : `(${typed(ofContracts, 'contract', 'user', 'house')} or ${typed(ofCustomers, 'customer')})`,
  ];
}

function audience(
  { groupIds, includesWithoutGroup }: Visibility,
  scope: Scope,
  parameters: Parameters,
): string {
  if (groupIds === null) return includesWithoutGroup ? 'true' : `t.audience_id <> '${withoutGroup}'`;
  const ids = [...groupIds, scope.userId, house, ...(includesWithoutGroup ? [withoutGroup] : [])];
  return `t.audience_id = any (${parameters.add(ids)}::uuid[])`;
}

function ofGroups({ groupIds, includesWithoutGroup }: Visibility, parameters: Parameters): string {
  const withoutGroup = includesWithoutGroup ? 't.group_id is null' : 'false';
  return groupIds === null
    ? `(t.group_id is not null or ${withoutGroup})`
    : `(t.group_id = any (${parameters.add(groupIds)}::uuid[]) or ${withoutGroup})`;
}

const isSame = (one: Visibility, other: Visibility) =>
  one.groupIds === null || other.groupIds === null
    ? one.groupIds === other.groupIds
    : one.groupIds.length === other.groupIds.length &&
      one.groupIds.every((groupId) => other.groupIds?.includes(groupId));

/** Conditions of a filter on the tasks the caller sees; a task put aside is open again from its day on. */
export function taskConditions(
  scope: Scope,
  filter: TaskFilter,
  today: string,
  parameters: Parameters,
): string[] {
  const conditions = visibleTasks(scope, parameters);
  if (filter.id !== undefined) conditions.push(`t.id = ${parameters.add(filter.id)}`);
  if (filter.taskType !== undefined) conditions.push(`t.task_type = ${parameters.add(filter.taskType)}`);
  conditions.push(...narrowed(scope, filter, today, parameters));
  const day = () => `${parameters.add(today)}::date`;
  if (filter.status === 'done') conditions.push(`t.status = 'done'`);
  if (filter.status === 'snoozed') conditions.push(`t.status <> 'done'`, `t.snoozed_until > ${day()}`);
  if (filter.status === 'open')
    conditions.push(`t.status <> 'done'`, `(t.snoozed_until is null or t.snoozed_until <= ${day()})`);
  return conditions;
}

/** Conditions of whose tasks are asked for, and whether their day is over. */
export function narrowed(
  scope: Scope,
  { owner, isOverdue }: Pick<TaskFilter, 'owner' | 'isOverdue'>,
  today: string,
  parameters: Parameters,
): string[] {
  const conditions: string[] = [];
  if (owner === 'me') conditions.push(`t.assigned_user_id = ${parameters.add(scope.userId)}`);
  if (owner === 'nobody') conditions.push('t.assigned_user_id is null');
  if (isOverdue !== undefined) {
    const day = `${parameters.add(today)}::date`;
    conditions.push(isOverdue ? `t.due_date < ${day}` : `(t.due_date is null or t.due_date >= ${day})`);
  }
  return conditions;
}

interface TaskRow extends Omit<WorkbenchTask, 'customer' | 'contract' | 'assignedUser' | 'path'> {
  causeKey: string;
  customerId: string | null;
  firstName: string | null;
  lastName: string | null;
  contractId: string | null;
  externalKey: string | null;
  assignedUserId: string | null;
  assignedName: string | null;
}

const selection = `t.id, t.task_type as "taskType", t.severity, t.due_date as "dueDate", t.snoozed_until as "snoozedUntil",
  t.status, t.details, t.created_at as "createdAt", t.cause_key as "causeKey", t.customer_id as "customerId",
  u.first_name as "firstName", u.last_name as "lastName", t.contract_id as "contractId", c.external_key as "externalKey",
  t.assigned_user_id as "assignedUserId", ${distinctName('a')} as "assignedName"`;
const joins = `left join customers u on u.tenant_id = t.tenant_id and u.id = t.customer_id
  left join contracts c on c.tenant_id = t.tenant_id and c.id = t.contract_id
  left join users a on a.tenant_id = t.tenant_id and a.id = t.assigned_user_id`;

/** A page of tasks, most urgent first. `reader` also learns how the notes begin whose follow-ups stand in it. */
export async function listTaskPage(
  { database }: ReadServices,
  scope: Scope,
  filter: TaskFilter,
  page: Pick<Page, 'size' | 'offset'>,
  today: string,
  reader?: SignedInContext,
): Promise<WorkbenchTask[]> {
  const parameters = new Parameters();
  const where = taskConditions(scope, filter, today, parameters).join(' and ');
  const limits = `limit ${parameters.add(page.size)}::int offset ${parameters.add(page.offset)}::int`;
  const rows = await database.read<TaskRow>(scope, {
    // The page is cut from the index of the tasks alone; names are fetched for it only.
    sql: `select ${selection} from (select * from workbench_tasks t where ${where} order by ${taskOrder} ${limits}) t
      ${joins} order by ${taskOrder}`,
    parameters: parameters.values,
  });
  const noteIds = rows.filter(({ taskType }) => taskType === 'followUp').map(({ causeKey }) => causeKey);
  const notes = reader && (await readNoteBeginnings({ database }, reader, noteIds));
  return rows.map((row) => {
    const task = toTask(row, today);
    const note = notes?.get(row.causeKey);
    return note === undefined ? task : { ...task, details: { ...task.details, note } };
  });
}

/** One task the caller sees, done or not. @throws 404 */
export async function readTask(
  services: ReadServices,
  scope: Scope,
  taskId: string,
  today: string,
): Promise<WorkbenchTask> {
  const [task] = await listTaskPage(services, scope, { id: taskId }, { size: 1, offset: 0 }, today);
  if (!task) throw notFound();
  return task;
}

function toTask(row: TaskRow, today: string): WorkbenchTask {
  const { causeKey, customerId, firstName, lastName, contractId, externalKey, assignedUserId, assignedName } =
    row;
  const isAside = row.status === 'snoozed' && row.snoozedUntil !== null && row.snoozedUntil > today;
  return {
    id: row.id,
    taskType: row.taskType,
    severity: row.severity,
    customer:
      customerId === null || lastName === null
        ? null
        : { id: customerId, firstName: firstName ?? '', lastName },
    contract: contractId === null || externalKey === null ? null : { id: contractId, externalKey },
    dueDate: row.dueDate,
    assignedUser:
      assignedUserId === null || assignedName === null
        ? null
        : { id: assignedUserId, fullName: assignedName },
    status: row.status === 'snoozed' && !isAside ? 'open' : row.status,
    snoozedUntil: isAside ? row.snoozedUntil : null,
    // A calendar knows the follow-up by its note, whichever page it is saved from.
    details: row.taskType === 'followUp' ? { ...row.details, noteId: causeKey } : row.details,
    path: taskPath({ taskType: row.taskType, causeKey, customerId, contractId }),
    createdAt: row.createdAt,
  };
}
