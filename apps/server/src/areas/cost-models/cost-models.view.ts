import type { CallAnswer } from '@depotwerk/api/call';
import type {
  CostModel,
  costModelSortKeys,
  listCostModels,
  listCostModelTariffs,
} from '@depotwerk/api/insurers/master-data';
import { costModelFields } from '@depotwerk/domain/master-data/cost-model-fields';
import type * as z from 'zod/mini';
import { fieldSelection } from '../../platform/field-selection.ts';
import { contains, type ListSource, pageReader } from '../../platform/lists/read-list.ts';
import { searchOf } from '../../platform/lists/search-text.ts';
import { readOne } from '../../platform/read-one.ts';
import type { Scope } from '../../platform/scope.ts';
import type { ReadServices } from '../../platform/services.ts';

export type CostModelFilter = Pick<
  z.output<(typeof listCostModels)['query']>,
  'search' | 'insurerId' | 'tariffId' | 'state'
> & {
  /** The caller's day. */
  readonly today: string;
};
type SortKey = (typeof costModelSortKeys)[number];

/** A row without what depends on the caller's day. */
type Row = Omit<CostModel, 'state'>;

const members = `m.id, ${fieldSelection(costModelFields, 'm')}, i.insurer_name as "insurerName", t.name as "tariffName",
  m.row_version as "rowVersion"`;
const tables = `cost_models m left join insurers i on i.tenant_id = m.tenant_id and i.id = m.insurer_id
  left join tariffs t on t.tenant_id = m.tenant_id and t.id = m.tariff_id`;

const source: ListSource<Row, SortKey, CostModelFilter> = {
  selection: `${members}, null::int as "contractCount"`,
  from: tables,
  conditions: (filter, parameters) => {
    const search = searchOf(filter.search);
    const conditions: string[] = [];
    if (search !== null) {
      const searched = `concat_ws(' ', m.cost_model_name, t.name, t.key, i.insurer_name)`;
      conditions.push(contains(searched, search, parameters));
    }
    if (filter.insurerId !== undefined) conditions.push(`m.insurer_id = ${parameters.add(filter.insurerId)}`);
    if (filter.tariffId !== undefined) conditions.push(`m.tariff_id = ${parameters.add(filter.tariffId)}`);
    if (filter.state !== undefined) {
      const today = `${parameters.add(filter.today)}::date`;
      conditions.push(
        {
          current: `m.valid_from <= ${today} and (m.valid_to is null or m.valid_to >= ${today})`,
          future: `m.valid_from > ${today}`,
          past: `m.valid_to < ${today}`,
        }[filter.state],
      );
    }
    return conditions;
  },
  sortColumns: {
    costModelName: { sql: 'fold_text(m.cost_model_name)', isNullable: false },
    insurerName: { sql: 'fold_text(i.insurer_name)', isNullable: true },
    tariffName: { sql: 'fold_text(t.name)', isNullable: true },
    entryFee: { sql: 'm.entry_fee', isNullable: false },
    contractFeePercent: { sql: 'm.contract_fee_percent', isNullable: false },
    validFrom: { sql: 'm.valid_from', isNullable: false },
    validTo: { sql: 'm.valid_to', isNullable: true },
  },
  id: 'm.id',
};

/** A page of cost models and the number of all hits. */
export const listCostModelPage = pageReader(source, (row, { today }) => withState(row, today));

/** One cost model; contracts are counted for those who may edit. @throws 404 */
export async function readCostModel(
  services: ReadServices,
  scope: Scope,
  id: number,
  today: string,
): Promise<CostModel> {
  const row = await readOne<Row>(services.database, scope, {
    sql: `select ${members}, case when $2 then (select count(*)::int from contracts c where c.tenant_id = m.tenant_id
            and c.cost_model_id = m.id and c.deleted_at is null) end as "contractCount" from ${tables} where m.id = $1`,
    parameters: [id, scope.permissions.has('costModels.edit')],
  });
  return withState(row, today);
}

function withState(row: Row, today: string): CostModel {
  const isPast = row.validTo !== null && row.validTo < today;
  return { ...row, state: isPast ? 'past' : row.validFrom > today ? 'future' : 'current' };
}

/** Tariffs of the tenant by name, for the choice in the form and the filter. */
export function readCostModelTariffs(
  services: ReadServices,
  scope: Scope,
): Promise<CallAnswer<typeof listCostModelTariffs>> {
  return services.database.read(scope, {
    sql: `select id, name, insurer_id as "insurerId", is_inactive as "isInactive" from tariffs
           order by fold_text(name), id`,
    parameters: [],
  });
}
