import type { CallAnswer } from '@depotwerk/api/call';
import type {
  getNotificationSettings,
  listNotifications,
  Notification,
} from '@depotwerk/api/notifications/notifications';
import {
  type NotificationKind,
  type NotificationTarget,
  notificationFacts,
  possibleNotifications,
} from '@depotwerk/domain/notifications/notification-kinds';
import type { TaskType } from '@depotwerk/domain/workbench/task-types';
import type { Reader } from '../../platform/database/database.ts';
import { Parameters } from '../../platform/database/parameters.ts';
import { type Scope, visibilityOf } from '../../platform/scope.ts';
import type { ReadServices } from '../../platform/services.ts';
import { visibilityConditions } from '../contracts/public.ts';
import { customerVisibility } from '../customers/public.ts';
import { taskPath, visibleTasks } from '../workbench/public.ts';
import { listPath, placeOf } from './notification-path.view.ts';

const pageSize = 20;
/** More than this is "99+" on the screen. */
const mostCounted = 100;

interface Row {
  id: string;
  kind: NotificationKind;
  count: number;
  happenedAt: string;
  readAt: string | null;
  targetType: NotificationTarget | null;
  targetId: string | null;
  taskType: TaskType | null;
  causeKey: string | null;
  customerId: string | null;
  contractId: string | null;
  externalKey: string | null;
  customerName: string | null;
  tariffName: string | null;
  jobType: string | null;
}

/** A page of the caller's notifications, newest first. What they are about is read with the rights he holds now. */
export async function readNotifications(
  { database }: ReadServices,
  scope: Scope,
  filter: { readonly page: number; readonly isUnread: boolean },
): Promise<CallAnswer<typeof listNotifications>> {
  const parameters = new Parameters();
  const me = parameters.add(scope.userId);
  const own = ['tenant_id = app_tenant_id()', `user_id = ${me}`, 'is_in_app'];
  if (filter.isUnread) own.push('read_at is null');
  const seesTasks = parameters.add(scope.permissions.has('workbench.view'));
  const tasks = [`${seesTasks}::boolean`, ...visibleTasks(scope, parameters)].join(' and ');
  const contracts = visibilityConditions(visibilityOf(scope, 'groupContracts.view'), parameters);
  const customers = customerVisibility(visibilityOf(scope, 'groupCustomers.view'), parameters);
  const seesCustomers = parameters.add(scope.permissions.has('customers.view'));
  const seesContracts = parameters.add(scope.permissions.has('contracts.view'));
  const seesTariffs = parameters.add(
    scope.permissions.has('tariffs.view') && scope.permissions.has('admin.access'),
  );
  const rows = await database.read<Row>(scope, {
    sql: `select n.id, n.notification_kind as kind, n.happened as count, n.happened_at as "happenedAt", n.read_at as "readAt",
        n.target_type as "targetType", n.target_id as "targetId", t.task_type as "taskType", t.cause_key as "causeKey",
        u.id as "customerId", c.id as "contractId", c.external_key as "externalKey",
        nullif(btrim(concat_ws(' ', u.first_name, u.last_name)), '') as "customerName", f.name as "tariffName",
        j.job_type as "jobType"
      from (select * from notifications where ${own.join(' and ')} order by happened_at desc, id
             limit ${pageSize + 1} offset ${parameters.add((filter.page - 1) * pageSize)}::int) n
      left join lateral (select * from workbench_tasks t
        where n.target_type = 'task' and t.id = n.target_id and ${tasks}) t on true
      left join lateral (select c.id, c.external_key, c.customer_id from contracts c
        where c.tenant_id = n.tenant_id and c.id = case n.target_type when 'contract' then n.target_id else t.contract_id end
          and (n.target_type = 'task' or ${seesContracts}::boolean and ${contracts.join(' and ')})) c on true
      left join lateral (select u.id, u.first_name, u.last_name from customers u
        where u.tenant_id = n.tenant_id
          and u.id = case n.target_type when 'customer' then n.target_id else coalesce(t.customer_id, c.customer_id) end
          and (n.target_type <> 'customer' or ${seesCustomers}::boolean and ${customers.join(' and ')})) u on true
      left join tariffs f on f.tenant_id = n.tenant_id and n.target_type = 'tariff' and f.id = n.target_id
        and ${seesTariffs}::boolean
      left join jobs j on j.tenant_id = n.tenant_id and n.target_type = 'job' and j.id = n.target_id and j.created_by = ${me}
      order by n.happened_at desc, n.id`,
    parameters: parameters.values,
  });
  return {
    notifications: rows.slice(0, pageSize).map((row) => toNotification(row, scope)),
    hasMore: rows.length > pageSize,
  };
}

function toNotification(row: Row, scope: Scope): Notification {
  const { id, kind, count, happenedAt, readAt, customerName, externalKey, tariffName } = row;
  const subject = [customerName ?? tariffName, externalKey].filter((word) => word !== null).join(' · ');
  return {
    id,
    kind,
    count,
    happenedAt,
    readAt,
    subject: subject === '' ? null : subject,
    jobType: row.jobType,
    path: pathOf(row, scope),
  };
}

function pathOf(row: Row, { permissions }: Scope): string | null {
  const { kind, targetType, targetId, taskType, causeKey, customerId, contractId, tariffName } = row;
  switch (targetType) {
    case null:
      return listPath(kind);
    case 'task':
      return taskType === null || causeKey === null
        ? null
        : taskPath({ taskType, causeKey, customerId, contractId });
    case 'contract':
      return contractId === null ? null : `/contracts/${contractId}/${placeOf.contract}`;
    case 'customer':
      return customerId === null ? null : `/customers/${customerId}?tab=${placeOf.customer}`;
    case 'tariff':
      return tariffName === null ? null : `/admin/tariffs/${targetId}/summary`;
    case 'job':
      return permissions.has('jobs.view') && permissions.has('admin.access') && row.jobType !== null
        ? `/admin/jobs?open=${targetId}`
        : null;
  }
}

/** How many of the caller's notifications are unread, at most a hundred. */
export async function countUnread({ database }: ReadServices, scope: Scope): Promise<number> {
  const [row] = await database.read<{ count: number }>(scope, {
    sql: `select count(*)::int as count from (select from notifications where tenant_id = app_tenant_id() and user_id = $1
      and is_in_app and read_at is null limit ${mostCounted}) n`,
    parameters: [scope.userId],
  });
  return row?.count ?? 0;
}

/** Kinds the caller can be told of; people who sign in as customers of none. */
export const kindsOf = ({ permissions, ownCustomerId }: Scope): NotificationKind[] =>
  ownCustomerId === null ? possibleNotifications(permissions) : [];

/** Of what the caller is told: his own choice, else the product's. */
export async function readWishes(
  database: Reader,
  scope: Scope,
  isDemo: boolean,
): Promise<CallAnswer<typeof getNotificationSettings>> {
  const [chosen, [house]] = await database.readMany<
    [{ kind: NotificationKind; isInApp: boolean; mail: 'none' | 'soon' | 'daily' }, { hasServer: boolean }]
  >(scope, [
    {
      sql: `select notification_kind as kind, is_in_app as "isInApp", mail from notification_settings
        where tenant_id = app_tenant_id() and user_id = $1`,
      parameters: [scope.userId],
    },
    { sql: 'select exists (select from mail_settings) as "hasServer"', parameters: [] },
  ]);
  return {
    wishes: kindsOf(scope).map(
      (kind) =>
        chosen.find((wish) => wish.kind === kind) ?? {
          kind,
          isInApp: notificationFacts(kind).isInApp,
          mail: notificationFacts(kind).mail,
        },
    ),
    canMail: isDemo || (house?.hasServer ?? false),
  };
}
