import { sql } from 'kysely';
import { causeSelect, type TaskRule } from './task-rule.ts';

/** Days within which somebody new can expect to hear of us. */
const welcomeDays = 2;
/** As long as a registration waits that somebody has to approve. */
const waitingDays = 90;

const registered = sql`from users k join customers u on u.tenant_id = k.tenant_id and u.id = k.customer_id
  where k.tenant_id = app_tenant_id() and k.registered_at > now() - ${waitingDays} * interval '1 day'
    and u.group_id is null and u.deleted_at is null`;

/** Somebody became a customer by registering, asked by nobody: ends when she has a group, whose people see her. */
export const clientRegistered: TaskRule = {
  taskType: 'clientRegistered',
  isOfContracts: false,
  causes: () =>
    causeSelect(
      {
        key: sql.raw('u.id::text'),
        severity: sql.raw('1'),
        dueDate: sql`(k.registered_at at time zone 'Europe/Berlin')::date + ${welcomeDays}::integer`,
        customerId: sql.raw('u.id'),
        groupId: sql.raw('u.group_id'),
      },
      registered,
    ),
  persists: () => sql`exists (select ${registered} and u.id::text = t.cause_key)`,
};

/** Days after which nobody waits to be called any more. */
const rememberedDays = 30;
const submitted = sql`from preregistrations p join customers u on u.tenant_id = p.tenant_id and u.id = p.customer_id
  left join users i on i.tenant_id = p.tenant_id and i.id = p.invited_by and not i.is_inactive
  where p.tenant_id = app_tenant_id() and p.status = 'submitted' and u.deleted_at is null
    and p.submitted_at > now() - ${rememberedDays} * interval '1 day'`;

/**
 * Whoever was invited has answered, and reads that she will hear of us: whoever invited her has it, or her group once he has left.
 * Its analysis is submitted with it, which is what tells the work list to look.
 */
export const invitationSubmitted: TaskRule = {
  taskType: 'invitationSubmitted',
  isOfContracts: false,
  causes: () =>
    causeSelect(
      {
        key: sql.raw('p.id::text'),
        severity: sql.raw('1'),
        dueDate: sql`(p.submitted_at at time zone 'Europe/Berlin')::date + ${welcomeDays}::integer`,
        customerId: sql.raw('u.id'),
        groupId: sql.raw('u.group_id'),
        assignedTo: sql.raw('i.id'),
      },
      submitted,
    ),
  persists: () => sql`exists (select ${submitted} and p.id::text = t.cause_key)`,
};
