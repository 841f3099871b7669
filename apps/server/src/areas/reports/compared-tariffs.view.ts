import { notFound } from '../../platform/http/app-error.ts';
import type { Scope } from '../../platform/scope.ts';
import type { Services } from '../../platform/services.ts';
import type { ComparedTariff } from './report/build-comparison.ts';
import type { ContractSource, CostModel } from './report/report-source.ts';
import { costModelJson } from './report-source.view.ts';

interface TariffRow {
  id: string;
  name: string;
  tariffTypeName: string;
  insurerName: string | null;
  guaranteedLevel: number | null;
  riskClassCount: number | null;
  riskTypeId: number | null;
  useQuota: boolean;
  target: number | null;
  range: number | null;
  costModel: CostModel | null;
}

/** The contract's own tariff and another one of the tenant. 404 when there is no such tariff. */
export async function readComparedTariffs(
  services: Services,
  scope: Scope,
  source: ContractSource,
  otherTariffId: string,
): Promise<[ComparedTariff, ComparedTariff]> {
  const { contract } = source.detail;
  const rows = await services.database.read<TariffRow>(scope, {
    sql: `select t.id, t.name, y.tariff_type_name as "tariffTypeName", i.insurer_name as "insurerName",
        t.guaranteed_level as "guaranteedLevel",
        t.risk_class_count as "riskClassCount", t.risk_type_id as "riskTypeId", coalesce(t.use_quota, false) as "useQuota",
        coalesce(v.content->'components'->'risk'->'tariffRiskItemsTargets'->($3::int - 1),
          v.content->'tariff'->'fundMatrix'->'riskItems'->($3::int - 1)->'target')::numeric as target,
        coalesce(v.content->'components'->'risk'->'tariffRiskItemsRanges'->($3::int - 1),
          v.content->'tariff'->'fundMatrix'->'riskItems'->($3::int - 1)->'range')::numeric as range,
        (select ${costModelJson('m')} from cost_models m
          where m.tenant_id = t.tenant_id and m.tariff_id = t.id and m.valid_from <= $4::date
            and (m.valid_to is null or m.valid_to >= $4::date) order by m.valid_from desc, m.id limit 1) as "costModel"
      from tariffs t
      join tariff_types y on y.id = t.tariff_type_id
      left join insurers i on i.tenant_id = t.tenant_id and i.id = t.insurer_id
      left join tariff_versions v on v.tenant_id = t.tenant_id and v.tariff_id = t.id and v.state = 'published' and $3::int > 0
     where t.id = any ($1::uuid[]) and t.tenant_id = $2`,
    parameters: [
      [contract.tariffId, otherTariffId],
      scope.tenantId,
      contract.risk.riskClassId ?? 0,
      source.today,
    ],
  });
  const find = (id: string): ComparedTariff => {
    const row = rows.find((candidate) => candidate.id === id);
    if (!row) throw notFound();
    const { target, range } = row;
    return {
      ...row,
      // A tariff's own level may be changed in the contract.
      guaranteedLevel: id === contract.tariffId ? source.info.guaranteedLevel : row.guaranteedLevel,
      costModel: id === contract.tariffId ? (source.costModel ?? row.costModel) : row.costModel,
      band:
        target === null || range === null
          ? null
          : { low: Math.max(0, target - range), high: Math.min(100, target + range) },
    };
  };
  return [find(contract.tariffId), find(otherTariffId)];
}
