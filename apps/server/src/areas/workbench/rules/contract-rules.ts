import { changeablePlanStates } from '@depotwerk/domain/contracts/plan-states';
import { sql } from 'kysely';
import { quotedList } from '../../../platform/database/quoted-list.ts';
import { runsOn } from '../../../platform/depot-content/runs-on.ts';
import { profileEnding, profileMissing } from './profile-rules.ts';
import { causeSelect, type Look, type TaskRule, within } from './task-rule.ts';

/** Columns every task of a contract `c` has. */
const ofContract = {
  customerId: sql.raw('c.customer_id'),
  contractId: sql.raw('c.id'),
  groupId: sql.raw('c.group_id'),
};
const contractKey = sql.raw('c.id::text');

/** Contracts `c` of the look that run. */
const running = (look: Look) =>
  sql`c.tenant_id = app_tenant_id() and ${runsOn(look.today)}
    and ${within(look, 'c.id')}`;

/** The contract of task `t` runs, and more. */
const ofRunningTask = (look: Look, condition: ReturnType<typeof sql>) =>
  sql`exists (select from contracts c where c.tenant_id = t.tenant_id and c.id = t.contract_id and ${runsOn(look.today)} and ${condition})`;

/** Opens at findings that matter; ends when none is open at all. */
const hints: TaskRule = {
  taskType: 'hints',
  isOfContracts: true,
  causes: (look) =>
    causeSelect(
      {
        ...ofContract,
        key: contractKey,
        severity: sql.raw('c.highest_hint_severity'),
        bits: sql.raw('c.hint_mask'),
        details: sql.raw(`jsonb_build_object('count', c.hint_count)`),
      },
      sql`from contracts c where ${running(look)} and c.highest_hint_severity >= ${look.thresholds.hintSeverity}`,
    ),
  persists: (look) =>
    ofRunningTask(
      look,
      look.stricter?.includes('hintSeverity')
        ? sql`c.hint_count > 0 and c.highest_hint_severity >= ${look.thresholds.hintSeverity}`
        : sql`c.hint_count > 0`,
    ),
};

/** Far outside is what a fund or two do not bring back. */
const farPoints = 5;

/** Opens some way outside the band, ends inside it; a risk nobody can compute ends nothing. */
const riskOutOfBand: TaskRule = {
  taskType: 'riskOutOfBand',
  isOfContracts: true,
  causes: (look) =>
    causeSelect(
      {
        ...ofContract,
        key: contractKey,
        severity: sql`case when c.risk_distance * 100 >= ${farPoints} then 2 else 1 end`,
        bits: sql.raw(`case c.risk_band_status when 'below' then 1 else 2 end`),
        details: sql.raw(`jsonb_build_object('status', c.risk_band_status)`),
      },
      sql`from contracts c where ${running(look)} and c.risk_band_status in ('below', 'above')
        and c.risk_distance * 100 >= ${look.thresholds.riskOpenPoints}`,
    ),
  persists: (look) =>
    ofRunningTask(
      look,
      look.stricter?.includes('riskOpenPoints')
        ? sql`c.risk_band_status <> 'in' and (c.risk_band_status not in ('below', 'above')
            or c.risk_distance * 100 >= ${look.thresholds.riskOpenPoints})`
        : sql`c.risk_band_status <> 'in'`,
    ),
};

/** The quarter of a day, as the law reckons where nothing else was agreed (Regulation (EU) 2017/565, Art. 60(3)). */
const quarterOf = (day: ReturnType<typeof sql>) => sql`date_trunc('quarter', ${day}::date::timestamp)::date`;

/** The loss of contract `c` in the quarter that begins on `start`. */
const lossIn = ({ today, thresholds }: Look, start: ReturnType<typeof sql>) =>
  sql`deepest_loss(c.id, ${start} - 1, least((${start} + interval '3 months' - interval '1 day')::date, ${today}::date),
    ${thresholds.lossPercent ?? 0}::numeric / 100)`;

/**
 * Opens when a contract has fallen by the threshold within a quarter, and once more at each multiple of it. That it was reached is
 * a fact that no recovery undoes: it stays until somebody has done it, and comes once a quarter, however the value swings. It ends
 * where payments or values turn out to be others, and when the quarter of what is done is over.
 */
const lossReached: TaskRule = {
  taskType: 'lossReached',
  isOfContracts: true,
  causes: (look) => {
    const quarter = quarterOf(sql`${look.today}`);
    const step = sql`(${look.thresholds.lossPercent ?? 0}::numeric / 100)`;
    return causeSelect(
      {
        ...ofContract,
        key: sql`c.id::text || ' ' || ${quarter}`,
        severity: sql`case when l.loss >= 2 * ${step} then 2 else 1 end`,
        dueDate: sql.raw('l.reached_on'),
        // One bit for each multiple.
        bits: sql`(1 << least(floor(l.loss / ${step})::integer, 30)) - 1`,
        details: sql.raw(`jsonb_build_object('percent', floor(l.loss * 1000) / 10, 'since', l.since)`),
      },
      sql`from contracts c cross join lateral ${lossIn(look, quarter)} l where ${running(look)} and ${step} > 0
        and l.loss >= nullif(${step}, 0)`,
    );
  },
  persists: (look) => {
    const start = sql.raw(`split_part(t.cause_key, ' ', 2)::date`);
    const percent = look.thresholds.lossPercent ?? 0;
    return sql`(${percent}::numeric > 0 and (t.status <> 'done' or ${start} = ${quarterOf(sql`${look.today}`)})
      and ${ofRunningTask(
        look,
        sql`(select coalesce(l.loss >= ${percent}::numeric / 100, true) from ${lossIn(look, start)} l)`,
      )})`;
  },
};

/** What the bank reports differently waits for a decision. */
const pendingChanges: TaskRule = {
  taskType: 'pendingChanges',
  isOfContracts: true,
  causes: (look) =>
    causeSelect(
      { ...ofContract, key: contractKey, severity: sql.raw('1') },
      sql`from contracts c where ${running(look)} and c.has_pending_changes`,
    ),
  persists: (look) => ofRunningTask(look, sql`c.has_pending_changes`),
};

/** A plan somebody asked a second person to agree to, for everybody who may and took no part in it. */
const planApproval: TaskRule = {
  taskType: 'planApproval',
  isOfContracts: true,
  causes: (look) =>
    causeSelect(
      {
        ...ofContract,
        key: sql.raw('p.id::text'),
        severity: sql.raw('1'),
        dueDate: sql.raw(`(p.expires_at at time zone 'Europe/Berlin')::date`),
        notFor: sql.raw(
          'array(select distinct e from unnest(p.editors || p.created_by || a.requested_by) e where e is not null order by e)',
        ),
      },
      sql`from plan_approvals a join planned_optimizations p on p.tenant_id = a.tenant_id and p.id = a.planned_optimization_id
        join contracts c on c.tenant_id = p.tenant_id and c.id = p.contract_id
        where ${running(look)} and a.state = 'waiting' and waits_for_second_person(p.id)`,
    ),
  persists:
    () => sql`exists (select from plan_approvals a join planned_optimizations p on p.tenant_id = a.tenant_id
      and p.id = a.planned_optimization_id where a.tenant_id = t.tenant_id and p.id::text = t.cause_key
      and waits_for_second_person(p.id))`,
};

/** Plans that were begun and neither carried out nor given up; one that waits for somebody is graver than a draft. */
// While a second person has it there is nothing to do for anybody else.
const isOnesOwn = sql.raw(
  `p.state in (${quotedList(changeablePlanStates)}) and not (p.state = 'waitingForApproval' and waits_for_second_person(p.id))`,
);
const planWaiting: TaskRule = {
  taskType: 'planWaiting',
  isOfContracts: true,
  causes: (look) =>
    causeSelect(
      {
        ...ofContract,
        // What the tariff's calendar made is planned anew with every price: it stays one task.
        key: sql.raw('coalesce(k.id, p.id)::text'),
        severity: sql.raw(`case p.state when 'draft' then 0 else 1 end`),
        dueDate: sql.raw(`coalesce(k.due_date, (p.expires_at at time zone 'Europe/Berlin')::date)`),
        details: sql.raw(`jsonb_build_object('state', p.state, 'continuous', k.state,
          'releasedBefore', (k.released_before_at at time zone 'Europe/Berlin')::date)`),
        assignedTo: sql.raw('p.created_by'),
      },
      sql`from planned_optimizations p join contracts c on c.tenant_id = p.tenant_id and c.id = p.contract_id
        left join continuous_plans k on k.tenant_id = p.tenant_id and k.planned_optimization_id = p.id
        where ${running(look)} and ${isOnesOwn}`,
    ),
  persists: () => sql`exists (select from planned_optimizations p
    left join continuous_plans k on k.tenant_id = p.tenant_id and k.planned_optimization_id = p.id
    where p.tenant_id = t.tenant_id and p.contract_id = t.contract_id and coalesce(k.id, p.id)::text = t.cause_key
      and ${isOnesOwn})`,
};

/** An order whose answer was lost, or which the bank carries otherwise than it said. */
const orderUnclear: TaskRule = {
  taskType: 'orderUnclear',
  isOfContracts: true,
  causes: (look) =>
    causeSelect(
      {
        ...ofContract,
        key: sql.raw('o.id::text'),
        severity: sql.raw('2'),
        dueDate: sql.raw(`(o.created_at at time zone 'Europe/Berlin')::date`),
        bits: sql.raw(`(o.state = 'unknown')::integer + 2 * o.differs::integer`),
        assignedTo: sql.raw('o.user_id'),
      },
      sql`from trader_orders o join contracts c on c.tenant_id = o.tenant_id and c.id = o.contract_id
        where ${running(look)} and (o.state = 'unknown' or o.differs)`,
    ),
  persists:
    () => sql`exists (select from trader_orders o where o.tenant_id = t.tenant_id and o.id::text = t.cause_key
    and (o.state = 'unknown' or o.differs))`,
};

/** Days a contract may wait for its signature. */
const signatureDays = 14;
const unsigned = sql.raw(`d.document_type = 'legalContract' and d.state = 'released'
  and not exists (select from documents s where s.tenant_id = d.tenant_id and s.contract_id = d.contract_id
    and s.document_type = 'signedContract' and s.created_at > d.created_at)`);
/** A holder of another group will not sign: her message, which says why, is a task of hers alone. */
const declined = sql.raw(`(d.state = 'released' and exists (select from document_signers s
  join customers u on u.tenant_id = s.tenant_id and u.id = s.customer_id
  join contracts o on o.tenant_id = d.tenant_id and o.id = d.contract_id
  where s.tenant_id = d.tenant_id and s.document_id = d.id and s.declined_at is not null and s.signed_at is null
    and u.group_id is distinct from o.group_id))`);

const documentUnsigned: TaskRule = {
  taskType: 'documentUnsigned',
  isOfContracts: true,
  causes: (look) =>
    causeSelect(
      {
        ...ofContract,
        key: sql.raw('d.id::text'),
        severity: sql`${declined}::integer`,
        dueDate: sql`(d.released_at at time zone 'Europe/Berlin')::date + ${signatureDays}::integer`,
        bits: sql`${declined}::integer`,
        details: sql`case when ${declined} then '{"state": "declined"}'::jsonb else '{}'::jsonb end`,
        assignedTo: sql.raw('d.released_by'),
      },
      sql`from documents d join contracts c on c.tenant_id = d.tenant_id and c.id = d.contract_id
        where ${running(look)} and (${unsigned} or ${declined})`,
    ),
  persists:
    () => sql`exists (select from documents d where d.tenant_id = t.tenant_id and d.id::text = t.cause_key
    and (${unsigned} or ${declined}))`,
};

/** Kinds of tasks that belong to one contract. */
export const contractRules: readonly TaskRule[] = [
  orderUnclear,
  planApproval,
  lossReached,
  riskOutOfBand,
  profileEnding,
  profileMissing,
  hints,
  pendingChanges,
  planWaiting,
  documentUnsigned,
];
