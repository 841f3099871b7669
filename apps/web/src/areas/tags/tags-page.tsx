import type { ManagedTag } from '@depotwerk/api/tags/tags';
import { listManagedTags } from '@depotwerk/api/tags/tags';
import { formatNumber } from '@depotwerk/domain/number-text';
import { tagFields } from '@depotwerk/domain/tags/tag-fields';
import { useMemo } from 'react';
import { ColourName } from '../../forms/colour-name.tsx';
import { FieldLines } from '../../forms/field-lines.tsx';
import { InactiveSwitch } from '../../forms/inactive-switch.tsx';
import { StateLabel } from '../../forms/state-label.tsx';
import { fieldColumns } from '../../lists/field-columns.tsx';
import { listShapes, validateTagsSearch } from '../../lists/list-address.ts';
import type { Listed } from '../../lists/list-calls.ts';
import { exportList, flagOf, loadListPage, stateFilter, withTextIds } from '../../lists/list-calls.ts';
import { MasterListPage } from '../../lists/master-list-page.tsx';
import { countColumn, stateColumn } from '../../lists/shared-columns.tsx';
import { useListAddress } from '../../lists/use-list-address.ts';
import { t } from '../../texts/texts.ts';
import { RowLink } from '../../ui/row-link.tsx';
import type { ListColumn } from '../../ui/virtual-table.tsx';
import { MergeTag } from './merge-tag.tsx';
import { tagKind } from './tag-kind.ts';

type Row = Listed<ManagedTag>;
type SortKey = (typeof listShapes.tags.sortKeys)[number];

/** `/admin/tags`: the words the house puts on its customers and contracts. */
export function TagsPage() {
  const control = useListAddress(validateTagsSearch, listShapes.tags.sortKeys, 'tagName');
  const { address } = control;
  const kind = useMemo(() => tagKind(), []);
  const columns = useMemo(() => tagColumns(), []);
  const query = { search: address.search, isInactive: flagOf(address.isInactive) };
  return (
    <MasterListPage
      name="tags"
      kind={kind}
      control={control}
      load={(page, signal) =>
        loadListPage(listManagedTags, { query: { ...query, ...page } }, signal).then(withTextIds)
      }
      exportAs={(file) =>
        exportList(listManagedTags, { query: { ...query, ...file } }, t('admin.tags'), file.format)
      }
      filters={[stateFilter(address.isInactive)]}
      columns={columns}
      renderCard={tagCard}
      rowLabel={(row) => row.tagName}
      renderFields={(form) => (
        <FieldLines
          rows={tagFields}
          form={form}
          inputs={{
            isInactive: (
              <InactiveSwitch
                isInactive={form.draft.isInactive}
                hint={t('masterData.tags.inactiveHint')}
                onChange={(isInactive) => form.change((before) => ({ ...before, isInactive }))}
              />
            ),
          }}
        />
      )}
      renderFacts={(entity) => <MergeTag key={entity.id} entity={entity} onMerged={control.onClose} />}
    />
  );
}

function TagName({ row }: { row: Row }) {
  return (
    <ColourName colour={row.colour}>
      <RowLink path={`/admin/tags?open=${row.id}`}>{row.tagName}</RowLink>
    </ColourName>
  );
}

const tagColumns = (): ListColumn<Row, SortKey>[] => [
  ...fieldColumns<typeof tagFields, Row>(tagFields, {
    tagName: (row) => <TagName row={row} />,
  }),
  countColumn('customerCount', t('masterData.tags.customerCount'), { minWidth: 110, priority: 2 }),
  countColumn('contractCount', t('masterData.tags.contractCount'), { minWidth: 110, priority: 3 }),
  stateColumn(),
];

function tagCard(row: Row) {
  return (
    <>
      <TagName row={row} />
      <StateLabel isInactive={row.isInactive} />
      <span className="hint">
        {t('masterData.tags.counts', {
          customers: formatNumber(row.customerCount),
          contracts: formatNumber(row.contractCount),
        })}
      </span>
    </>
  );
}
