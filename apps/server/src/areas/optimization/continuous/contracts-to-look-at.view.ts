import type { LastLook } from '@depotwerk/domain/continuous-optimization/continuous-plan';
import type { Due, OptimizedContract } from '@depotwerk/domain/continuous-optimization/optimization-days';
import type { PlanningState } from '@depotwerk/domain/contracts/plan-obstacles';
import { openPlanStates } from '@depotwerk/domain/contracts/plan-states';
import type { DbContext, Reader } from '../../../platform/database/database.ts';
import { planningSelection, planningTables, readAsSql } from '../planning-state.view.ts';
import type { PlanAsMade } from './as-planned.view.ts';
import { lookedAtStateSql } from './continuous-plans.view.ts';
import type { DueTariff } from './due-tariffs.view.ts';
import { isLookOpenSql } from './open-looks.view.ts';

/** What of a contract decides whether it is looked at. */
export interface ContractToLookAt extends OptimizedContract, PlanningState {
  readonly id: string;
  readonly groupId: string | null;
  readonly tariffId: string;
  readonly last: StoredLook | null;
  /** What {@link readAsSql} says of it. */
  readonly readAs: string;
}

/** The newest look at a contract with its plan as it was made; whether that still holds is known with what it would be made from now. */
export interface StoredLook
  extends Omit<LastLook, 'isPlanOutdated' | 'isLapsed' | 'isOfFormerVersion'>,
    PlanAsMade {
  /** By a run: no newer day took its place, for it is the newest. */
  readonly isGivenUp: boolean;
  readonly dueCause: Due['cause'];
  /** ISO instant. */
  readonly lookedAt: string;
}

/** Running contracts of the tariffs between two ids, the first included, with their newest look. */
export function readContracts(
  reader: Reader,
  context: DbContext,
  dueTariffs: readonly DueTariff[],
  { fromId, untilId }: { readonly fromId: string; readonly untilId: string | null },
  today: string,
  now: Date,
): Promise<ContractToLookAt[]> {
  const hints = dueTariffs.flatMap(({ id, automaticHints }) =>
    automaticHints.map((hint) => ({ tariff_id: id, hint })),
  );
  return reader.read<ContractToLookAt>(context, {
    sql: `select c.id, c.group_id as "groupId", c.tariff_id as "tariffId", c.start_date as "startDate",
        ${readAsSql} as "readAs", ${planningSelection}, h.day as "hintDay",
        case when r.id is not null then json_build_object('dueDate', r.due_date, 'dueCause', r.due_cause, 'lookedAt', r.looked_at,
          'state', ${lookedAtStateSql}, 'isGivenUp', r.state = 'replaced', 'isExpired', coalesce(p.expires_at <= $6::timestamptz, false),
          'riskClassId', p.risk_class_id,
          'parts', case when ${isLookOpenSql('r.state')} then p.parameters->'parts' end) end as last
      from contracts c
      ${planningTables('$7')}
      left join lateral (select x.* from continuous_plans x where x.tenant_id = c.tenant_id and x.contract_id = c.id
        order by x.due_date desc limit 1) r on true
      left join planned_optimizations p on p.tenant_id = r.tenant_id and p.id = r.planned_optimization_id
      left join lateral (select max((x.created_at at time zone 'Europe/Berlin')::date) as day from contract_hints x
        where x.tenant_id = c.tenant_id and x.contract_id = c.id and x.state in ('open', 'accepted')
          and exists (select from jsonb_to_recordset($5::jsonb) as a (tariff_id uuid, hint integer)
            where a.tariff_id = c.tariff_id and a.hint = x.optimization_hint_id)) h on true
     where c.tenant_id = app_tenant_id() and c.tariff_id = any ($1::uuid[]) and c.deleted_at is null
       and (c.end_date is null or c.end_date > $2::date) and c.id >= $3::uuid and ($4::uuid is null or c.id < $4::uuid)
     order by c.id`,
    parameters: [
      dueTariffs.map(({ id }) => id),
      today,
      fromId,
      untilId,
      JSON.stringify(hints),
      now.toISOString(),
      [...openPlanStates],
    ],
  });
}
