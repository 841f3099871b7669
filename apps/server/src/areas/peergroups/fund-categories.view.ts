import type { FundCategory, fundCategorySortKeys } from '@depotwerk/api/peergroups/fund-categories';
import { fundCategoryFields } from '@depotwerk/domain/master-data/fund-category-fields';
import { fieldSelection } from '../../platform/field-selection.ts';
import { contains, type ListSource, pageReader } from '../../platform/lists/read-list.ts';
import { searchOf } from '../../platform/lists/search-text.ts';
import { readOne } from '../../platform/read-one.ts';
import type { Scope } from '../../platform/scope.ts';
import type { ReadServices } from '../../platform/services.ts';

type SortKey = (typeof fundCategorySortKeys)[number];
interface Filter {
  readonly search?: string | undefined;
}

const members = `k.id, ${fieldSelection(fundCategoryFields, 'k')}, k.row_version as "rowVersion",
  (select count(*)::int from peergroups g
    where g.tenant_id = k.tenant_id and g.category_id = k.id) as "peergroupCount",
  (select count(*)::int from funds f
     left join peergroups g on g.tenant_id = f.tenant_id and g.id = f.peergroup_id
    where f.tenant_id = k.tenant_id and coalesce(f.category_id, g.category_id) = k.id) as "fundCount"`;

const source: ListSource<FundCategory, SortKey, Filter> = {
  selection: members,
  from: 'fund_categories k',
  conditions: (filter, parameters) => {
    const search = searchOf(filter.search);
    return search === null ? [] : [contains('k.category_name', search, parameters)];
  },
  sortColumns: {
    sortOrder: { sql: 'k.sort_order', isNullable: false },
    categoryName: { sql: 'fold_text(k.category_name)', isNullable: false },
    peergroupCount: { sql: '"peergroupCount"', isNullable: false },
    fundCount: { sql: '"fundCount"', isNullable: false },
  },
  id: 'k.id',
};

/** A page of fund categories and the number of all hits. */
export const listFundCategoryPage = pageReader(source);

/** One fund category. @throws 404 */
export async function readFundCategory(
  services: ReadServices,
  scope: Scope,
  id: number,
): Promise<FundCategory> {
  return readOne<FundCategory>(services.database, scope, {
    sql: `select ${members} from fund_categories k where k.id = $1`,
    parameters: [id],
  });
}
