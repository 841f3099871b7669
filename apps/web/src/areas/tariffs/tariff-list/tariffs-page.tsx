import type { TariffItem } from '@depotwerk/api/tariffs/tariffs';
import { listTariffs } from '@depotwerk/api/tariffs/tariffs';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { SavedViewsButton } from '../../../lists/saved-views-button.tsx';
import { callFile } from '../../../platform/api-client.ts';
import { showApiError } from '../../../platform/error-texts.ts';
import { mayChange, useSession } from '../../../platform/session.ts';
import { dialogLink } from '../../../shell/dialog-link.ts';
import { t } from '../../../texts/texts.ts';
import { ExportMenu } from '../../../ui/export-menu.tsx';
import { groupedSort, rowGroupsOf, withGroupColumn } from '../../../ui/grouping.ts';
import { toWithoutFilters } from '../../../ui/kept-looks.ts';
import type { ListFilter } from '../../../ui/list-frame.tsx';
import { ListFrame } from '../../../ui/list-frame.tsx';
import type { MenuEntry } from '../../../ui/menu.tsx';
import { usePagedRows } from '../../../ui/paged-rows.ts';
import { nextSortOrder, sortOrderText } from '../../../ui/sort-order.ts';
import { showToast } from '../../../ui/toast.tsx';
import { useChosenColumns } from '../../../ui/use-chosen-columns.ts';
import { FilesMenu } from '../files/files-menu.tsx';
import { saveTariffFile } from '../files/tariff-file-queries.ts';
import { insurersQuery, issuersQuery, tariffTypesQuery } from '../lookup-queries.ts';
import { openTariffReport } from '../tariff-report.ts';
import { reloadTariffs, tariffListKey } from '../tariff-steps/tariff-queries.ts';
import { tariffCard, tariffColumns, tariffRowLabel } from './tariff-columns.tsx';
import { loadTariffPage, setTariffActive } from './tariff-list-queries.ts';
import type { TariffsSearch } from './tariffs-search.ts';
import { listedStates, tariffFilterOf, tariffSortOf } from './tariffs-search.ts';

type FilterName = 'tariffTypeId' | 'issuerId' | 'insurerId' | 'state' | 'isInactive' | 'componentId';

/** The version contracts follow, as a signed file; of a tariff without one, the version that is worked on. */
function savedVersion({ id, publishedVersionNumber, openVersion }: TariffItem): MenuEntry[] {
  const number = publishedVersionNumber ?? openVersion?.versionNumber;
  if (number === undefined) return [];
  return [
    {
      key: 'file',
      label: t('tariffFiles.save'),
      onSelect: () => void saveTariffFile(id, number).catch(showApiError),
    },
  ];
}

/** `/admin/tariffs`: the tariffs with their versions. */
export function TariffsPage() {
  const search = useSearch({ from: '/shell/admin/tariffArea/tariffs' });
  const navigate = useNavigate({ from: '/admin/tariffs' });
  const user = useSession((state) => state.user);
  const canEdit = mayChange(user, 'tariffs.edit');
  const canReport = mayChange(user, 'tariffs.report');
  const order = tariffSortOf(search);
  const filter = useMemo(() => tariffFilterOf(search), [search]);
  const all = useMemo(
    () =>
      tariffColumns({
        onReport: canReport ? ({ id }) => void openTariffReport(id).catch(showApiError) : undefined,
        onToggle: canEdit ? (tariff, isActive) => void toggle(tariff, isActive) : undefined,
      }),
    [canEdit, canReport],
  );
  const groups = useMemo(() => rowGroupsOf(all, search.groupBy), [all, search.groupBy]);
  const sort = groupedSort(all, search.groupBy, sortOrderText(order));
  const rows = usePagedRows<TariffItem>([...tariffListKey, filter, sort], (page, pageSize, signal) =>
    loadTariffPage(filter, sort, page, pageSize, signal),
  );
  const filters = useTariffFilters(search);
  const setSearch = (change: Partial<Record<keyof TariffsSearch, unknown>>) =>
    void navigate({
      // Members set to undefined leave the address; the route reads the others anew.
      search: (previous) => ({ ...previous, ...change }) as TariffsSearch,
      replace: true,
      resetScroll: false,
    });
  const { columns, onResize } = useChosenColumns(search.columns, all, (names) =>
    setSearch({ columns: names }),
  );
  const open = ({ id }: TariffItem) =>
    void navigate({
      to: '/admin/tariffs/$tariffId/$step',
      params: { tariffId: id, step: 'summary' },
      search: {},
    });
  const menuOf = (tariff: TariffItem): MenuEntry[] => {
    const openDialog = (name: string) =>
      void navigate({ to: '.', ...dialogLink(name, { tariffId: tariff.id }) });
    return [
      { key: 'open', label: t(canEdit ? 'common.edit' : 'tariffList.open'), onSelect: () => open(tariff) },
      {
        key: 'versions',
        label: t('tariffWizard.toVersions'),
        onSelect: () =>
          void navigate({
            to: '/admin/tariffs/$tariffId/versions',
            params: { tariffId: tariff.id },
            search: {},
          }),
      },
      ...(canReport
        ? [
            {
              key: 'report',
              label: t('tariffList.reportEntry'),
              onSelect: () => void openTariffReport(tariff.id).catch(showApiError),
            },
          ]
        : []),
      ...(mayChange(user, null) ? savedVersion(tariff) : []),
      {
        key: 'contracts',
        label: t('tariffList.showContracts'),
        onSelect: () => void navigate({ to: '/contracts', search: { tariffId: tariff.id } }),
      },
      ...(canEdit
        ? [
            { key: 'copy', label: t('tariffList.copy'), onSelect: () => openDialog('copyTariff') },
            {
              key: 'delete',
              label: t('common.delete'),
              isDanger: true,
              onSelect: () => openDialog('deleteTariff'),
            },
          ]
        : []),
    ];
  };
  const newTariff = canEdit ? (
    <Link
      to="/admin/tariffs/new/$step"
      params={{ step: 'product-type' }}
      className="ui-button ui-button--primary ui-button--medium"
    >
      <IconPlus size={18} aria-hidden="true" />
      {t('tariffList.create')}
    </Link>
  ) : null;
  return (
    <ListFrame<TariffItem, ReturnType<typeof tariffSortOf>['key'], FilterName>
      title={t('admin.tariffs')}
      countText={(count, number) => t('tariffList.count', { count, number })}
      loadFailed={t('tariffList.loadFailed')}
      searchLabel={t('tariffList.searchLabel')}
      searchText={search.search}
      onSearch={(text) => setSearch({ search: text })}
      filters={filters}
      onFilter={(name, value) => setSearch({ [name]: value })}
      onReset={() => void navigate(toWithoutFilters(search))}
      views={<SavedViewsButton screenKey="tariffs" address={search} columns={all} />}
      actions={
        <>
          <ExportMenu
            load={(format) =>
              callFile(
                listTariffs,
                {
                  query: {
                    ...filter,
                    sort,
                    ...fileColumns(search.columns, withGroupColumn(columns, all, search.groupBy)),
                    format,
                  },
                },
                `${t('admin.tariffs')}.${format}`,
              )
            }
            isDisabled={!rows.total}
          />
          <FilesMenu canEdit={canEdit} />
          {newTariff}
        </>
      }
      emptyAction={newTariff}
      label={t('admin.tariffs')}
      columns={columns}
      rows={rows}
      order={order}
      onSort={(key, startsDescending) =>
        setSearch({ sort: sortOrderText(nextSortOrder(order, key, startsDescending)) })
      }
      onOpen={open}
      renderCard={tariffCard}
      rowLabel={tariffRowLabel}
      menuOf={menuOf}
      groups={groups}
      onResize={onResize}
    />
  );
}

/** Columns that stand in a file under another name, or as two. */
const exportedAs: Readonly<Record<string, string>> = {
  name: 'name,key',
  tariffType: 'tariffTypeName',
  issuer: 'issuerName',
  insurer: 'insurerName',
  versions: 'publishedVersionNumber,publishedFrom,openVersion',
  contracts: 'contractCount',
};

/** The columns of a file: those that were chosen, else all it can have. */
const fileColumns = (chosen: string | undefined, shown: readonly { key: string }[]) =>
  chosen === undefined ? {} : { columns: shown.map(({ key }) => exportedAs[key] ?? key).join(',') };

/** Switches a tariff on or off and says when that takes effect. */
async function toggle(tariff: TariffItem, isActive: boolean): Promise<void> {
  try {
    const { draftVersion } = await setTariffActive(tariff.id, isActive);
    const state = t(isActive ? 'tariffList.active' : 'tariffList.inactive');
    showToast(
      draftVersion === null
        ? t('tariffList.toggled', { name: tariff.name, state })
        : t('tariffList.toggledInDraft', { name: tariff.name, state, number: draftVersion }),
    );
  } catch (error) {
    showApiError(error);
  }
  // Also after a refusal: the cell then shows again what holds.
  reloadTariffs();
}

function useTariffFilters(search: TariffsSearch): ListFilter<FilterName>[] {
  const types = useQuery(tariffTypesQuery());
  const issuers = useQuery(issuersQuery());
  const insurers = useQuery(insurersQuery());
  const options = (items: readonly { id: number; label: string }[] | undefined) =>
    (items ?? []).map(({ id, label }) => ({ value: String(id), label }));
  const text = (value: number | undefined) => (value === undefined ? undefined : String(value));
  return [
    {
      name: 'tariffTypeId',
      label: t('tariffWizard.fields.tariffTypeId'),
      options: options(types.data?.map(({ id, name }) => ({ id, label: name }))),
      value: text(search.tariffTypeId),
    },
    {
      name: 'issuerId',
      label: t('tariffWizard.fields.issuerId'),
      options: options(issuers.data?.map(({ id, issuerName }) => ({ id, label: issuerName }))),
      value: text(search.issuerId),
    },
    {
      name: 'insurerId',
      label: t('tariffWizard.fields.insurerId'),
      options: options(insurers.data?.map(({ id, insurerName }) => ({ id, label: insurerName }))),
      value: text(search.insurerId),
    },
    {
      name: 'state',
      label: t('tariffList.state'),
      options: listedStates.map((state) => ({ value: state, label: t(`tariffVersions.states.${state}`) })),
      value: search.state,
    },
    {
      name: 'isInactive',
      label: t('tariffWizard.fields.isInactive'),
      options: [
        { value: 'false', label: t('common.active') },
        { value: 'true', label: t('common.inactive') },
      ],
      value: search.isInactive === undefined ? undefined : String(search.isInactive),
    },
    // Only where a component's uses led here: the filter is taken away, not chosen.
    ...(search.componentId === undefined
      ? []
      : [
          {
            name: 'componentId' as const,
            label: t('tariffList.component'),
            options: [{ value: search.componentId, label: t('tariffList.chosenComponent') }],
            value: search.componentId,
          },
        ]),
  ];
}
