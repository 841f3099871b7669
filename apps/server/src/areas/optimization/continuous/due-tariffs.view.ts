import type { OptimizationCalendar } from '@depotwerk/domain/continuous-optimization/optimization-days';
import { hintAnswer } from '@depotwerk/domain/tariff/hint-choices';
import type { DbContext, Reader } from '../../../platform/database/database.ts';

/** A tariff whose contracts are planned by themselves: by its calendar, by hints, or both. */
export interface DueTariff extends OptimizationCalendar {
  readonly id: string;
  /** When its version came into force; ISO instant. */
  readonly publishedAt: string | null;
  /** Hints it answers with "Ja, automatisch einplanen". */
  readonly automaticHints: readonly number[];
}

/** Tariffs in force, in their published version, whose contracts can become due. */
export function readDueTariffs(reader: Reader, context: DbContext): Promise<DueTariff[]> {
  return reader.read<DueTariff>(context, {
    sql: `select t.id, case when t.continuous_optimization then t.optimization_interval end as interval,
        case when t.continuous_optimization then t.optimization_start end as start,
        t.continuous_optimization and t.make_portfolio_adjustments_now as "adjustsNow",
        (v.published_at at time zone 'Europe/Berlin')::date as "inForceSince",
        v.published_at as "publishedAt", coalesce(a.hints, '{}') as "automaticHints"
      from tariffs t
      join tariff_versions v on v.tenant_id = t.tenant_id and v.tariff_id = t.id and v.version_number = t.published_version_number
      left join lateral (select array_agg(x.optimization_hint_id order by x.optimization_hint_id) as hints
        from tariff_hint_answers x where x.tenant_id = t.tenant_id and x.tariff_id = t.id and x.answer_id = $1) a on true
     where t.tenant_id = app_tenant_id() and not t.is_inactive and (t.continuous_optimization or a.hints is not null)
     order by t.id`,
    parameters: [hintAnswer.automatic],
  });
}
