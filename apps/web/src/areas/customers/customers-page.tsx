import type { CustomerListItem } from '@depotwerk/api/customers/customers';
import { formatNumber } from '@depotwerk/domain/number-text';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useMemo } from 'react';
import { filterChoicesQuery } from '../../lists/filter-choices.ts';
import { SavedViewsButton } from '../../lists/saved-views-button.tsx';
import { hasPermission, mayChange, useSession } from '../../platform/session.ts';
import { useWhiteLabel } from '../../platform/white-label.ts';
import { t } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { groupedSort, rowGroupsOf, withGroupColumn } from '../../ui/grouping.ts';
import { toWithoutFilters } from '../../ui/kept-looks.ts';
import { ListPage } from '../../ui/list-page.tsx';
import { OnceAllowed } from '../../ui/once-allowed.tsx';
import { usePagedRows } from '../../ui/paged-rows.ts';
import { SearchBox } from '../../ui/search-box.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { nextSortOrder, sortOrderText } from '../../ui/sort-order.ts';
import { useChosenColumns } from '../../ui/use-chosen-columns.ts';
import { ChooseButton } from '../contracts/public/choose-button.tsx';
import { contractFilterWords } from '../contracts/public/contract-filter-chips.tsx';
import { listChoiceOf, useListSelection } from '../contracts/public/contract-selection.ts';
import { BookImportLink, NoGroup, useSeesNoGroup } from '../contracts/public/first-contract.tsx';
import { tagsQuery } from '../tags/public/tag-queries.ts';
import { customerCard, customerColumns, customerRowLabel } from './customer-columns.tsx';
import type { CustomerFilter } from './customer-pages.ts';
import { loadCustomerPage } from './customer-pages.ts';
import { CustomerPanel } from './customer-panel.tsx';
import { CustomersExport, useCustomersFile } from './customers-export.tsx';
import type { CustomersSearch } from './customers-search.ts';
import { customerSortOf } from './customers-search.ts';
import './customers.css';

// Choosing many is rare; its bar comes when it is wanted.
const CustomerBulkBar = lazy(async () => ({
  default: (await import('./bulk/customer-bulk-bar.tsx')).CustomerBulkBar,
}));

/** `/customers`: find a customer by part of a name, date of birth, contract number or mail. */
export function CustomersPage() {
  const search = useSearch({ from: '/shell/customers' });
  const navigate = useNavigate({ from: '/customers' });
  const order = customerSortOf(search);
  const filter = useMemo<CustomerFilter>(
    () => ({
      ...(search.search && { search: search.search }),
      ...(search.groupId && { groupId: search.groupId }),
      ...(search.tagId !== undefined && { tagId: search.tagId }),
    }),
    [search.search, search.groupId, search.tagId],
  );
  // Groups to filter by belong to contracts: who may not see those would only be refused.
  const maySeeContracts = useSession((state) => hasPermission(state.user, 'contracts.view'));
  const choices = useQuery({ ...filterChoicesQuery(), enabled: maySeeContracts }).data?.groups;
  const tags = useQuery(tagsQuery()).data ?? [];
  const all = useMemo(
    () => customerColumns(new Map(choices?.map(({ id, level }) => [id, level]) ?? [])),
    [choices],
  );
  const groups = useMemo(() => rowGroupsOf(all, search.groupBy), [all, search.groupBy]);
  const sort = groupedSort(all, search.groupBy, order === null ? undefined : sortOrderText(order));
  const rows = usePagedRows<CustomerListItem>(['customers', 'list', filter, sort], (page, pageSize, signal) =>
    loadCustomerPage(filter, sort, page, pageSize, signal),
  );
  const setSearch = (change: { [Name in keyof CustomersSearch]?: CustomersSearch[Name] | undefined }) =>
    void navigate({
      search: (previous) => ({ ...previous, ...change }) as CustomersSearch,
      replace: true,
      resetScroll: false,
    });
  const { columns, onResize } = useChosenColumns(search.columns, all, (names) =>
    setSearch({ columns: names }),
  );
  const reset = () => void navigate(toWithoutFilters(search));
  const isFiltered =
    search.search !== undefined || search.groupId !== undefined || search.tagId !== undefined;
  const { total } = rows;
  const mayMerge = useSession((state) => hasPermission(state.user, 'customers.merge'));
  const mayErase = useSession((state) => hasPermission(state.user, 'customers.erase'));
  const selection = useListSelection<CustomerListItem>();
  const { bulk } = useWhiteLabel().features;
  const mayChoose = useSession((state) => mayChange(state.user, 'contracts.bulk')) && bulk;
  const exportColumns =
    search.columns === undefined ? undefined : withGroupColumn(columns, all, search.groupBy);
  const chosenFile = useCustomersFile({ filter, sort, columns: exportColumns }, selection.choice);
  const chosen = listChoiceOf(selection, rows, chosenFile);
  const mayCreate = useSession((state) => mayChange(state.user, 'customers.create'));
  const seesNoGroup = useSeesNoGroup();
  return (
    <ListPage
      title={t('customers.title')}
      countText={(count, number) => t('customers.count', { count, number })}
      actions={
        <>
          <nav className="customers__ways" aria-label={t('customers.ways')}>
            <Link to="/customers/birthdays" className="ui-button ui-button--quiet ui-button--medium">
              {t('customers.birthdays.title')}
            </Link>
            {mayMerge ? (
              <Link to="/customers/duplicates" className="ui-button ui-button--quiet ui-button--medium">
                {t('customers.merge.pairs')}
              </Link>
            ) : null}
            {mayErase ? (
              <Link to="/customers/erasures" className="ui-button ui-button--quiet ui-button--medium">
                {t('customers.privacy.receipts')}
              </Link>
            ) : null}
          </nav>
          <CustomersExport filter={filter} sort={sort} columns={exportColumns} isDisabled={!total} />
          {mayCreate ? (
            <Button
              kind="primary"
              icon={<IconPlus size={18} aria-hidden="true" />}
              onClick={() => setSearch({ open: 'new' })}
            >
              {t('customers.create')}
            </Button>
          ) : null}
        </>
      }
      tools={
        <div className="customers__tools" data-no-print>
          <div className="customers__search">
            <SearchBox
              label={t('customers.searchLabel')}
              value={search.search}
              onSearch={(text) => setSearch({ search: text })}
            />
          </div>
          {choices && choices.length > 1 ? (
            <div className="customers__group">
              <SelectField
                label={t('customers.columns.group')}
                isLabelHidden
                value={search.groupId ?? ''}
                emptyLabel={t('customers.allGroups')}
                // A native list cannot indent by style; a wide blank a level stands for it.
                options={choices.map(({ id, groupName, level }) => ({
                  value: id,
                  label: '\u2003'.repeat(level) + groupName,
                }))}
                onChange={(value) => setSearch({ groupId: value || undefined })}
              />
            </div>
          ) : null}
          {tags.length > 0 ? (
            <div className="customers__group">
              <SelectField
                label={t('contracts.filters.tagId')}
                isLabelHidden
                value={search.tagId === undefined ? '' : String(search.tagId)}
                emptyLabel={t('tags.all')}
                options={tags.map(({ id, tagName }) => ({ value: String(id), label: tagName }))}
                onChange={(value) => setSearch({ tagId: value === '' ? undefined : Number(value) })}
              />
            </div>
          ) : null}
          <SavedViewsButton
            screenKey="customers"
            address={search}
            columns={all}
            filterWords={contractFilterWords}
          />
          {mayChoose ? <ChooseButton selection={selection} /> : null}
          <span className="customers__hits" role="status">
            {total === undefined || rows.isOutdated
              ? ''
              : t(rows.isTotalExact ? 'contracts.hits' : 'customers.hitsAtLeast', {
                  count: total,
                  number: formatNumber(total),
                })}
          </span>
        </div>
      }
      searchText={search.search}
      isFiltered={isFiltered}
      onReset={reset}
      empty={seesNoGroup ? <NoGroup /> : undefined}
      emptyAction={<BookImportLink />}
      loadFailed={t('customers.loadFailed')}
      label={t('customers.title')}
      columns={columns}
      rows={rows}
      order={order}
      onSort={(key, startsDescending) =>
        setSearch({ sort: sortOrderText(nextSortOrder(order, key, startsDescending)) })
      }
      onOpen={(customer) =>
        void navigate({ to: '/customers/$customerId', params: { customerId: customer.id }, search: {} })
      }
      renderCard={customerCard}
      rowLabel={customerRowLabel}
      selection={selection.rows}
      groups={groups}
      onResize={onResize}
    >
      {chosen ? (
        <Suspense fallback={null}>
          <CustomerBulkBar filter={filter} list={chosen} />
        </Suspense>
      ) : null}
      {search.open === 'new' ? (
        <OnceAllowed isAllowed={mayCreate}>
          <CustomerPanel
            open="new"
            onClose={() => setSearch({ open: undefined })}
            onSaved={({ id }) =>
              void navigate({ to: '/customers/$customerId', params: { customerId: id }, search: {} })
            }
          />
        </OnceAllowed>
      ) : null}
    </ListPage>
  );
}
