import { reminderDays } from '@depotwerk/domain/questions/profile-validity';
import { type RawBuilder, sql } from 'kysely';
import { runsOn } from '../../../platform/depot-content/runs-on.ts';
import { causeSelect, holdersOf, type Look, type TaskRule } from './task-rule.ts';

/**
 * Profiles of those who hold running contracts, one row for each of her contracts that somebody holds, alone or beside others: a profile is
 * recorded with a contract, but it is she who is asked. @param isHers condition on a column that names who holds it
 */
const profiles = (look: Look, isHers: (column: string) => RawBuilder<unknown>) =>
  sql`(select h.*,
      case when h.group_id is not distinct from b.group_id then h.holder_id::text else concat_ws(' ', h.holder_id, h.group_id) end as cause_key,
      case when h.assessment_date < m.day and h.valid_until >= m.day then m.day end as of_age
    from (
      select c.id as contract_id, c.group_id, c.customer_id as holder_id, a.assessment_date, a.valid_until, a.id is null as is_missing
        from contracts c left join risk_assessments a on a.tenant_id = c.tenant_id and a.contract_id = c.id and a.status = 'valid'
       where ${isRunning(look)} and ${isHers('c.customer_id')}
      union all
      select c.id, c.group_id, h.customer_id, h.assessment_date, h.valid_until, h.risk_class_id is null
        from contract_holders h join contracts c on c.tenant_id = h.tenant_id and c.id = h.contract_id
       where h.tenant_id = app_tenant_id() and ${isRunning(look)} and ${isHers('h.customer_id')}) h
    join customers b on b.tenant_id = app_tenant_id() and b.id = h.holder_id
    cross join lateral (select ${majority} as day) m)`;

const isRunning = (look: Look) => sql`c.tenant_id = app_tenant_id() and ${runsOn(look.today)}`;

/**
 * The day `b` comes of age, as `dayOfMajority` says it: who was born on 29 February, on 1 March. What her legal representatives answered
 * before holds until then: a profile taken from that day on is her own.
 */
const majority = sql.raw(
  `(b.date_of_birth + interval '18 years')::date + (to_char(b.date_of_birth, 'MM-DD') = '02-29')::integer`,
);

/** Of those who hold a contract of the look. */
const ofLook = (look: Look, { taskType }: Pick<TaskRule, 'taskType'>) =>
  profiles(look, (column) => sql`${sql.raw(column)} in ${holdersOf(look, taskType)}`);
/** Of whom task `t` is about, in the groups that see it. */
const ofTask = (look: Look) =>
  sql`${profiles(look, (column) => sql`${sql.raw(column)} = t.customer_id`)} x where x.cause_key = t.cause_key`;

/**
 * A task of who holds contracts: one of hers leads to its work, and moves with her into another group. What she holds beside a customer of
 * another group is asked about there, by a task of its own.
 */
const ofHolder = {
  key: sql.raw('k.cause_key'),
  customerId: sql.raw('k.holder_id'),
  contractId: sql.raw('k.contract_id'),
  groupId: sql.raw('k.group_id'),
};

const oneOfMany = sql.raw(
  `case when k.contracts > 1 then jsonb_build_object('count', k.contracts) else '{}'::jsonb end`,
);

/**
 * Opens weeks before a profile ends and graver in its last week; ends when a new one has time left. It asks for a new one, too, when a
 * holder comes of age whose representatives had answered. What somebody did was about one day: when another profile of hers is the first to
 * end, it is asked about anew in its own weeks.
 */
export const profileEnding: TaskRule = {
  taskType: 'profileEnding',
  isOfContracts: true,
  isOfHolders: true,
  causes: (look) => {
    const ends = sql`k.valid_until <= ${look.today}::date + ${look.thresholds.profileOpenDays}::integer`;
    const comesOfAge = sql`coalesce(k.of_age <= ${look.today}::date + ${look.thresholds.profileOpenDays}::integer, false)`;
    return causeSelect(
      {
        ...ofHolder,
        // Nothing is refused from a birthday on: it never is as grave as a profile that is over.
        severity: sql`case when k.valid_until <= ${look.today}::date then 2
          when least(k.valid_until, k.of_age) <= ${look.today}::date + ${reminderDays[1]}::integer then 1 else 0 end`,
        dueDate: sql.raw('least(k.valid_until, k.of_age)'),
        // The end of the profile is new to whoever was done with the birthday.
        bits: sql`case when ${comesOfAge} then 1 + 2 * coalesce(${ends}, false)::integer else 0 end`,
        details: sql`case when ${comesOfAge} and k.of_age <= k.valid_until and not coalesce(k.valid_until < ${look.today}::date, false)
          then jsonb_build_object('cause', 'ofAge') else '{}'::jsonb end`,
      },
      sql`from (select x.cause_key, x.holder_id, x.group_id, min(x.valid_until) as valid_until, min(x.of_age) as of_age,
          (array_agg(x.contract_id order by least(x.valid_until, x.of_age), x.contract_id))[1] as contract_id
        from ${ofLook(look, profileEnding)} x group by x.cause_key, x.holder_id, x.group_id) k where (${ends} or ${comesOfAge})`,
    );
  },
  persists: (look) => {
    const days = look.stricter?.includes('profileOpenDays')
      ? look.thresholds.profileOpenDays
      : look.thresholds.profileCloseDays;
    return sql`(select coalesce(k.day <= ${look.today}::date + ${days}::integer and (t.status <> 'done' or k.day = t.due_date), false)
      from (select least(min(x.valid_until), min(x.of_age)) as day from ${ofTask(look)}) k)`;
  },
};

/** Opens where a profile of somebody who holds a running contract was never recorded; one more contract of hers brings back what was done. */
export const profileMissing: TaskRule = {
  taskType: 'profileMissing',
  isOfContracts: true,
  isOfHolders: true,
  causes: (look) =>
    causeSelect(
      {
        ...ofHolder,
        severity: sql.raw('1'),
        bits: sql.raw('k.bits'),
        details: oneOfMany,
      },
      sql`from (select x.cause_key, x.holder_id, x.group_id, count(*)::integer as contracts, (array_agg(x.contract_id order by x.contract_id))[1] as contract_id,
          bit_or(1 << abs(hashtext(x.contract_id::text) % 30)) as bits
        from ${ofLook(look, profileMissing)} x where x.is_missing group by x.cause_key, x.holder_id, x.group_id) k`,
    ),
  persists: (look) => sql`exists (select from ${ofTask(look)} and x.is_missing)`,
};
