import type { FundCategory } from '@depotwerk/api/peergroups/fund-categories';
import { listFundCategories } from '@depotwerk/api/peergroups/fund-categories';
import { fundCategoryFields } from '@depotwerk/domain/master-data/fund-category-fields';
import { formatNumber } from '@depotwerk/domain/number-text';
import { useMemo } from 'react';
import { ColourName } from '../../forms/colour-name.tsx';
import { FieldLines } from '../../forms/field-lines.tsx';
import { fieldColumns } from '../../lists/field-columns.tsx';
import { listShapes, validateFundCategoriesSearch } from '../../lists/list-address.ts';
import type { Listed } from '../../lists/list-calls.ts';
import { exportList, loadListPage, withTextIds } from '../../lists/list-calls.ts';
import { MasterListPage } from '../../lists/master-list-page.tsx';
import { countColumn } from '../../lists/shared-columns.tsx';
import { useListAddress } from '../../lists/use-list-address.ts';
import { t } from '../../texts/texts.ts';
import { RowLink } from '../../ui/row-link.tsx';
import type { ListColumn } from '../../ui/virtual-table.tsx';
import { FundCategoryFacts } from './fund-category-facts.tsx';
import { fundCategoryKind } from './fund-category-kind.ts';

type Row = Listed<FundCategory>;
type SortKey = (typeof listShapes.fundCategories.sortKeys)[number];

/** `/admin/fund-categories`: the asset classes under which peer groups stand. */
export function FundCategoriesPage() {
  const control = useListAddress(
    validateFundCategoriesSearch,
    listShapes.fundCategories.sortKeys,
    'sortOrder',
  );
  const { search } = control.address;
  const kind = useMemo(() => fundCategoryKind(), []);
  const columns = useMemo(() => categoryColumns(), []);
  return (
    <MasterListPage
      name="fundCategories"
      kind={kind}
      control={control}
      load={(page, signal) =>
        loadListPage(listFundCategories, { query: { search, ...page } }, signal).then(withTextIds)
      }
      exportAs={(file) =>
        exportList(listFundCategories, { query: { search, ...file } }, t('admin.fundCategories'), file.format)
      }
      filters={[]}
      columns={columns}
      renderCard={categoryCard}
      rowLabel={(row) => row.categoryName}
      renderFields={(form) => <FieldLines rows={fundCategoryFields} form={form} />}
      renderFacts={(entity) => <FundCategoryFacts entity={entity} />}
    />
  );
}

function CategoryName({ row }: { row: Row }) {
  return (
    <ColourName colour={row.categoryColor}>
      <RowLink path={`/admin/fund-categories?open=${row.id}`}>{row.categoryName}</RowLink>
    </ColourName>
  );
}

const categoryColumns = (): ListColumn<Row, SortKey>[] => [
  ...fieldColumns<typeof fundCategoryFields, Row>(fundCategoryFields, {
    categoryName: (row) => <CategoryName row={row} />,
  }),
  countColumn('peergroupCount', t('masterData.fundCategories.peergroupCount'), {
    minWidth: 120,
    priority: 1,
  }),
  countColumn('fundCount', t('masterData.fundCategories.fundCount'), { minWidth: 120, priority: 2 }),
];

function categoryCard(row: Row) {
  return (
    <>
      <CategoryName row={row} />
      <span className="hint">
        {t('masterData.fundCategories.counts', {
          peergroups: formatNumber(row.peergroupCount),
          funds: formatNumber(row.fundCount),
        })}
      </span>
    </>
  );
}
