import type { ComponentItem } from '@depotwerk/api/components/tariff-components';
import { listComponents } from '@depotwerk/api/components/tariff-components';
import { formatNumber } from '@depotwerk/domain/number-text';
import type { ComponentKind } from '@depotwerk/domain/tariff/tariff-drafts';
import { IconPlus } from '@tabler/icons-react';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { SavedViewsButton } from '../../../lists/saved-views-button.tsx';
import { callFile } from '../../../platform/api-client.ts';
import { type SearchChange, toChangedSearch } from '../../../platform/search-params.ts';
import { mayChange, useSession } from '../../../platform/session.ts';
import { dialogLink } from '../../../shell/dialog-link.ts';
import { t } from '../../../texts/texts.ts';
import { ExportMenu } from '../../../ui/export-menu.tsx';
import { fileKeys, groupedSort, rowGroupsOf, withGroupColumn } from '../../../ui/grouping.ts';
import { looksOf, toWithoutFilters } from '../../../ui/kept-looks.ts';
import { PageHeader } from '../../../ui/layout.tsx';
import { EmptyList, ListResults } from '../../../ui/list-results.tsx';
import type { MenuEntry } from '../../../ui/menu.tsx';
import { usePagedRows } from '../../../ui/paged-rows.ts';
import { SearchBox } from '../../../ui/search-box.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { nextSortOrder, sortOrderText } from '../../../ui/sort-order.ts';
import { TabLinks, tabLinkClass } from '../../../ui/tabs.tsx';
import { useChosenColumns } from '../../../ui/use-chosen-columns.ts';
import {
  componentCard,
  componentColumns,
  componentDialogParams,
  componentRowLabel,
} from './component-columns.tsx';
import type { ComponentFilter } from './component-queries.ts';
import { componentListKey, loadComponentPage } from './component-queries.ts';
import { componentKindName, componentKindPlural } from './component-texts.ts';
import type { ComponentsSearch } from './components-search.ts';
import { componentSortOf, componentTabs } from './components-search.ts';
import './component-list.css';

/** `/admin/tariff-components`: the four kinds of components a tariff is put together from. */
export function ComponentsPage() {
  const search = useSearch({ from: '/shell/admin/tariffArea/tariff-components' });
  const navigate = useNavigate({ from: '/admin/tariff-components' });
  const canEdit = mayChange(
    useSession((state) => state.user),
    'tariffComponents.edit',
  );
  const kind = search.kind ?? 'risk';
  const order = componentSortOf(search);
  const all = useMemo(() => componentColumns(), []);
  const sort = groupedSort(all, search.groupBy, sortOrderText(order));
  const groups = useMemo(() => rowGroupsOf(all, search.groupBy), [all, search.groupBy]);
  const filter = useMemo<ComponentFilter>(
    () => ({
      ...(search.search && { search: search.search }),
      ...(search.isInactive !== undefined && { isInactive: search.isInactive }),
    }),
    [search.search, search.isInactive],
  );
  const rows = usePagedRows<ComponentItem>(
    [componentListKey, 'list', kind, filter, sort],
    (page, pageSize, signal) => loadComponentPage(kind, filter, sort, page, pageSize, signal),
  );
  const setSearch = (change: SearchChange<ComponentsSearch>) =>
    void navigate(toChangedSearch<ComponentsSearch>(change));
  const { columns, onResize } = useChosenColumns(search.columns, all, (names) =>
    setSearch({ columns: names }),
  );
  const fileColumns =
    search.columns === undefined
      ? {}
      : { columns: fileKeys(withGroupColumn(columns, all, search.groupBy), exportedAs) };
  const open = ({ kind: componentKind, id }: Pick<ComponentItem, 'kind' | 'id'>) =>
    void navigate({
      to: '/admin/tariff-components/$componentKind/$componentId/$step',
      params: { componentKind, componentId: id, step: 'component-info' },
      search: {},
    });
  // The first tab is none anybody asked for: the list opens there with the view one chose for that.
  const viewed = { ...search, kind: kind === componentTabs[0] ? undefined : kind };
  const isFiltered = Object.keys(filter).length > 0;
  const { total } = rows;
  const menuOf = (component: ComponentItem): MenuEntry[] => {
    const openDialog = (name: string) =>
      void navigate({ to: '.', ...dialogLink(name, componentDialogParams(component)) });
    return [
      {
        key: 'open',
        label: t(canEdit ? 'common.edit' : 'tariffComponents.open'),
        onSelect: () => open(component),
      },
      { key: 'uses', label: t('tariffComponents.showUses'), onSelect: () => openDialog('componentUses') },
      ...(canEdit
        ? [
            { key: 'copy', label: t('tariffComponents.copy'), onSelect: () => openDialog('copyComponent') },
            {
              key: 'delete',
              label: t('common.delete'),
              isDanger: true,
              onSelect: () => openDialog('deleteComponent'),
            },
          ]
        : []),
    ];
  };
  return (
    <div className="stack">
      <PageHeader
        title={t('admin.tariffComponents')}
        subtitle={t('tariffComponents.subtitle')}
        actions={
          <>
            <ExportMenu
              load={(format) => exportList(kind, { ...filter, ...fileColumns }, sort, format)}
              isDisabled={!total}
            />
            {canEdit ? (
              <Link
                to="/admin/tariff-components/$componentKind/$componentId/$step"
                params={{ componentKind: kind, componentId: 'new', step: 'component-info' }}
                className="ui-button ui-button--primary ui-button--medium"
              >
                <IconPlus size={18} aria-hidden="true" />
                {t('tariffComponents.create', { kind: componentKindName(kind) })}
              </Link>
            ) : null}
          </>
        }
      />
      <TabLinks label={t('tariffComponents.kindsLabel')}>
        {componentTabs.map((tab) => (
          <Link
            key={tab}
            to="/admin/tariff-components"
            search={{ kind: tab }}
            className={tabLinkClass}
            activeOptions={{ includeSearch: true }}
            // The first tab needs no word in the address to be the current one.
            aria-current={tab === kind ? 'page' : undefined}
          >
            {componentKindPlural(tab)}
          </Link>
        ))}
      </TabLinks>
      <p className="hint component-list__about">{t(`tariffComponents.about.${kind}`)}</p>
      <section className="component-list__tools" aria-label={t('contracts.filter')} data-no-print>
        <div className="component-list__search">
          <SearchBox
            label={t('tariffComponents.searchLabel')}
            value={search.search}
            onSearch={(text) => setSearch({ search: text })}
          />
        </div>
        <SelectField
          label={t('tariffComponents.columns.state')}
          isLabelHidden
          value={search.isInactive === undefined ? '' : search.isInactive ? 'inactive' : 'active'}
          emptyLabel={t('tariffComponents.anyState')}
          options={[
            { value: 'active', label: t('tariffComponents.onlyActive') },
            { value: 'inactive', label: t('tariffComponents.onlyInactive') },
          ]}
          onChange={(state) => setSearch({ isInactive: state === '' ? undefined : state === 'inactive' })}
        />
        <SavedViewsButton screenKey="components" address={viewed} columns={all} />
        <span className="component-list__hits" role="status">
          {total === undefined || rows.isOutdated
            ? ''
            : t('contracts.hits', { count: total, number: formatNumber(total) })}
        </span>
      </section>
      <ListResults
        loadFailed={t('tariffComponents.loadFailed')}
        empty={
          <EmptyList
            searchText={search.search}
            isFiltered={isFiltered}
            onReset={() =>
              void navigate({ ...toWithoutFilters(search), search: { kind, ...looksOf(search) } })
            }
          />
        }
        label={componentKindPlural(kind)}
        columns={columns}
        rows={rows}
        order={order}
        onSort={(key, startsDescending) =>
          setSearch({ sort: sortOrderText(nextSortOrder(order, key, startsDescending)) })
        }
        onOpen={open}
        renderCard={(component) => componentCard(component, menuOf(component))}
        rowLabel={componentRowLabel}
        menuOf={menuOf}
        groups={groups}
        onResize={onResize}
      />
    </div>
  );
}

/** Columns that stand in a file under another name. */
const exportedAs = { state: 'isInactive' };

function exportList(
  kind: ComponentKind,
  filter: ComponentFilter & { readonly columns?: string },
  sort: string,
  format: 'csv' | 'xlsx',
) {
  return callFile(
    listComponents,
    { params: { kind }, query: { ...filter, sort, format } },
    `${componentKindPlural(kind)}.${format}`,
  );
}
