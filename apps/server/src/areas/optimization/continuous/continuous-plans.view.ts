import type { CallAnswer } from '@depotwerk/api/call';
import type {
  ContinuousPlan,
  getContractSchedule,
} from '@depotwerk/api/optimization/continuous-optimization';
import {
  type ContinuousPlanState,
  isPlanOpen,
  openLookStates,
} from '@depotwerk/domain/continuous-optimization/continuous-plan';
import { nextOptimizationDay } from '@depotwerk/domain/continuous-optimization/optimization-days';
import { personNameOf } from '../../../platform/customers/person-name.ts';
import { distinctName } from '../../../platform/database/distinct-name.ts';
import { instantText } from '../../../platform/database/instant-text.ts';
import { Parameters } from '../../../platform/database/parameters.ts';
import { quotedList } from '../../../platform/database/quoted-list.ts';
import { notFound } from '../../../platform/http/app-error.ts';
import { boundedCount } from '../../../platform/lists/total-count.ts';
import { type Scope, visibilityOf } from '../../../platform/scope.ts';
import type { Services } from '../../../platform/services.ts';
import { carriedOutSql, searchConditions, visibilityConditions } from '../../contracts/public.ts';
import { approvalLimitSql } from '../approvals/approval-columns.ts';
import type { TariffData } from '../tariff-data.ts';
import { warningsSql } from '../warnings-of-plan.view.ts';
import { readOutdated } from './as-planned.view.ts';
import { readDueTariffs } from './due-tariffs.view.ts';
import { isLookOpenSql } from './open-looks.view.ts';

const stateWith = (
  ordered: 'released' | 'executed',
) => `case when not ${isLookOpenSql('r.state')} then r.state
    when p.state in ${carriedOutSql} then 'executed' when p.state = 'submitted' then '${ordered}'
    when p.state is null or p.state in ('expired', 'rejected') then 'replaced'
    else r.state end`;

/**
 * The state as it is told, of a look `r` and its plan `p`: what became of a plan that waited stands with the plan. One that is
 * gone was given up for another. While the bank has its orders it is released: whether they are carried out is not known yet.
 */
export const stateSql = stateWith('released');

/** The same for the runs, which leave alone what the bank has. */
export const lookedAtStateSql = stateWith('executed');

const selection = `r.id, r.row_version as "rowVersion", c.id as "contractId", c.external_key as "contractNumber",
  u.id as "customerId", ${personNameOf('u')} as "customerName", t.name as "tariffName",
  r.due_date as "dueDate", r.due_cause as "dueCause", ${stateSql} as state,
  (${isLookOpenSql('r.state')} and coalesce(p.state = 'partlyConfirmed', false)) as "isPartlyExecuted", r.skip_reason as "skipReason",
  case when ${stateSql} = 'released' and p.state <> 'submitted' and (r.summary ->> 'turnover')::numeric >= ${approvalLimitSql}
    then nullif(coalesce(a.state, 'missing'), 'approved') end as "secondPerson",
  case when ${isLookOpenSql('r.state')} then case when p.state = 'rejected' then 'bank'
    when p.state is null or p.state = 'expired' then 'contract' end end as "voidBy", r.summary,
  case when p.id is not null then not exists (select from jsonb_array_elements(p.checks) k
    where k->>'result' = 'blocked') end as "isSuitable", ${warningsSql('p')} as warnings,
  c.is_linked as "isLinked", r.looked_at as "lookedAt", ${distinctName('d')} as "decidedBy", r.decided_at as "decidedAt",
  r.decision_note as "decisionNote",
  case when r.released_before_at is not null and r.state <> 'released'
    then json_build_object('by', ${distinctName('b')}, 'at', ${instantText('r.released_before_at')}) end as "releasedBefore"`;
const ofContracts = `continuous_plans r
  join contracts c on c.tenant_id = r.tenant_id and c.id = r.contract_id`;
/** All that decides which looks are shown. The limit keeps plans from being read all at once: one is looked up for each look. */
const counted = `${ofContracts}
  left join lateral (select o.state from planned_optimizations o
    where o.tenant_id = r.tenant_id and o.id = r.planned_optimization_id limit 1) p on true`;
const order = 'r.due_date desc, c.external_key, r.id';
const tables = `${ofContracts}
  left join planned_optimizations p on p.tenant_id = r.tenant_id and p.id = r.planned_optimization_id
  left join plan_approvals a on a.tenant_id = p.tenant_id and a.planned_optimization_id = p.id
  join customers u on u.tenant_id = c.tenant_id and u.id = c.customer_id
  join tariffs t on t.tenant_id = c.tenant_id and t.id = c.tariff_id
  left join users d on d.tenant_id = r.tenant_id and d.id = r.decided_by
  left join users b on b.tenant_id = r.tenant_id and b.id = r.released_before_by`;

interface Filter {
  readonly state?: ContinuousPlanState | undefined;
  readonly search?: string | undefined;
}

/**
 * States stored for a state as it is told: only those are read. What waited or was released takes the state of its plan.
 */
const storedStates: Readonly<Record<ContinuousPlanState, readonly string[]>> = {
  waiting: ['waiting'],
  released: openLookStates,
  executed: openLookStates,
  replaced: [...openLookStates, 'replaced'],
  nothingToDo: ['nothingToDo'],
  refused: ['refused'],
  skipped: ['skipped'],
};

/** A page of looks at contracts the caller sees, newest day first, and how many there are (counted as `boundedCount` does). `today` is the caller's day. */
export async function listPlans(
  services: Services,
  tariffs: TariffData,
  scope: Scope,
  { state, search }: Filter,
  page: { readonly size: number; readonly offset: number },
  today: string,
): Promise<{ rows: ContinuousPlan[]; total: number }> {
  const query = (toSql: (where: string, parameters: Parameters) => string) => {
    const parameters = new Parameters();
    const visibility = visibilityOf(scope, 'groupContracts.view');
    const conditions = visibilityConditions(visibility, parameters);
    if (state !== undefined) {
      const stored = storedStates[state];
      conditions.push(
        // One state is the head of an index; said as a list it would not be.
        `r.state ${stored.length === 1 ? '=' : 'in'} (${quotedList(stored)})`,
        `${stateSql} = ${parameters.add(state)}`,
      );
    }
    conditions.push(...searchConditions(search, visibility, parameters));
    return { sql: toSql(conditions.join(' and '), parameters), parameters: parameters.values };
  };
  const [rows, counts] = await services.database.readMany<[ContinuousPlan, { count: number }]>(scope, [
    query(
      // The page is cut from what decides; everything else of a row is fetched for it only.
      (
        where,
        parameters,
      ) => `select ${selection} from ${tables} where r.id in (select r.id from ${counted} where ${where}
          order by ${order} limit ${parameters.add(page.size)}::int offset ${parameters.add(page.offset)}::int)
        order by ${order}`,
    ),
    query((where) => boundedCount(counted, where)),
  ]);
  return { rows: await withOutdated(services, tariffs, scope, rows, today), total: counts[0]?.count ?? 0 };
}

/** Looks with what keeps their open plans from being carried out as planned. */
async function withOutdated(
  { database, clock }: Services,
  tariffs: TariffData,
  scope: Scope,
  rows: readonly ContinuousPlan[],
  today: string,
): Promise<ContinuousPlan[]> {
  const ids = rows.filter(isPlanOpen).map(({ id }) => id);
  const outdated = await readOutdated(database, tariffs, scope, ids, new Date(clock()).toISOString(), today);
  return rows.map((row) =>
    isPlanOpen(row) ? { ...row, outdatedReasons: [...(outdated.get(row.id)?.reasons ?? [])] } : row,
  );
}

/**
 * When a contract is optimised by its tariff, and what came of the last time. `today` is the caller's day.
 * @throws 404 for a contract the caller does not see
 */
export async function readSchedule(
  services: Services,
  tariffs: TariffData,
  scope: Scope,
  contractId: string,
  today: string,
): Promise<CallAnswer<typeof getContractSchedule>> {
  const own = (columns: string, from: string, tail: string) => {
    const parameters = new Parameters();
    const conditions = visibilityConditions(visibilityOf(scope, 'groupContracts.view'), parameters);
    conditions.push(`c.id = ${parameters.add(contractId)}`);
    return {
      sql: `select ${columns} from ${from} where ${conditions.join(' and ')} ${tail}`,
      parameters: parameters.values,
    };
  };
  const { database } = services;
  const [contracts, plans] = await database.readMany<
    [{ tariffId: string; startDate: string; endDate: string | null }, ContinuousPlan]
  >(scope, [
    own('c.tariff_id as "tariffId", c.start_date as "startDate", c.end_date as "endDate"', 'contracts c', ''),
    own(selection, tables, 'order by r.due_date desc limit 1'),
  ]);
  const [contract] = contracts;
  if (!contract) throw notFound();
  const dueTariffs = await readDueTariffs(database, scope);
  const tariff = dueTariffs.find(({ id }) => id === contract.tariffId);
  const next = tariff ? nextOptimizationDay(tariff, contract.startDate, today) : null;
  return {
    interval: tariff?.interval ?? null,
    nextDay: next !== null && (contract.endDate === null || next < contract.endDate) ? next : null,
    plansHints: (tariff?.automaticHints.length ?? 0) > 0,
    last: (await withOutdated(services, tariffs, scope, plans, today))[0] ?? null,
  };
}
