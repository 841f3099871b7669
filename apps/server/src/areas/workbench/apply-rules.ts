import { taskTypeFacts } from '@depotwerk/domain/workbench/task-types';
import { type RawBuilder, sql, type Transaction } from 'kysely';
import type { Schema } from '../../platform/database/schema.ts';
import { keepProfileDayOfContracts } from '../../platform/depot-content/keep-profile-day.ts';
import { contractRules } from './rules/contract-rules.ts';
import { houseRules } from './rules/house-rules.ts';
import { holdersOf, type Look, type TaskRule, within } from './rules/task-rule.ts';

/** Opens and ends the tasks of the look's contracts; the day their customers' profiles hold until follows the same causes. */
export async function lookAtContracts(transaction: Transaction<Schema>, look: Look): Promise<void> {
  for (const rule of contractRules) await applyRule(transaction, rule, look);
  await keepProfileDayOfContracts(transaction, within(look, 'c.id'), look.today);
}

/** Opens and ends the tasks of customers, people and the house. */
export async function lookAtHouse(transaction: Transaction<Schema>, look: Look): Promise<void> {
  for (const rule of houseRules) await applyRule(transaction, rule, look);
  await releaseTasksOfLeavers(transaction);
}

/** Tasks of people who are inactive now are free again, but for those that concern them alone. */
async function releaseTasksOfLeavers(transaction: Transaction<Schema>): Promise<void> {
  await sql`update workbench_tasks t set assigned_user_id = null from users u
    where t.tenant_id = app_tenant_id() and t.ended_at is null and t.status <> 'done' and t.user_id is null
      and u.tenant_id = t.tenant_id and u.id = t.assigned_user_id and u.is_inactive`.execute(transaction);
}

async function applyRule(transaction: Transaction<Schema>, rule: TaskRule, look: Look): Promise<void> {
  await endTasks(transaction, rule, look);
  await openTasks(transaction, rule, look);
}

/** Ends what has lost its cause. */
async function endTasks(transaction: Transaction<Schema>, rule: TaskRule, look: Look): Promise<void> {
  const which = rule.isOfHolders
    ? sql`t.customer_id in ${holdersOf(look, rule.taskType)}`
    : rule.isOfContracts
      ? within(look, 't.contract_id')
      : sql`true`;
  await sql`update workbench_tasks t set ended_at = now()
    where t.tenant_id = app_tenant_id() and t.task_type = ${rule.taskType} and t.ended_at is null and ${which}
      and not ${rule.persists(look)}`.execute(transaction);
}

/** The cause is another than the one somebody has done or put aside: graver, or with something new in it. */
const isAnother = sql.raw('(excluded.severity > t.severity or excluded.cause_bits & ~t.cause_bits <> 0)');
const facts = (name: string) =>
  sql.raw(
    ['severity', 'due_date', 'cause_bits', 'details', 'customer_id', 'contract_id', 'group_id', 'not_for']
      .map((column) => `${name}.${column}`)
      .join(', '),
  );

/** Whom the rule gives a task to, unless the person has left, or may no longer look into its group: then whoever may hears of it. */
function ifStillThere({ taskType }: TaskRule): RawBuilder<unknown> {
  const right = taskTypeFacts[taskType].of === 'customer' ? 'groupCustomers.view' : 'groupContracts.view';
  return sql`(select u.id from users u
     where u.tenant_id = app_tenant_id() and u.id = k.assigned_user_id and not u.is_inactive
       and (k.group_id is null or k.user_id is not null or exists (
         with recursive above as (
           select g.id, g.parent_group_id from groups g where g.tenant_id = app_tenant_id() and g.id = k.group_id
           union
           select g.id, g.parent_group_id from above a join groups g on g.tenant_id = app_tenant_id() and g.id = a.parent_group_id)
         select from group_users m join above a on a.id = m.group_id
          where m.tenant_id = u.tenant_id and m.user_id = u.id and ${right} = any (m.group_rights))))`;
}

/** Opens a task for every cause without one, and brings the facts of the others up to date. */
async function openTasks(transaction: Transaction<Schema>, rule: TaskRule, look: Look): Promise<void> {
  await sql`insert into workbench_tasks as t (tenant_id, task_type, cause_key, severity, due_date, cause_bits, details,
      customer_id, contract_id, group_id, user_id, is_house, not_for, assigned_user_id)
    select app_tenant_id(), ${rule.taskType}, k.cause_key, k.severity, k.due_date, k.cause_bits, k.details, k.customer_id,
           k.contract_id, k.group_id, k.user_id, k.is_house, k.not_for, ${ifStillThere(rule)}
      from (${rule.causes(look)}) k
     where not exists (select from workbench_tasks o where o.tenant_id = app_tenant_id() and o.task_type = ${rule.taskType}
       and o.cause_key = k.cause_key and o.ended_at is null
       and (${facts('o')}) is not distinct from (${facts('k')}))
    on conflict (tenant_id, task_type, cause_key) where ended_at is null do update
      set severity = excluded.severity, due_date = excluded.due_date, cause_bits = excluded.cause_bits,
          details = excluded.details, customer_id = excluded.customer_id, contract_id = excluded.contract_id,
          group_id = excluded.group_id, not_for = excluded.not_for,
          status = case when ${isAnother} then 'open' else t.status end,
          snoozed_until = case when ${isAnother} then null else t.snoozed_until end,
          done_at = case when ${isAnother} then null else t.done_at end,
          done_by = case when ${isAnother} then null else t.done_by end`.execute(transaction);
}
