import type { CallInput } from '@depotwerk/api/call';
import type { listTariffs, TariffItem } from '@depotwerk/api/tariffs/tariffs';
import type { TariffSortKey } from '@depotwerk/domain/lists/sort-keys';
import type { TariffVersionState } from '@depotwerk/domain/tariff/version-states';
import { Parameters } from '../../platform/database/parameters.ts';
import { orderBy, type SortColumn } from '../../platform/lists/order-by.ts';
import type { Page } from '../../platform/lists/paging.ts';
import { searchOf } from '../../platform/lists/search-text.ts';
import type { SortTerm } from '../../platform/lists/sort-order.ts';
import type { Scope } from '../../platform/scope.ts';
import type { ReadServices } from '../../platform/services.ts';
import { openStatesSql } from './tariff-version.view.ts';

export type TariffSort = readonly SortTerm<TariffSortKey>[];
export const defaultTariffSort: TariffSort = [{ key: 'name', isDescending: false }];
export type TariffFilter = CallInput<typeof listTariffs>['query'];

const sortColumns: Readonly<Record<TariffSortKey, SortColumn>> = {
  name: { sql: 'fold_text(t.name)', isNullable: false },
  key: { sql: 'lower(t.key)', isNullable: false },
  tariffTypeName: { sql: 'y.tariff_type_name', isNullable: false },
  issuerName: { sql: 'fold_text(i.issuer_name)', isNullable: false },
  insurerName: { sql: 'fold_text(n.insurer_name)', isNullable: true },
  contractCount: { sql: 'coalesce(k.contract_count, 0)', isNullable: false },
  updatedAt: { sql: 't.updated_at', isNullable: false },
};

const tables = `tariffs t
  join tariff_types y on y.id = t.tariff_type_id
  join issuers i on i.tenant_id = t.tenant_id and i.id = t.issuer_id
  left join insurers n on n.tenant_id = t.tenant_id and n.id = t.insurer_id
  left join tariff_versions p on p.tenant_id = t.tenant_id and p.tariff_id = t.id and p.state = 'published'
  left join tariff_versions o on o.tenant_id = t.tenant_id and o.tariff_id = t.id and o.state in (${openStatesSql})
  left join (select s.tariff_id, sum(s.contract_count)::int as contract_count from contract_statistics s
              group by s.tariff_id) k on k.tariff_id = t.id`;

const selection = `t.id, t.name, t.key, t.tariff_type_id as "tariffTypeId", y.tariff_type_name as "tariffTypeName",
  y.is_hybrid_tariff_type as "isHybridTariffType", i.id as "issuerId", i.issuer_name as "issuerName",
  n.id as "insurerId", n.insurer_name as "insurerName", t.is_inactive as "isInactive", t.is_default as "isDefault",
  p.version_number as "publishedVersionNumber", p.valid_from as "publishedFrom", o.version_number as "openVersionNumber",
  o.state as "openState", o.valid_from as "openValidFrom", coalesce(k.contract_count, 0) as "contractCount",
  t.updated_at as "updatedAt"`;

interface TariffRow
  extends Pick<
    TariffItem,
    | 'id'
    | 'name'
    | 'key'
    | 'tariffTypeId'
    | 'tariffTypeName'
    | 'isHybridTariffType'
    | 'isInactive'
    | 'isDefault'
    | 'publishedVersionNumber'
    | 'publishedFrom'
    | 'contractCount'
    | 'updatedAt'
  > {
  issuerId: number;
  issuerName: string;
  insurerId: number | null;
  insurerName: string | null;
  openVersionNumber: number | null;
  openState: TariffVersionState | null;
  openValidFrom: string | null;
}

const componentMembers = ['Risk', 'Selection', 'Allocation', 'Universe'];

function conditionsOf(filter: TariffFilter, parameters: Parameters): string {
  const conditions = ['true'];
  const search = searchOf(filter.search);
  if (search !== null) {
    const text = parameters.add(search);
    conditions.push(
      `(position(fold_text(${text}) in fold_text(t.name || ' ' || t.description)) > 0
        or position(lower(${text}) in lower(t.key)) > 0)`,
    );
  }
  if (filter.insurerId !== undefined) conditions.push(`t.insurer_id = ${parameters.add(filter.insurerId)}`);
  if (filter.issuerId !== undefined) conditions.push(`t.issuer_id = ${parameters.add(filter.issuerId)}`);
  if (filter.tariffTypeId !== undefined)
    conditions.push(`t.tariff_type_id = ${parameters.add(filter.tariffTypeId)}`);
  if (filter.isInactive !== undefined)
    conditions.push(`t.is_inactive = ${parameters.add(filter.isInactive)}`);
  if (filter.state !== undefined) {
    const state = parameters.add(filter.state);
    conditions.push(`exists (select from tariff_versions v where v.tenant_id = t.tenant_id and v.tariff_id = t.id
      and v.state = ${state})`);
  }
  if (filter.componentId !== undefined) {
    const component = `${parameters.add(filter.componentId)}::uuid`;
    const inContent = componentMembers.map((kind) => `o.content->'tariff'->>'component${kind}Id'`).join(', ');
    conditions.push(`(${component} in (t.component_risk_id, t.component_selection_id, t.component_allocation_id,
      t.component_universe_id) or ${component}::text in (${inContent}))`);
  }
  return conditions.join(' and ');
}

/** One page of tariffs and the number of all hits. */
export async function listTariffPage(
  { database }: ReadServices,
  scope: Scope,
  filter: TariffFilter,
  sort: TariffSort,
  page: Page,
): Promise<{ items: TariffItem[]; total: number }> {
  const parameters = new Parameters();
  const conditions = conditionsOf(filter, parameters);
  const counted = new Parameters();
  const countConditions = conditionsOf(filter, counted);
  const [rows, counts] = await database.readMany<[TariffRow, { count: number }]>(scope, [
    {
      sql: `select ${selection} from ${tables} where ${conditions} order by ${orderBy(sort, sortColumns, 't.id')}
             limit ${parameters.add(page.size)}::int offset ${parameters.add(page.offset)}::int`,
      parameters: parameters.values,
    },
    {
      sql: `select count(*)::int as count from ${tables} where ${countConditions}`,
      parameters: counted.values,
    },
  ]);
  return { items: rows.map(toItem), total: counts[0]?.count ?? 0 };
}

/** Ids of all hits in list order, at most `limit`: the skeleton of an export. */
export async function listTariffIds(
  { database }: ReadServices,
  scope: Scope,
  filter: TariffFilter,
  sort: TariffSort,
  limit: number,
): Promise<string[]> {
  const parameters = new Parameters();
  const rows = await database.read<{ id: string }>(scope, {
    sql: `select t.id from ${tables} where ${conditionsOf(filter, parameters)}
           order by ${orderBy(sort, sortColumns, 't.id')} limit ${parameters.add(limit)}::int`,
    parameters: parameters.values,
  });
  return rows.map(({ id }) => id);
}

/** Tariffs by id in the order of the ids. */
export async function listTariffsWithIds(
  { database }: ReadServices,
  scope: Scope,
  ids: readonly string[],
): Promise<TariffItem[]> {
  const rows = await database.read<TariffRow>(scope, {
    sql: `select ${selection} from ${tables} where t.id = any ($1::uuid[]) order by array_position($1::uuid[], t.id)`,
    parameters: [ids],
  });
  return rows.map(toItem);
}

function toItem(row: TariffRow): TariffItem {
  const {
    issuerId,
    issuerName,
    insurerId,
    insurerName,
    openVersionNumber,
    openState,
    openValidFrom,
    ...rest
  } = row;
  return {
    ...rest,
    issuer: { id: issuerId, name: issuerName },
    insurer: insurerId === null ? null : { id: insurerId, name: insurerName ?? '' },
    openVersion:
      openVersionNumber === null || openState === null
        ? null
        : { versionNumber: openVersionNumber, state: openState, validFrom: openValidFrom },
  };
}
