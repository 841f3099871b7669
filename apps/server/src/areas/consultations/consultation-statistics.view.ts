import type { AdviserStatistics } from '@depotwerk/api/consultations/consultation-statistics';
import { locale } from '@depotwerk/domain/locale';
import { distinctName } from '../../platform/database/distinct-name.ts';
import { Parameters } from '../../platform/database/parameters.ts';
import { hideFromOwnSide, type Scope, visibilityOf } from '../../platform/scope.ts';
import type { ReadServices } from '../../platform/services.ts';
import { carriedOutSql, executedPartSql, plannedAmountsSql } from '../contracts/public.ts';
import { customerVisibility } from '../customers/public.ts';

/** What advisers did in a calendar year with the customers the caller sees, by name. */
export async function readStatistics(
  { database }: ReadServices,
  scope: Scope,
  year: number,
): Promise<AdviserStatistics[]> {
  hideFromOwnSide(scope);
  return database.read<AdviserStatistics>(scope, statisticsQuery(scope, year));
}

function statisticsQuery(scope: Scope, year: number) {
  const parameters = new Parameters();
  const visible = () =>
    ['true', ...customerVisibility(visibilityOf(scope, 'groupCustomers.view'), parameters)].join(' and ');
  const first = parameters.add(`${year}-01-01`);
  const last = parameters.add(`${year}-12-31`);
  const within = (instant: string) =>
    `(${instant} at time zone '${locale.timeZone}')::date between ${first}::date and ${last}::date`;
  return {
    sql: `with advised as (
        select k.created_by as user_id,
          count(*) filter (where k.state = 'completed') as completed,
          count(*) filter (where k.state = 'completed' and k.consultation_kind = 'initial') as initial,
          count(*) filter (where k.state = 'completed' and k.consultation_kind = 'periodicReview') as periodic_review,
          count(*) filter (where k.state = 'completed' and k.consultation_kind = 'event') as event,
          count(*) filter (where k.state = 'completed' and k.consultation_kind = 'other') as other,
          count(*) filter (where k.state = 'completed' and k.initiative = 'customer') as by_customer,
          count(*) filter (where k.state = 'completed' and jsonb_array_length(k.recommendations) > 0) as recommended,
          count(*) filter (where k.state = 'completed' and exists (select from documents d
            where d.tenant_id = k.tenant_id and d.consultation_id = k.id and d.document_type = 'suitabilityStatement')) as with_statement,
          count(*) filter (where k.state = 'notPursued') as not_pursued
          from consultations k join customers u on u.tenant_id = k.tenant_id and u.id = k.customer_id
         where ${visible()} and k.addendum_to_id is null
           and (k.state = 'completed' and ${within('k.completed_at')} or k.state = 'notPursued' and ${within('coalesce(k.not_pursued_at, k.updated_at)')})
         group by k.created_by),
      done as (
        -- What the tariff's calendar proposed is hers who released it, else hers who ordered it.
        select coalesce(x.created_by,
            (select k.decided_by from continuous_plans k where k.tenant_id = x.tenant_id and k.planned_optimization_id = x.id
              order by k.decided_at desc nulls last limit 1),
            (select o.user_id from trader_orders o where o.tenant_id = x.tenant_id and o.planned_optimization_id = x.id
              and o.state in ${carriedOutSql} limit 1)) as user_id, x.id, x.state = 'partlyConfirmed' as is_partly,
          -- What was named holds for the funds held after the whole proposal.
          case when x.state = 'confirmed' then (x.costs ->> 'thirdParty')::numeric end as third_party,
          case when x.state = 'confirmed' then coalesce(d.bought, p.bought) else d.bought end as bought
          from planned_optimizations x
          join contracts c on c.tenant_id = x.tenant_id and c.id = x.contract_id
          join customers u on u.tenant_id = c.tenant_id and u.id = c.customer_id
          cross join lateral ${plannedAmountsSql('x')} p
          left join lateral ${executedPartSql('x')} d on true
         where ${visible()} and x.state in ${carriedOutSql}
           and ${within(`(select max(o.settled_at) from trader_orders o where o.tenant_id = x.tenant_id and o.planned_optimization_id = x.id)`)}),
      carried as (
        select user_id, count(*) as plans, count(*) filter (where is_partly) as partly, sum(bought) as bought, sum(third_party) as third_party,
          count(*) filter (where third_party is null) as unknown, count(*) filter (where bought is null) as bought_unknown from done group by user_id)
      select coalesce(p.user_id::text, 'none') as id, ${distinctName('w')} as "adviserName",
        coalesce(a.completed, 0)::int as completed, coalesce(a.initial, 0)::int as initial,
        coalesce(a.periodic_review, 0)::int as "periodicReview", coalesce(a.event, 0)::int as event,
        coalesce(a.other, 0)::int as other, coalesce(a.by_customer, 0)::int as "byCustomer",
        coalesce(a.recommended, 0)::int as recommended, coalesce(a.with_statement, 0)::int as "withStatement",
        coalesce(a.not_pursued, 0)::int as "notPursued", coalesce(r.plans, 0)::int as "plansCarriedOut",
        coalesce(r.partly, 0)::int as "plansPartlyCarriedOut",
        round(coalesce(r.bought, 0), 2)::float8 as "boughtAmount", coalesce(r.bought_unknown, 0)::int as "boughtUnknown", round(r.third_party, 2)::float8 as inducements,
        coalesce(r.unknown, 0)::int as "inducementsUnknown"
        from (select user_id from advised union select user_id from carried) p
        left join advised a on a.user_id = p.user_id
        left join carried r on r.user_id is not distinct from p.user_id
        left join users w on w.tenant_id = app_tenant_id() and w.id = p.user_id
       order by fold_text(w.full_name) nulls last, p.user_id`,
    parameters: parameters.values,
  };
}
