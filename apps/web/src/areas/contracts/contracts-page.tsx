import type { ContractListItem } from '@depotwerk/api/contracts/contracts';
import { formatDateTime } from '@depotwerk/domain/date-text';
import type { ContractSortKey } from '@depotwerk/domain/lists/sort-keys';
import { formatNumber } from '@depotwerk/domain/number-text';
import { IconAdjustmentsHorizontal, IconColumns3 } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useCallback, useMemo, useState } from 'react';
import { SavedViewsButton } from '../../lists/saved-views-button.tsx';
import { mayChange, useSession } from '../../platform/session.ts';
import { useWhiteLabel } from '../../platform/white-label.ts';
import { contractListKey, contractStatsQuery } from '../../queries/contract-cache.ts';
import { dialogLink } from '../../shell/dialog-link.ts';
import { t } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { groupedSort, rowGroupsOf, withGroupColumn } from '../../ui/grouping.ts';
import { toWithoutFilters } from '../../ui/kept-looks.ts';
import { PageHeader } from '../../ui/layout.tsx';
import { EmptyList, ListResults } from '../../ui/list-results.tsx';
import { usePagedRows } from '../../ui/paged-rows.ts';
import { SearchBox } from '../../ui/search-box.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { nextSortOrder, sortOrderText } from '../../ui/sort-order.ts';
import { useChosenColumns } from '../../ui/use-chosen-columns.ts';
import { RefreshButton } from '../traders/public/refresh-button.tsx';
import { useContractActions } from './contract-actions.tsx';
import { contractCard } from './contract-card.tsx';
import { contractColumns, contractLabel, defaultContractColumns } from './contract-columns.tsx';
import { contractGroupNotes } from './contract-groups.ts';
import { loadContractPage } from './contract-list-queries.ts';
import { ContractStatTiles } from './contract-stat-tiles.tsx';
import { ContractsExport, useContractsFile } from './contracts-export.tsx';
import { ChooseButton } from './public/choose-button.tsx';
import { ContractFilterChips, contractFilterWords } from './public/contract-filter-chips.tsx';
import { listChoiceOf, useListSelection } from './public/contract-selection.ts';
import type { ContractsSearch } from './public/contracts-search.ts';
import {
  activeFilterNames,
  contractFilterOf,
  contractSortOf,
  parseContractsSearch,
} from './public/contracts-search.ts';
import { FirstContract, NoGroup, useSeesNoGroup } from './public/first-contract.tsx';
import './contracts.css';

// Choosing many is rare; its bar comes when it is wanted.
const ContractFilterPanel = lazy(async () => ({
  default: (await import('./contract-filter-panel.tsx')).ContractFilterPanel,
}));

const BulkBar = lazy(async () => ({
  default: (await import('./bulk/bulk-bar.tsx')).BulkBar,
}));

/** `/contracts`: find one contract among many. Filter, order and columns stand in the address. */
export function ContractsPage() {
  const raw = useSearch({ from: '/shell/contracts' });
  const search = useMemo(() => parseContractsSearch({ ...raw }), [raw]);
  const navigate = useNavigate({ from: '/contracts' });
  const filter = useMemo(() => contractFilterOf(search), [search]);
  const order = contractSortOf(search);
  const [isPanelOpen, setPanelOpen] = useState(false);
  const seesNoGroup = useSeesNoGroup();

  const setSearch = useCallback(
    (change: { [Name in keyof ContractsSearch]?: ContractsSearch[Name] | undefined }) =>
      void navigate({
        search: (previous) => ({ ...previous, ...change }) as ContractsSearch,
        replace: true,
        resetScroll: false,
      }),
    [navigate],
  );
  const resetFilters = () => void navigate(toWithoutFilters(search));

  const stats = useQuery(contractStatsQuery(filter));
  const all = useMemo(() => contractColumns(), []);
  const sort = groupedSort(all, search.groupBy, sortOrderText(order));
  const rows = usePagedRows<ContractListItem>([...contractListKey, filter, sort], (page, pageSize, signal) =>
    loadContractPage(filter, sort, page, pageSize, signal),
  );
  const { columns, onResize } = useChosenColumns(
    search.columns,
    all,
    (names) => setSearch({ columns: names }),
    defaultContractColumns,
  );
  const fileColumns = withGroupColumn(columns, all, search.groupBy);
  const groups = useMemo(() => {
    const found = rowGroupsOf(all, search.groupBy);
    return found && { ...found, noteOf: contractGroupNotes(search.groupBy, stats.data) };
  }, [all, search.groupBy, stats.data]);
  const menuOf = useContractActions();
  const selection = useListSelection<ContractListItem>();
  const chosenFile = useContractsFile({ filter, sort, columns: fileColumns }, selection.choice);
  const chosen = listChoiceOf(selection, rows, chosenFile);
  const { bulk } = useWhiteLabel().features;
  const mayChoose = useSession((state) => mayChange(state.user, 'contracts.bulk')) && bulk;
  const open = (contract: ContractListItem) =>
    void navigate({
      to: '/contracts/$contractId/$tab',
      params: { contractId: contract.id, tab: 'overview' },
    });
  const onSort = (key: ContractSortKey, startsDescending: boolean) =>
    setSearch({ sort: sortOrderText(nextSortOrder(order, key, startsDescending)) });

  const activeCount = activeFilterNames(search).length;
  const isFiltered = activeCount > 0 || search.search !== undefined;
  const total = rows.total;
  return (
    <div className="stack contracts">
      <PageHeader
        title={t('contracts.title')}
        subtitle={
          rows.error && total === undefined ? null : (
            <ListSubtitle total={total} calculatedAt={stats.data?.calculatedAt} />
          )
        }
        actions={
          <>
            <RefreshButton />
            <ContractsExport filter={filter} sort={sort} columns={fileColumns} isDisabled={!total} />
          </>
        }
      />
      {rows.error && stats.error ? null : (
        <ContractStatTiles stats={stats.data} error={stats.error} onRetry={() => void stats.refetch()} />
      )}
      <div className="contracts__tools" data-no-print>
        <div className="contracts__search">
          <SearchBox
            label={t('contracts.searchLabel')}
            value={search.search}
            onSearch={(text) => setSearch({ search: text })}
          />
        </div>
        <Button
          kind="quiet"
          icon={<IconAdjustmentsHorizontal size={18} aria-hidden="true" />}
          aria-expanded={isPanelOpen}
          aria-controls="contract-filter"
          onClick={() => setPanelOpen(!isPanelOpen)}
        >
          {activeCount > 0 ? t('contracts.filterCount', { count: activeCount }) : t('contracts.filter')}
        </Button>
        <span className="contracts__columns-button">
          <Button
            kind="quiet"
            icon={<IconColumns3 size={18} aria-hidden="true" />}
            onClick={() => void navigate({ to: '.', ...dialogLink('columnChooser') })}
          >
            {t('contracts.chooseColumns')}
          </Button>
        </span>
        <SavedViewsButton
          screenKey="contracts"
          address={search}
          columns={all}
          usual={defaultContractColumns}
          filterWords={contractFilterWords}
        />
        {mayChoose ? <ChooseButton selection={selection} /> : null}
        <div className="contracts__card-sort">
          <SelectField
            label={t('contracts.sortBy')}
            isLabelHidden
            value={sortOrderText(order)}
            options={sortChoices(all, sortOrderText(order))}
            onChange={(value) => setSearch({ sort: value })}
          />
        </div>
        <span className="contracts__hits" role="status">
          {total === undefined || rows.isOutdated
            ? ''
            : t('contracts.hits', { count: total, number: formatNumber(total) })}
        </span>
      </div>
      {isPanelOpen ? (
        <Suspense fallback={null}>
          <ContractFilterPanel search={search} onChange={setSearch} onReset={resetFilters} />
        </Suspense>
      ) : null}
      {activeCount > 0 ? (
        <ContractFilterChips search={search} onChange={setSearch} onReset={resetFilters} />
      ) : null}
      <ListResults
        loadFailed={t('contracts.loadFailed')}
        onRetry={() => {
          rows.retry();
          if (stats.isError) void stats.refetch();
        }}
        empty={
          seesNoGroup ? (
            <NoGroup />
          ) : (
            <EmptyList
              searchText={search.search}
              isFiltered={isFiltered}
              onReset={resetFilters}
              emptyAction={<FirstContract />}
            />
          )
        }
        label={t('contracts.title')}
        columns={columns}
        rows={rows}
        order={order}
        onSort={onSort}
        onOpen={open}
        renderCard={contractCard}
        rowLabel={contractLabel}
        menuOf={menuOf}
        selection={selection.rows}
        groups={groups}
        onResize={onResize}
      />
      {chosen ? (
        <Suspense fallback={null}>
          <BulkBar filter={filter} list={chosen} />
        </Suspense>
      ) : null}
    </div>
  );
}

function sortChoices(columns: ReturnType<typeof contractColumns>, current: string) {
  return columns.flatMap(({ sortKey, header, startsDescending }) => {
    if (sortKey === undefined) return [];
    const natural = startsDescending ? `-${sortKey}` : sortKey;
    const turned = startsDescending ? sortKey : `-${sortKey}`;
    const isTurned = current === turned;
    return [
      { value: isTurned ? turned : natural, label: isTurned ? t('contracts.reversed', { header }) : header },
    ];
  });
}

function ListSubtitle({
  total,
  calculatedAt,
}: {
  total: number | undefined;
  calculatedAt: string | undefined;
}) {
  if (total === undefined) return <span>{t('common.loading')}</span>;
  return (
    <span>
      {t('contracts.count', { count: total, number: formatNumber(total) })}
      {calculatedAt === undefined
        ? ''
        : ` · ${t('contracts.asOfTime', { date: formatDateTime(calculatedAt) })}`}
    </span>
  );
}
