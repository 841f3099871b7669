import type { savingsPlan } from '@depotwerk/api/contracts/contract-detail';
import type * as z from 'zod/mini';
import { planInForce } from '../../platform/depot-content/plan-days.ts';
import { toPercentPoints } from './contract-item.ts';

export type SavingsPlan = z.output<typeof savingsPlan>;

/** A savings plan `s` with its entries as JSON. */
export const savingsPlanSelection = `s.id, s.contract_id, s.valid_from, s.valid_to, s.contribution, s.contribution_interval,
  s.dynamic_percent,
  coalesce((select json_agg(json_build_object('id', e.id, 'fundId', e.fund_id, 'isin', f.isin, 'fundName', f.name,
      'categoryName', fc.category_name, 'categoryColor', fc.category_color, 'fraction', e.fraction, 'amount', e.amount)
      order by e.fraction desc, e.sort_order, e.id)
     from savings_plan_entries e
     join funds f on f.tenant_id = e.tenant_id and f.id = e.fund_id
     left join peergroups pg on pg.tenant_id = f.tenant_id and pg.id = f.peergroup_id
     left join fund_categories fc on fc.tenant_id = f.tenant_id and fc.id = coalesce(f.category_id, pg.category_id)
    where e.tenant_id = s.tenant_id and e.savings_plan_id = s.id), '[]') as entries`;

/** Joins to contracts `c` what the plan in force on a day, given by its placeholder, pays, as `plan`. */
export const paidOn = (day: string) => `left join lateral (${planInForce('c', day)}) plan on true`;

/** The plans of a contract that are in force on a day, given by its placeholder, or later on; `DatedPlan` of the domain. */
export const plansAheadJson = (
  contract: string,
  day: string,
) => `coalesce((select json_agg(json_build_object('validFrom', s.valid_from,
    'validTo', s.valid_to, 'contribution', s.contribution, 'contributionInterval', s.contribution_interval,
    'dynamicPercent', s.dynamic_percent)) from savings_plans s
   where s.tenant_id = ${contract}.tenant_id and s.contract_id = ${contract}.id
     and (s.valid_to is null or s.valid_to >= ${day}::date)), '[]')`;

export interface SavingsPlanRow {
  id: string;
  contract_id: string;
  valid_from: string;
  valid_to: string | null;
  contribution: number;
  contribution_interval: 1 | 4 | 6 | 12;
  dynamic_percent: number;
  entries: SavingsPlan['savingsPlanEntries'];
}

export function toSavingsPlan(row: SavingsPlanRow): SavingsPlan {
  return {
    id: row.id,
    contractId: row.contract_id,
    validFrom: row.valid_from,
    validTo: row.valid_to,
    contribution: row.contribution,
    contributionInterval: row.contribution_interval,
    dynamicPercent: toPercentPoints(row.dynamic_percent),
    savingsPlanEntries: row.entries,
  };
}
