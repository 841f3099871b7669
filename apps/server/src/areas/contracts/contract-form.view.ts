import type { CallAnswer } from '@depotwerk/api/call';
import type { contractForm, getContractChoices } from '@depotwerk/api/contracts/contract-form';
import { contractFields } from '@depotwerk/domain/contracts/contract-fields';
import { draftOf, type StoredFields } from '@depotwerk/domain/master-data/field-table';
import type * as z from 'zod/mini';
import { formPlan } from '../../platform/depot-content/plan-days.ts';
import { fieldSelection } from '../../platform/field-selection.ts';
import { readOne } from '../../platform/read-one.ts';
import type { Scope } from '../../platform/scope.ts';
import type { ReadServices } from '../../platform/services.ts';
import { ofContract } from './visible-contract.view.ts';

export type ContractForm = z.output<typeof contractForm>;

const fields = fieldSelection(contractFields, 'c');
type ContractRow = Omit<ContractForm, (typeof contractFields)[number]['key']> &
  StoredFields<typeof contractFields>;

/** A contract with its current holdings and the plan in force today, else the next one, as the form holds them. @throws 404 */
export async function readContractForm(
  services: ReadServices,
  scope: Scope,
  contractId: string,
  today: string,
): Promise<ContractForm> {
  const row = await readOne<ContractRow>(
    services.database,
    scope,
    ofContract<ContractRow>(scope, contractId, (parameters) => ({
      selection: `c.id, c.customer_id as "customerId", c.tariff_id as "tariffId", t.name as "tariffName",
        ${fields}, c.risk_class_id as "riskClassId", c.guaranteed_level as "guaranteedLevel", c.is_linked as "isLinked", c.row_version as "rowVersion",
        p.valuation_date as "valuationDate", p.non_funds_value as "nonFundsValue", coalesce(h.holdings, '[]') as holdings,
        s.valid_from as "planValidFrom", s.contribution, coalesce(s.contribution_interval, 1) as "contributionInterval",
        s.dynamic_percent as "dynamicPercent", coalesce(e.shares, '[]') as "planEntries",
        (select jsonb_build_object('validFrom', x.valid_from, 'contribution', x.contribution, 'contributionInterval', x.contribution_interval)
           from savings_plans x where x.tenant_id = c.tenant_id and x.contract_id = c.id and x.valid_from > s.valid_from
          order by x.valid_from limit 1) as "followingPlan",
        (select coalesce(jsonb_agg(jsonb_build_object('id', f.id, 'isin', f.isin, 'name', f.name) order by f.id), '[]')
           from funds f where f.tenant_id = c.tenant_id
            and f.id = any (coalesce(h.fund_ids, '{}') || coalesce(e.fund_ids, '{}'))) as funds`,
      tables: `join tariffs t on t.tenant_id = c.tenant_id and t.id = c.tariff_id
        left join portfolios p on p.tenant_id = c.tenant_id and p.contract_id = c.id and p.is_current
        left join lateral (
          select jsonb_agg(jsonb_build_object('fundId', x.fund_id, 'quantity', x.quantity, 'price', x.price,
                   'priceDate', x.price_date, 'costValue', x.cost_value) order by x.sort_order, x.id) as holdings, array_agg(x.fund_id) as fund_ids
            from portfolio_entries x where x.tenant_id = p.tenant_id and x.portfolio_id = p.id) h on true
        left join lateral (${formPlan('c', parameters.add(today))}) s on true
        left join lateral (
          select jsonb_agg(jsonb_build_object('fundId', x.fund_id, 'fraction', x.fraction) order by x.sort_order, x.id)
                   as shares, array_agg(x.fund_id) as fund_ids
            from savings_plan_entries x where x.tenant_id = s.tenant_id and x.savings_plan_id = s.id) e on true`,
      tail: '',
    })),
  );
  return { ...row, ...draftOf(contractFields, { ...row }) };
}

/** Tariffs a contract can have. */
export async function readContractChoices(
  services: ReadServices,
  scope: Scope,
): Promise<CallAnswer<typeof getContractChoices>> {
  const tariffs = await services.database.read<CallAnswer<typeof getContractChoices>['tariffs'][number]>(
    scope,
    {
      sql: `select t.id, t.name, i.issuer_name as "issuerName", t.risk_class_count as "riskClassCount",
          case when t.tariff_type_id in (7, 8) then jsonb_build_object('level', t.guaranteed_level, 'interest', t.guaranteed_interest,
            'isLevelChosen', t.is_guaranteed_level_customizable) end as guarantee
        from tariffs t join issuers i on i.tenant_id = t.tenant_id and i.id = t.issuer_id
       where not t.is_inactive and t.published_version_number is not null order by fold_text(t.name), t.id`,
      parameters: [],
    },
  );
  return { tariffs };
}
