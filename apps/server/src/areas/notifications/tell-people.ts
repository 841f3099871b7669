import {
  notificationFacts,
  notificationKinds,
  taskTypeOf,
} from '@depotwerk/domain/notifications/notification-kinds';
import { taskTypeFacts } from '@depotwerk/domain/workbench/task-types';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import { mailAfter, mailPause } from './mail-pauses.ts';
import { nextMorning } from './next-morning.ts';

interface Services {
  readonly database: Database;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
}

/** Events told in one transaction. */
const batchSize = 500;
/** A batch with many people, on a busy machine. */
const batchTimeout = 30_000;

const rightOf = (kind: (typeof notificationKinds)[number]): string | null => {
  const taskType = taskTypeOf(kind);
  if (taskType === null) return null;
  return taskTypeFacts[taskType].of === 'customer' ? 'groupCustomers.view' : 'groupContracts.view';
};
const facts = JSON.stringify(
  notificationKinds.map((kind) => ({ ...notificationFacts(kind), right: rightOf(kind) })),
);

/**
 * Tells what has happened since the last look, in all houses: each event becomes a notification of everybody it concerns,
 * who may see what it is about now, and who wants to hear of it. Any number of processes may look. A system job: it
 * follows what others did. no audit entry: what made the event is in the log, and being told changes nothing
 */
export async function tellPeople({ database, clock }: Services): Promise<number> {
  const waiting = await database.read<{ tenantId: string }>(
    { tenantId: null, userId: null },
    { sql: 'select t as "tenantId" from find_notification_events() t', parameters: [] },
  );
  let told = 0;
  for (const { tenantId } of waiting) {
    for (let taken = batchSize; taken === batchSize; ) {
      taken = await tellHouse(database, tenantId, clock());
      told += taken;
    }
  }
  return told;
}

function tellHouse(database: Database, tenantId: string, now: number): Promise<number> {
  const at = new Date(now).toISOString();
  const soon = new Date(now + mailAfter).toISOString();
  const morning = nextMorning(now);
  return database.transaction(
    { tenantId, userId: null },
    async (transaction) => {
      const { rows: events } = await sql<{ id: number }>`delete from notification_events
        where tenant_id = app_tenant_id() and id in (select id from notification_events where tenant_id = app_tenant_id()
          order by id limit ${batchSize} for update skip locked)
        returning id, notification_kind as kind, happened, target_type, target_id, group_id, is_house, user_id,
          not_for`.execute(transaction);
      if (events.length === 0) return 0;
      await sql`with recursive
        event as (select * from jsonb_to_recordset(${JSON.stringify(events)}::jsonb) as e(kind text, happened integer,
          target_type text, target_id uuid, group_id uuid, is_house boolean, user_id uuid, not_for uuid[])),
        fact as (select * from jsonb_to_recordset(${facts}::jsonb) as f(kind text, permissions text[], "right" text,
          "isGathered" boolean, "isInApp" boolean, mail text)),
        -- the groups of the events and all above them: rights there hold below
        above as (
          select e.group_id as start_id, e.group_id as id from event e where e.group_id is not null
          union
          select a.start_id, g.parent_group_id from above a join groups g on g.tenant_id = app_tenant_id() and g.id = a.id
           where g.parent_group_id is not null),
        person as (
          select u.id, array_agg(p.permission_id) as permissions from users u
            join roles r on r.tenant_id = u.tenant_id and r.id = u.role_id and not r.is_inactive and not r.is_client_role
            join role_permissions p on p.tenant_id = r.tenant_id and p.role_id = r.id
           where u.tenant_id = app_tenant_id() and not u.is_inactive and u.customer_id is null group by u.id),
        told as (
          select p.id as user_id, e.kind, e.happened, coalesce(s.is_in_app, f."isInApp") as is_in_app, coalesce(s.mail, f.mail) as mail,
                 case when not f."isGathered" then e.target_type end as target_type,
                 case when not f."isGathered" then e.target_id end as target_id
            from event e join fact f on f.kind = e.kind
            left join workbench_tasks t on t.tenant_id = app_tenant_id() and e.target_type = 'task' and t.id = e.target_id
            join person p on p.permissions @> f.permissions and p.id <> all (e.not_for)
             and case when e.user_id is not null then p.id = e.user_id
                      when e.group_id is not null then exists (
                        select from group_users m where m.tenant_id = app_tenant_id() and m.user_id = p.id
                           and f."right" = any (m.group_rights) and m.group_id in (select a.id from above a where a.start_id = e.group_id))
                      else e.is_house or p.permissions @> array['customers.viewWithoutGroup'] end
            left join notification_settings s on s.tenant_id = app_tenant_id() and s.user_id = p.id and s.notification_kind = e.kind
           where (e.target_type is distinct from 'task'
              or t.ended_at is null and t.status <> 'done' and coalesce(t.assigned_user_id, p.id) = p.id))
        insert into notifications as n (tenant_id, user_id, notification_kind, happened, happened_at, target_type, target_id,
          is_in_app, mail_due_at)
        select app_tenant_id(), user_id, kind, sum(happened), ${at}::timestamptz, target_type, target_id, is_in_app,
               case mail when 'soon' then ${soon}::timestamptz when 'daily' then ${morning}::timestamptz end
          from told where is_in_app or mail <> 'none'
         group by user_id, kind, target_type, target_id, is_in_app, mail
         order by user_id, kind, target_id
        on conflict (tenant_id, user_id, notification_kind, target_id) where read_at is null do update
          set happened = n.happened + excluded.happened, happened_at = excluded.happened_at, is_in_app = excluded.is_in_app,
              -- what is mailed once more forgets when it was, so it keeps the pause itself
              mail_due_at = case when n.mailed_at is null then least(n.mail_due_at, excluded.mail_due_at)
                when excluded.mail_due_at is not null
                then greatest(excluded.mail_due_at, n.mailed_at + ${mailPause / 1000} * interval '1 second') end,
              mailed_at = case when excluded.mail_due_at is null then n.mailed_at end`.execute(transaction);
      return events.length;
    },
    { statementTimeout: batchTimeout },
  );
}
