import { sql } from 'kysely';
import { clientRegistered, invitationSubmitted } from './registered-rule.ts';
import { causeSelect, type TaskRule } from './task-rule.ts';
import { vanishedFunds } from './vanished-funds-rule.ts';

/** Days within which a visitor or a customer can expect an answer. */
const answerDays = 2;

/** Days after which what went wrong in the background, or was withdrawn, is history. */
const rememberedDays = 30;

/** Begun on an earlier day and not completed; whoever began it has it. */
const consultationOpen: TaskRule = {
  taskType: 'consultationOpen',
  isOfContracts: false,
  causes: ({ today, thresholds }) =>
    causeSelect(
      {
        key: sql.raw('k.id::text'),
        severity: sql.raw('0'),
        dueDate: sql`(k.started_at at time zone 'Europe/Berlin')::date + ${thresholds.consultationDays}::integer`,
        customerId: sql.raw('u.id'),
        groupId: sql.raw('u.group_id'),
        assignedTo: sql.raw('k.created_by'),
      },
      sql`from consultations k join customers u on u.tenant_id = k.tenant_id and u.id = k.customer_id
        where k.tenant_id = app_tenant_id() and k.state = 'draft' and u.deleted_at is null
          and (k.started_at at time zone 'Europe/Berlin')::date < ${today}::date`,
    ),
  persists:
    () => sql`exists (select from consultations k join customers u on u.tenant_id = k.tenant_id and u.id = k.customer_id
    where k.tenant_id = t.tenant_id and k.id::text = t.cause_key and k.state = 'draft' and u.deleted_at is null)`,
};

/**
 * A follow-up whose day has come, with whoever has it; of what somebody noted for herself with her alone. Its day, who has it
 * and whether it is done are the note's own (triggers keep both the same), so it stays a while when it is done.
 */
const liveNotes = sql`from notes n join customers u on u.tenant_id = n.tenant_id and u.id = n.customer_id
  left join contracts c on c.tenant_id = n.tenant_id and c.id = n.contract_id
  where n.tenant_id = app_tenant_id() and n.deleted_at is null and u.deleted_at is null
    and (n.contract_id is null or c.deleted_at is null)`;
const followUp: TaskRule = {
  taskType: 'followUp',
  isOfContracts: false,
  causes: ({ today }) =>
    causeSelect(
      {
        key: sql.raw('n.id::text'),
        severity: sql.raw('1'),
        dueDate: sql.raw('n.follow_up_day'),
        customerId: sql.raw('u.id'),
        contractId: sql.raw('n.contract_id'),
        groupId: sql.raw('u.group_id'),
        userId: sql.raw(`case n.visibility when 'own' then n.created_by end`),
        assignedTo: sql.raw('n.follow_up_user_id'),
      },
      sql`${liveNotes} and n.follow_up_day <= ${today}::date and n.follow_up_done_at is null`,
    ),
  persists: ({ today }) => sql`exists (select ${liveNotes} and n.id::text = t.cause_key
    and n.follow_up_day <= ${today}::date
    and (n.visibility = 'own') = (t.user_id is not null)
    and (n.follow_up_done_at is null or n.follow_up_done_at > now() - ${rememberedDays} * interval '1 day'))`,
};

/** The newest message of the thread is the customer's: one more brings back what was marked as done. */
const unanswered = sql`from messages m join customers u on u.tenant_id = m.tenant_id and u.id = m.customer_id
  where m.tenant_id = app_tenant_id() and u.deleted_at is null and m.is_from_customer
    and not exists (select from messages n where n.tenant_id = m.tenant_id and n.customer_id = m.customer_id
      and n.entry_number > m.entry_number)`;
const messageWaiting: TaskRule = {
  taskType: 'messageWaiting',
  isOfContracts: false,
  causes: () =>
    causeSelect(
      {
        key: sql.raw('u.id::text'),
        severity: sql.raw('1'),
        dueDate: sql`(m.sent_at at time zone 'Europe/Berlin')::date + ${answerDays}::integer`,
        bits: sql.raw('(1 << (m.entry_number % 30)::integer)'),
        customerId: sql.raw('u.id'),
        groupId: sql.raw('u.group_id'),
      },
      unanswered,
    ),
  persists: () => sql`exists (select ${unanswered} and u.id::text = t.cause_key)`,
};

/** Answers of a customer that an adviser looks at with her; newer ones bring back what was marked as done. */
const ownAnswers = sql`from own_answers a join customers u on u.tenant_id = a.tenant_id and u.id = a.customer_id
  join questionnaires q on q.tenant_id = a.tenant_id and q.id = a.questionnaire_id
  where a.tenant_id = app_tenant_id() and a.state = 'waiting' and u.deleted_at is null`;
const answersWaiting: TaskRule = {
  taskType: 'answersWaiting',
  isOfContracts: false,
  causes: () =>
    causeSelect(
      {
        key: sql.raw(`u.id || ' ' || q.questionnaire_key`),
        severity: sql.raw('1'),
        dueDate: sql`(a.submitted_at at time zone 'Europe/Berlin')::date + ${answerDays}::integer`,
        bits: sql.raw('(1 << (extract(epoch from a.submitted_at)::bigint % 30)::integer)'),
        customerId: sql.raw('u.id'),
        groupId: sql.raw('u.group_id'),
      },
      ownAnswers,
    ),
  persists: () => sql`exists (select ${ownAnswers} and u.id || ' ' || q.questionnaire_key = t.cause_key)`,
};

/** The last decision of a kind is the customer's own withdrawal: whoever writes or calls has to know. One given anew ends it; what was decided on a later day is the last word. */
const ownWithdrawals = sql`from customer_consents w join customers u on u.tenant_id = w.tenant_id and u.id = w.customer_id
  join users p on p.tenant_id = w.tenant_id and p.id = w.recorded_by and p.customer_id = w.customer_id
  where w.tenant_id = app_tenant_id() and w.decision = 'withdrawn' and u.deleted_at is null
    and w.recorded_at > now() - ${rememberedDays} * interval '1 day'
    and not exists (select from customer_consents n where n.tenant_id = w.tenant_id and n.customer_id = w.customer_id
      and n.consent_kind = w.consent_kind and (n.decided_on, n.entry_number) > (w.decided_on, w.entry_number))`;
const consentWithdrawn: TaskRule = {
  taskType: 'consentWithdrawn',
  isOfContracts: false,
  causes: () =>
    causeSelect(
      {
        key: sql.raw(`u.id || ' ' || w.consent_kind`),
        severity: sql.raw('1'),
        dueDate: sql`(w.recorded_at at time zone 'Europe/Berlin')::date + ${answerDays}::integer`,
        bits: sql.raw('(1 << (w.entry_number % 30)::integer)'),
        details: sql.raw(`jsonb_build_object('kind', w.consent_kind)`),
        customerId: sql.raw('u.id'),
        groupId: sql.raw('u.group_id'),
      },
      ownWithdrawals,
    ),
  persists: () => sql`exists (select ${ownWithdrawals} and u.id || ' ' || w.consent_kind = t.cause_key)`,
};

/** A depot the bank reports and nobody has linked or left out. */
const newDepot: TaskRule = {
  taskType: 'newDepot',
  isOfContracts: false,
  causes: () =>
    causeSelect(
      {
        key: sql.raw('d.id::text'),
        severity: sql.raw('0'),
        details: sql.raw(`jsonb_build_object('bank', i.issuer_name, 'number', d.external_key)`),
        customerId: sql.raw('u.id'),
        groupId: sql.raw('u.group_id'),
      },
      sql`from trader_depots d join issuers i on i.tenant_id = d.tenant_id and i.id = d.issuer_id
        left join customers u on u.tenant_id = d.tenant_id and u.id = depot_owner_id(d)
        where d.tenant_id = app_tenant_id() and d.state = 'new'`,
    ),
  persists:
    () => sql`exists (select from trader_depots d where d.tenant_id = t.tenant_id and d.id::text = t.cause_key
    and d.state = 'new')`,
};

/** How the last refresh of each bank ended for each person. */
const lastRefresh = sql`(select distinct on (j.created_by, l.lane) j.created_by as user_id, l.lane, l.lane_name, l.error_code,
    j.finished_at
  from jobs j join job_lanes l on l.tenant_id = j.tenant_id and l.job_id = j.id
  where j.tenant_id = app_tenant_id() and j.job_type = 'remoteRefresh' and j.state in ('done', 'dead')
    and j.created_by is not null and j.created_at > now() - ${rememberedDays} * interval '1 day'
  order by j.created_by, l.lane, j.created_at desc, j.id)`;

/** What only the person herself can put right: her password at the bank. */
const passwordFaults = sql.raw(
  `('traderAuth.passwordMissing', 'traderAuth.wrongPassword', 'traderAuth.mustUpdatePassword', 'traderAuth.locked')`,
);

/** Banks at which the person's password is missing, wrong or run out; a new valid one ends it. */
const missingPasswords = sql`(
  select cr.user_id, cr.issuer_id::text as lane, i.issuer_name as lane_name from trader_credentials cr
    join issuers i on i.tenant_id = cr.tenant_id and i.id = cr.issuer_id
   where cr.tenant_id = app_tenant_id() and cr.status in ('mustUpdatePassword', 'locked')
  union
  select r.user_id, r.lane, r.lane_name from ${lastRefresh} r
   where r.error_code in ${passwordFaults} and not exists (select from trader_credentials cr
     where cr.tenant_id = app_tenant_id() and cr.user_id = r.user_id and cr.issuer_id::text = r.lane
       and cr.status = 'valid' and cr.updated_at > r.finished_at))`;

const ofBank = {
  key: sql.raw(`r.user_id || ' ' || r.lane`),
  details: sql.raw(`jsonb_build_object('bank', r.lane_name)`),
  userId: sql.raw('r.user_id'),
  assignedTo: sql.raw('r.user_id'),
};
const isOfTask = sql.raw(`r.user_id || ' ' || r.lane = t.cause_key`);

const bankPassword: TaskRule = {
  taskType: 'bankPassword',
  isOfContracts: false,
  causes: () =>
    causeSelect(
      { ...ofBank, severity: sql.raw('1') },
      sql`from (select user_id, lane, min(lane_name) as lane_name from ${missingPasswords} m group by user_id, lane) r`,
    ),
  persists: () => sql`exists (select from ${missingPasswords} r where ${isOfTask})`,
};

/** Ends with the next refresh that goes through, and with nothing else. */
const refreshFailed: TaskRule = {
  taskType: 'refreshFailed',
  isOfContracts: false,
  causes: () =>
    causeSelect(
      { ...ofBank, severity: sql.raw('1') },
      sql`from ${lastRefresh} r where r.error_code is not null and r.error_code not in ${passwordFaults}`,
    ),
  persists: () =>
    sql`exists (select from ${lastRefresh} r where ${isOfTask} and r.error_code is not null
      and r.error_code not in ${passwordFaults})`,
};

/** A file of the book of business that failed or left rows behind, for whoever brought it. */
const importFaults = sql.raw(
  `(b.state = 'failed' or b.state = 'done' and b.refused_count > 0) and b.created_by is not null`,
);
const importProblem: TaskRule = {
  taskType: 'importProblem',
  isOfContracts: false,
  causes: () =>
    causeSelect(
      {
        key: sql.raw('b.id::text'),
        severity: sql.raw(`case b.state when 'failed' then 1 else 0 end`),
        details: sql.raw(`jsonb_build_object('refused', b.refused_count, 'state', b.state)`),
        userId: sql.raw('b.created_by'),
        assignedTo: sql.raw('b.created_by'),
      },
      sql`from book_imports b where b.tenant_id = app_tenant_id() and ${importFaults}
        and b.created_at > now() - ${rememberedDays} * interval '1 day'`,
    ),
  persists:
    () => sql`exists (select from book_imports b where b.tenant_id = t.tenant_id and b.id::text = t.cause_key
    and ${importFaults} and b.created_at > now() - ${rememberedDays} * interval '1 day')`,
};

/** A submitted version, for everybody who may approve and did not work on it. */
const approval: TaskRule = {
  taskType: 'approval',
  isOfContracts: false,
  causes: () =>
    causeSelect(
      {
        key: sql.raw('v.id::text'),
        severity: sql.raw('1'),
        dueDate: sql.raw('v.valid_from'),
        details: sql.raw(`jsonb_build_object('name', f.name, 'version', v.version_number)`),
        isHouse: true,
        notFor: sql.raw(
          'array(select distinct e from unnest(v.editors || v.submitted_by) e where e is not null order by e)',
        ),
      },
      sql`from tariff_versions v join tariffs f on f.tenant_id = v.tenant_id and f.id = v.tariff_id
        where v.tenant_id = app_tenant_id() and v.state = 'submitted'`,
    ),
  persists:
    () => sql`exists (select from tariff_versions v where v.tenant_id = t.tenant_id and v.id::text = t.cause_key
    and v.state = 'submitted')`,
};

/** Background work that was given up and nobody has started again. */
const jobFailed: TaskRule = {
  taskType: 'jobFailed',
  isOfContracts: false,
  causes: () =>
    causeSelect(
      {
        key: sql.raw('j.id::text'),
        severity: sql.raw('1'),
        details: sql.raw(`jsonb_build_object('jobType', j.job_type)`),
        isHouse: true,
      },
      sql`from jobs j where j.tenant_id = app_tenant_id() and j.state = 'dead' and j.job_type <> 'remoteRefresh'
        and j.created_at > now() - ${rememberedDays} * interval '1 day'`,
    ),
  persists: () => sql`exists (select from jobs j where j.tenant_id = t.tenant_id and j.id::text = t.cause_key
    and j.state = 'dead' and j.created_at > now() - ${rememberedDays} * interval '1 day')`,
};

/** A visitor who asked to be contacted; ends when his analysis is erased. */
const isAsking = sql.raw(`a.state = 'submitted' and a.preregistration_id is null and a.expires_at > now()`);
const analysisRequest: TaskRule = {
  taskType: 'analysisRequest',
  isOfContracts: false,
  causes: () =>
    causeSelect(
      {
        key: sql.raw('a.id::text'),
        severity: sql.raw('1'),
        dueDate: sql`(a.submitted_at at time zone 'Europe/Berlin')::date + ${answerDays}::integer`,
        isHouse: true,
      },
      sql`from depot_analyses a where a.tenant_id = app_tenant_id() and ${isAsking}`,
    ),
  persists:
    () => sql`exists (select from depot_analyses a where a.tenant_id = t.tenant_id and a.id::text = t.cause_key
    and ${isAsking})`,
};

/** Somebody who registered and waits for an adviser; ends with the decision. */
const isWaiting = sql.raw(`g.state = 'waiting' and g.expires_at > now()`);
const registrationWaiting: TaskRule = {
  taskType: 'registrationWaiting',
  isOfContracts: false,
  causes: () =>
    causeSelect(
      {
        key: sql.raw('g.id::text'),
        severity: sql.raw('1'),
        dueDate: sql`(g.confirmed_at at time zone 'Europe/Berlin')::date + ${answerDays}::integer`,
        isHouse: true,
      },
      sql`from registrations g where g.tenant_id = app_tenant_id() and ${isWaiting}`,
    ),
  persists:
    () => sql`exists (select from registrations g where g.tenant_id = t.tenant_id and g.id::text = t.cause_key
    and ${isWaiting})`,
};

/** Kinds of tasks of customers, people and the house: few, looked at as a whole. */
export const houseRules: readonly TaskRule[] = [
  followUp,
  messageWaiting,
  answersWaiting,
  consentWithdrawn,
  consultationOpen,
  analysisRequest,
  registrationWaiting,
  clientRegistered,
  invitationSubmitted,
  newDepot,
  bankPassword,
  refreshFailed,
  importProblem,
  vanishedFunds,
  approval,
  jobFailed,
];
