import type { CallAnswer } from '@depotwerk/api/call';
import type { Consultation, listConsultations } from '@depotwerk/api/consultations/consultations';
import type { ArchivedDocument } from '@depotwerk/api/documents/documents';
import { nameOrderOf, personNameOf } from '../../platform/customers/person-name.ts';
import { Parameters } from '../../platform/database/parameters.ts';
import { notFound } from '../../platform/http/app-error.ts';
import { readFundsKeyInformation } from '../../platform/key-information/funds-key-information.ts';
import type { Page } from '../../platform/lists/paging.ts';
import type { Scope } from '../../platform/scope.ts';
import type { ReadServices } from '../../platform/services.ts';
import { judgePurchases } from '../contracts/public.ts';
import { documentJoins, documentSelection, documentVisibility } from '../documents/public.ts';
import { readOutsideUniverse } from '../funds/public.ts';
import {
  type CompletionFacts,
  type HolderWithoutProfile,
  missingRequirements,
  recommendedPurchases,
} from './missing-requirements.ts';

type Profile = Consultation['profileSnapshot'][number];
type StoredRecommendation = Omit<Consultation['recommendations'][number], 'fundName' | 'isin'>;

interface Row
  extends Omit<
    Consultation,
    'recommendations' | 'documents' | 'missing' | 'profileSnapshot' | 'contractIds'
  > {
  recommendations: StoredRecommendation[];
  funds: { id: number; name: string; isin: string }[];
  profiles: Profile[];
  storedProfiles: Profile[] | Record<string, never>;
  contractsWithCosts: string[];
  withoutProfile: HolderWithoutProfile[];
  groupId: string | null;
}

const selection = `k.id, k.customer_id as "customerId", ${personNameOf('u')} as "customerName",
  k.consultation_kind as "consultationKind", k.place, k.initiative, to_json(k.participants) as participants,
  k.started_at as "startedAt", k.completed_at as "completedAt", k.recommendations, k.reason_text as "reasonText",
  k.is_periodic_review_agreed as "isPeriodicReviewAgreed", k.addendum_to_id as "addendumToId", k.state,
  w.full_name as "createdByName", k.created_at as "createdAt", k.updated_at as "updatedAt",
  k.row_version as "rowVersion", k.profile_snapshot as "storedProfiles", u.group_id as "groupId",
  coalesce((select json_agg(json_build_object('id', f.id, 'name', f.name, 'isin', f.isin)) from funds f
    where f.tenant_id = k.tenant_id and f.id in (select (e->>'fundId')::int from jsonb_array_elements(k.recommendations) e)),
    '[]') as funds,
  coalesce((select json_agg(distinct r.contract_id) from reports r
      join documents d on d.tenant_id = r.tenant_id and d.id = r.document_id
    where r.tenant_id = k.tenant_id and r.report_type = 'costInformationExAnte'
      and (d.consultation_id = k.id or r.created_at >= k.started_at)
      and r.contract_id in (select cc.contract_id from consultation_contracts cc
        where cc.tenant_id = k.tenant_id and cc.consultation_id = k.id)), '[]') as "contractsWithCosts"`;

/** Profile of each contract on the day given by its placeholder. */
const profiles = (today: string) => `coalesce((select json_agg(json_build_object('contractId', c.id,
    'externalKey', c.external_key, 'riskClassId', case when a.id is not null then c.risk_class_id end, 'assessmentDate', a.assessment_date,
    'validUntil', a.valid_until, 'isValid', a.id is not null and a.valid_until >= ${today}::date) order by c.external_key)
  from consultation_contracts cc
  join contracts c on c.tenant_id = cc.tenant_id and c.id = cc.contract_id
  left join risk_assessments a on a.tenant_id = c.tenant_id and a.contract_id = c.id and a.status = 'valid'
 where cc.tenant_id = k.tenant_id and cc.consultation_id = k.id), '[]') as profiles,
 coalesce((select json_agg(json_build_object('contractId', c.id, 'customerId', o.customer_id, 'customerName',
    ${personNameOf('v')}, 'isFirst', o.is_first) order by c.external_key, ${nameOrderOf('v')})
  from consultation_contracts cc
  join contracts c on c.tenant_id = cc.tenant_id and c.id = cc.contract_id
  cross join lateral (
    select c.customer_id, true as is_first, (select max(a.valid_until) from risk_assessments a
      where a.tenant_id = c.tenant_id and a.contract_id = c.id and a.status = 'valid') as valid_until
    union all
    select h.customer_id, false, h.valid_until from contract_holders h
     where h.tenant_id = c.tenant_id and h.contract_id = c.id) o
  join customers v on v.tenant_id = c.tenant_id and v.id = o.customer_id
 where cc.tenant_id = k.tenant_id and cc.consultation_id = k.id
   and (o.valid_until is null or o.valid_until < ${today}::date)), '[]') as "withoutProfile"`;

const joins = `join customers u on u.tenant_id = k.tenant_id and u.id = k.customer_id
  join users w on w.tenant_id = k.tenant_id and w.id = k.created_by`;

/** A record with what completion waits for, judged on `today`; 404 unseen. */
export async function readConsultation(
  services: ReadServices,
  scope: Scope,
  consultationId: string,
  today: string,
): Promise<{ consultation: Consultation; groupId: string | null }> {
  const parameters = new Parameters();
  const conditions = documentVisibility(scope, 'groupCustomers.view', parameters, false);
  conditions.push(`k.id = ${parameters.add(consultationId)}`);
  const fields = `${selection}, ${profiles(parameters.add(today))}`;
  // Who may see the record need not see its documents: neither by role nor in the group.
  const filed = new Parameters();
  const filedConditions = documentVisibility(scope, 'groupDocuments.view', filed);
  if (!scope.permissions.has('documents.view')) filedConditions.push('false');
  filedConditions.push(`d.consultation_id = ${filed.add(consultationId)}`);
  const [rows, documents] = await services.database.readMany<[Row, ArchivedDocument]>(scope, [
    {
      sql: `select ${fields} from consultations k ${joins} where ${conditions.join(' and ')}`,
      parameters: parameters.values,
    },
    {
      sql: `select ${documentSelection} from documents d ${documentJoins}
        where ${filedConditions.join(' and ')} order by d.created_at desc, d.id`,
      parameters: filed.values,
    },
  ]);
  const row = rows[0];
  if (!row) throw notFound();
  const { funds, profiles: current, storedProfiles, groupId, ...rest } = row;
  const { contractsWithCosts, withoutProfile, ...fieldsOfRow } = rest;
  const profileSnapshot =
    row.state === 'completed' && Array.isArray(storedProfiles) ? storedProfiles : current;
  const byId = new Map(funds.map((fund) => [fund.id, fund]));
  const recommendations = row.recommendations.map((one) => ({
    ...one,
    fundName: byId.get(one.fundId)?.name ?? '',
    isin: byId.get(one.fundId)?.isin ?? '',
  }));
  const purchases = row.state === 'draft' ? recommendedPurchases(recommendations) : [];
  const { bans, withoutDocument } = await judgeRecommended(services, scope, purchases, today);
  const consultation: Consultation = {
    ...fieldsOfRow,
    contractIds: current.map((profile) => profile.contractId),
    recommendations,
    profileSnapshot,
    documents,
    missing:
      row.state === 'draft'
        ? missingRequirements({
            profiles: current,
            recommendations,
            reasonText: row.reasonText,
            contractsWithCosts: new Set(contractsWithCosts),
            withoutProfile,
            bans,
            withoutDocument,
          })
        : [],
  };
  return { consultation, groupId };
}

/** What forbids recommended purchases by contract, and which of the funds have no key information at all. */
async function judgeRecommended(
  { database }: ReadServices,
  scope: Scope,
  purchases: ReturnType<typeof recommendedPurchases>,
  today: string,
): Promise<Pick<CompletionFacts, 'bans' | 'withoutDocument'>> {
  if (purchases.length === 0) return { bans: new Map(), withoutDocument: new Set() };
  const fundIds = [...new Set(purchases.flatMap(({ fundIds: ids }) => ids))];
  const judged = await judgePurchases(database, scope, purchases, today);
  const outside = await readOutsideUniverse(database, scope, purchases);
  const information = await readFundsKeyInformation(database, scope, fundIds);
  return {
    bans: new Map(
      [...judged].map(([contractId, { ban }]) => [
        contractId,
        { ...ban, unoffered: [...ban.unoffered, ...(outside.get(contractId) ?? [])] },
      ]),
    ),
    withoutDocument: new Set(
      information.flatMap(({ fundId, document }) => (document === null ? [fundId] : [])),
    ),
  };
}

type ListItem = CallAnswer<typeof listConsultations>[number];

/** Records the caller sees, newest first. */
export async function listVisibleConsultations(
  services: ReadServices,
  scope: Scope,
  filter: {
    customerId?: string | undefined;
    contractId?: string | undefined;
    state?: string | undefined;
  },
  page: Page,
): Promise<ListItem[]> {
  const parameters = new Parameters();
  const conditions = ['true', ...documentVisibility(scope, 'groupCustomers.view', parameters, false)];
  if (filter.customerId !== undefined)
    conditions.push(`k.customer_id = ${parameters.add(filter.customerId)}`);
  if (filter.contractId !== undefined) {
    conditions.push(`exists (select from consultation_contracts x where x.tenant_id = k.tenant_id
      and x.consultation_id = k.id and x.contract_id = ${parameters.add(filter.contractId)})`);
  }
  if (filter.state !== undefined) conditions.push(`k.state = ${parameters.add(filter.state)}`);
  return services.database.read<ListItem>(scope, {
    sql: `select k.id, k.customer_id as "customerId", ${personNameOf('u')} as "customerName",
        coalesce((select json_agg(cc.contract_id) from consultation_contracts cc where cc.tenant_id = k.tenant_id
          and cc.consultation_id = k.id), '[]') as "contractIds",
        k.consultation_kind as "consultationKind", k.state, k.started_at as "startedAt",
        k.completed_at as "completedAt", w.full_name as "createdByName", k.addendum_to_id as "addendumToId",
        k.row_version as "rowVersion"
      from consultations k ${joins} where ${conditions.join(' and ')}
     order by k.started_at desc, k.id limit ${parameters.add(page.size)} offset ${parameters.add(page.offset)}`,
    parameters: parameters.values,
  });
}
