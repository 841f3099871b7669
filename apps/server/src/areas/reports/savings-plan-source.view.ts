import { readOne } from '../../platform/read-one.ts';
import type { Scope } from '../../platform/scope.ts';
import { ofContract } from '../contracts/public.ts';
import type { SavingsPlanSource } from './report/build-savings-plan-overview.ts';
import type { ContractSource } from './report/report-source.ts';
import type { ReportServices } from './report-services.ts';

interface SavingsRow {
  tariff_id: string;
  risk_class_id: number | null;
  end_date: string | null;
  tariffMinimum: number | null;
  funds: SavingsPlanSource['funds'];
  groups: { id: number; name: string }[];
}

/** What the tariff says to the savings plan of a contract: target by peer group, least amounts. @throws 404 unseen */
export async function readSavingsPlanSource(
  { database, targetMix }: ReportServices,
  scope: Scope,
  { detail, today }: ContractSource,
): Promise<SavingsPlanSource> {
  const row = await readOne<SavingsRow>(database, scope, savingsQuery(scope, detail.contract.id, today));
  const { tariffMinimum, funds, groups } = row;
  const mix = await targetMix(scope, row, today);
  const nameOf = new Map(groups.map(({ id, name }) => [id, name]));
  return {
    tariffMinimum,
    funds,
    target: mix && new Map([...mix].map(([id, weight]) => [nameOf.get(id) ?? `Peergroup ${id}`, weight])),
  };
}

const savingsQuery = (scope: Scope, contractId: string, today: string) =>
  ofContract<SavingsRow>(scope, contractId, (parameters) => ({
    selection: `c.tariff_id, c.risk_class_id, c.end_date,
      (select (v.content -> 'tariff' ->> 'minSecurityValueSavingsPlan')::float8 from tariff_versions v
        where v.tenant_id = c.tenant_id and v.tariff_id = c.tariff_id and v.state = 'published') as "tariffMinimum",
      coalesce((select json_agg(json_build_object('fundId', f.id, 'groupName', g.peergroup_name,
            'minimum', f.minimum_savings_amount))
          from funds f left join peergroups g on g.tenant_id = f.tenant_id and g.id = f.peergroup_id
         where f.tenant_id = c.tenant_id and f.id in (
           select e.fund_id from savings_plans s
             join savings_plan_entries e on e.tenant_id = s.tenant_id and e.savings_plan_id = s.id
            where s.tenant_id = c.tenant_id and s.contract_id = c.id
              and (s.valid_to is null or s.valid_to >= ${parameters.add(today)}::date))), '[]') as funds,
      coalesce((select json_agg(json_build_object('id', g.id, 'name', g.peergroup_name))
          from peergroups g where g.tenant_id = c.tenant_id), '[]') as groups`,
    tables: '',
    tail: '',
  }));
