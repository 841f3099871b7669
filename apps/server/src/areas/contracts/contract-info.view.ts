import type { CallAnswer } from '@depotwerk/api/call';
import type { getContractInfo } from '@depotwerk/api/contracts/contract-detail';
import { readOne } from '../../platform/read-one.ts';
import type { Scope } from '../../platform/scope.ts';
import type { ReadServices } from '../../platform/services.ts';
import { contractDocumentCondition } from './contract-documents.view.ts';
import { paidOn } from './savings-plan.view.ts';
import { ofContract } from './visible-contract.view.ts';

interface InfoRow {
  id: string;
  tariff_id: string;
  tariff_name: string;
  tariff_type_id: number;
  tariff_type_name: string;
  insurer_id: number | null;
  insurer_name: string | null;
  issuer_id: number;
  issuer_name: string;
  cost_model_id: number | null;
  cost_model_name: string | null;
  customer_id: string;
  first_name: string;
  last_name: string;
  date_of_birth: string | null;
  iban: string | null;
  beneficiary: string;
  external_consumer_key: string | null;
  contribution: number | null;
  contribution_interval: number | null;
  start_date: string;
  end_date: string | null;
  guaranteed_level: number | null;
  guarantee_type_name: string | null;
  documents_count: number;
  further_holders: { id: string; firstName: string; lastName: string }[] | null;
}

/** What stands around the contract: whom it belongs to, with whom, on what terms, and what is paid in today. */
export async function readContractInfo(
  services: ReadServices,
  scope: Scope,
  contractId: string,
  today: string,
): Promise<CallAnswer<typeof getContractInfo>> {
  const row = await readOne<InfoRow>(
    services.database,
    scope,
    ofContract<InfoRow>(scope, contractId, (parameters) => ({
      selection: `c.id, t.id as tariff_id, t.name as tariff_name, t.tariff_type_id, y.tariff_type_name, i.id as insurer_id,
        i.insurer_name, s.id as issuer_id, s.issuer_name, m.id as cost_model_id, m.cost_model_name, u.id as customer_id,
        u.first_name, u.last_name, u.date_of_birth, u.iban, c.external_consumer_key, c.beneficiary, plan.contribution, plan.contribution_interval,
        c.start_date, c.end_date,
        case when t.tariff_type_id in (7, 8) then coalesce(c.guaranteed_level, t.guaranteed_level) end as guaranteed_level,
        gt.guarantee_type_name,
        (select json_agg(json_build_object('id', o.id, 'firstName', o.first_name, 'lastName', o.last_name) order by h.created_at, o.id)
          from contract_holders h join customers o on o.tenant_id = h.tenant_id and o.id = h.customer_id
         where h.tenant_id = c.tenant_id and h.contract_id = c.id) as further_holders,
        (select count(*)::int from documents d where d.tenant_id = c.tenant_id and d.contract_id = c.id
          and ${contractDocumentCondition(scope, parameters)}) as documents_count`,
      tables: `join customers u on u.tenant_id = c.tenant_id and u.id = c.customer_id
        join tariffs t on t.tenant_id = c.tenant_id and t.id = c.tariff_id
        join tariff_types y on y.id = t.tariff_type_id
        join issuers s on s.tenant_id = c.tenant_id and s.id = c.issuer_id
        left join insurers i on i.tenant_id = c.tenant_id and i.id = c.insurer_id
        left join cost_models m on m.tenant_id = c.tenant_id and m.id = c.cost_model_id
        left join guarantee_types gt on gt.id = t.guarantee_type_id
        ${paidOn(parameters.add(today))}`,
      tail: '',
    })),
  );
  const isOpen = scope.ownCustomerId === null || scope.ownCustomerId === row.customer_id;
  return {
    contractId: row.id,
    tariff: {
      id: row.tariff_id,
      name: row.tariff_name,
      tariffTypeId: row.tariff_type_id,
      tariffTypeName: row.tariff_type_name,
    },
    insurer:
      row.insurer_id === null || row.insurer_name === null
        ? null
        : { id: row.insurer_id, insurerName: row.insurer_name },
    issuer: { id: row.issuer_id, issuerName: row.issuer_name },
    costModel:
      row.cost_model_id === null || row.cost_model_name === null
        ? null
        : { id: row.cost_model_id, costModelName: row.cost_model_name },
    holder: {
      id: row.customer_id,
      firstName: row.first_name,
      lastName: row.last_name,
      dateOfBirth: isOpen ? row.date_of_birth : null,
    },
    furtherHolders: row.further_holders ?? [],
    externalConsumerKey: row.external_consumer_key,
    beneficiary: row.beneficiary === '' ? null : row.beneficiary,
    // The account of the first holder is hers.
    iban: isOpen ? row.iban : null,
    contribution: row.contribution,
    contributionInterval: row.contribution_interval,
    startDate: row.start_date,
    endDate: row.end_date,
    guaranteedLevel: row.guaranteed_level,
    guaranteeTypeName: row.guarantee_type_name,
    documentsCount: row.documents_count,
  };
}
