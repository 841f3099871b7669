import type { OrderBookRow, PlanApprovalRow } from '@depotwerk/api/traders/orders';
import { traderOrderState } from '@depotwerk/api/traders/trader-execution';
import { approvalDecisionNames, approvalDecisions } from '@depotwerk/domain/contracts/plan-approval';
import { traderOrderStateNames } from '@depotwerk/domain/contracts/trader-order-states';
import { formatMoney } from '@depotwerk/domain/money';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactNode, useMemo, useState } from 'react';
import { SavedViewsButton } from '../../../lists/saved-views-button.tsx';
import { toChangedSearch } from '../../../platform/search-params.ts';
import { mayChange, useSession } from '../../../platform/session.ts';
import { said, t } from '../../../texts/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { ExportMenu } from '../../../ui/export-menu.tsx';
import { EmptyState } from '../../../ui/feedback.tsx';
import { fileKeys } from '../../../ui/grouping.ts';
import { ListPage } from '../../../ui/list-page.tsx';
import { DateField } from '../../../ui/number-fields.tsx';
import { usePagedRows } from '../../../ui/paged-rows.ts';
import { SearchBox } from '../../../ui/search-box.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { SegmentedControl } from '../../../ui/tabs.tsx';
import { useChosenColumns } from '../../../ui/use-chosen-columns.ts';
import { ApproveManyDialog } from './approve-many-dialog.tsx';
import { LimitDialog } from './limit-dialog.tsx';
import { approvalCard, approvalColumns, orderCard, orderColumns } from './order-book-columns.tsx';
import { loadApprovals, loadOrderFile, loadOrders, orderRulesQuery } from './order-book-queries.ts';
import { type OrderBookSearch, validateOrderBookSearch } from './order-book-search.ts';
import './order-book.css';

type Change = { [Name in keyof OrderBookSearch]?: OrderBookSearch[Name] | undefined };

interface ViewProps {
  filter: OrderBookSearch;
  setFilter: (change: Change) => void;
  /** Between title and filters: which of the two lists is shown, and the limit of the house. */
  head: ReactNode;
  actions: ReactNode;
  onOpen: (contractId: string) => void;
}

/** `/orders`: what was ordered for all contracts, and what waits for a second person before it may be. */
export function OrderBookPage() {
  const raw = useSearch({ from: '/shell/orders' });
  const filter = useMemo(() => validateOrderBookSearch({ ...raw }), [raw]);
  const navigate = useNavigate({ from: '/orders' });
  const user = useSession((session) => session.user);
  const rules = useQuery(orderRulesQuery()).data;
  const [isSetting, setSetting] = useState(false);
  const setFilter = (change: Change) => void navigate(toChangedSearch<OrderBookSearch>(change));
  const isApprovals = filter.view === 'approvals';
  const View = isApprovals ? ApprovalsView : OrdersView;
  return (
    <>
      <View
        filter={filter}
        setFilter={setFilter}
        onOpen={(contractId) =>
          void navigate({ to: '/contracts/$contractId/$tab', params: { contractId, tab: 'optimization' } })
        }
        actions={
          rules && mayChange(user, 'userManagement.editRoles') ? (
            <Button onClick={() => setSetting(true)}>{t('orderBook.limit.change')}</Button>
          ) : null
        }
        head={
          <div className="order-book__head" data-no-print>
            <SegmentedControl
              label={t('orderBook.view')}
              value={isApprovals ? 'approvals' : 'orders'}
              options={[
                { value: 'orders', label: t('orderBook.orders') },
                { value: 'approvals', label: t('orderBook.approvals') },
              ]}
              onChange={(view) =>
                setFilter({
                  view: view === 'approvals' ? 'approvals' : undefined,
                  // Each of the two lists has columns and views of its own.
                  columns: undefined,
                  viewId: undefined,
                })
              }
            />
            {rules ? (
              <p className="hint">
                {rules.approvalLimit === null
                  ? t('orderBook.limit.none')
                  : t('orderBook.limit.is', { amount: formatMoney(rules.approvalLimit) })}
              </p>
            ) : null}
          </div>
        }
      />
      {isSetting && rules ? (
        <LimitDialog limit={rules.approvalLimit} etag={rules.etag} onClose={() => setSetting(false)} />
      ) : null}
    </>
  );
}

/** What stands above either list: which of the two it is, the search, and what else narrows it. */
function Tools({
  head,
  search,
  setFilter,
  children,
}: Pick<ViewProps, 'head' | 'setFilter'> & { search: string | undefined; children: ReactNode }) {
  return (
    <>
      {head}
      <section className="order-book__filter" aria-label={t('contracts.filter')} data-no-print>
        <SearchBox
          label={t('orderBook.searchLabel')}
          placeholder={t('orderBook.searchLabel')}
          value={search}
          onSearch={(text) => setFilter({ search: text })}
        />
        {children}
      </section>
    </>
  );
}

/** Columns that stand in a file under other names. */
const exportedAs = { customer: 'customerName', contract: 'contractNumber', issuer: 'issuerName' };

function OrdersView({ filter, setFilter, head, actions, onOpen }: ViewProps) {
  const { state, from, to, search } = filter;
  const all = useMemo(() => orderColumns(), []);
  const { columns, onResize } = useChosenColumns(filter.columns, all, (names) =>
    setFilter({ columns: names }),
  );
  const rows = usePagedRows<OrderBookRow>(['orders', { state, from, to, search }], (page, size, signal) =>
    loadOrders(filter, page, size, signal),
  );
  const viewed = { state, from, to, search, columns: filter.columns, viewId: filter.viewId };
  const mayExport = useSession((session) => mayChange(session.user, 'contracts.export'));
  const isFiltered = [state, from, to, search].some((part) => part !== undefined);
  return (
    <ListPage<OrderBookRow, never>
      title={t('orderBook.title')}
      countText={(count, number) => t('orderBook.count', { count, number })}
      actions={
        <>
          {mayExport ? (
            <ExportMenu
              isDisabled={!rows.total}
              load={(format) =>
                loadOrderFile(filter, format, filter.columns && fileKeys(columns, exportedAs))
              }
            />
          ) : null}
          {actions}
        </>
      }
      tools={
        <Tools head={head} search={search} setFilter={setFilter}>
          <SelectField
            label={t('orderBook.columns.state')}
            value={state ?? ''}
            emptyLabel={t('common.all')}
            options={traderOrderState.options.map((value) => ({
              value,
              label: said(traderOrderStateNames[value]),
            }))}
            onChange={(value) => setFilter({ state: value || undefined })}
          />
          <DateField
            label={t('orderBook.from')}
            value={from ?? null}
            onChange={(day) => setFilter({ from: day ?? undefined })}
          />
          <DateField
            label={t('orderBook.to')}
            value={to ?? null}
            onChange={(day) => setFilter({ to: day ?? undefined })}
          />
          <SavedViewsButton screenKey="orders" address={viewed} columns={all} />
        </Tools>
      }
      searchText={search}
      isFiltered={isFiltered}
      onReset={() => setFilter({ state: undefined, from: undefined, to: undefined, search: undefined })}
      empty={
        isFiltered ? undefined : (
          <EmptyState title={t('orderBook.empty')}>{t('orderBook.emptyHint')}</EmptyState>
        )
      }
      loadFailed={t('orderBook.loadFailed')}
      label={t('orderBook.orders')}
      columns={columns}
      onResize={onResize}
      rows={rows}
      onOpen={({ contractId }) => onOpen(contractId)}
      renderCard={orderCard}
      rowLabel={({ customerName, contractNumber }) => `${customerName}, ${contractNumber}`}
    />
  );
}

function ApprovalsView({ filter, setFilter, head, actions, onOpen }: ViewProps) {
  const { approval = 'waiting', search } = filter;
  const [isMany, setMany] = useState(false);
  const mayDecide = useSession((session) => mayChange(session.user, 'optimization.approve'));
  const all = useMemo(() => approvalColumns(), []);
  const { columns, onResize } = useChosenColumns(filter.columns, all, (names) =>
    setFilter({ columns: names }),
  );
  const rows = usePagedRows<PlanApprovalRow>(
    ['orders', 'approvals', { approval, search }],
    (page, size, signal) => loadApprovals(filter, page, size, signal),
  );
  const { columns: names, viewId } = filter;
  const viewed = { approval: filter.approval, search, columns: names, viewId };
  const isFiltered = search !== undefined;
  return (
    <>
      <ListPage<PlanApprovalRow, never>
        title={t('orderBook.title')}
        countText={(count, number) => t('orderBook.approvalCount', { count, number })}
        actions={
          <>
            {mayDecide && approval === 'waiting' && (rows.total ?? 0) > 1 ? (
              <Button onClick={() => setMany(true)}>{t('orderBook.many.open')}</Button>
            ) : null}
            {actions}
          </>
        }
        tools={
          <Tools head={head} search={search} setFilter={setFilter}>
            <SelectField
              label={t('orderBook.columns.state')}
              value={approval}
              options={[
                ...approvalDecisions.map((value) => ({ value, label: said(approvalDecisionNames[value]) })),
                { value: 'all' as const, label: t('common.all') },
              ]}
              onChange={(value) =>
                setFilter({ approval: value === 'waiting' || value === '' ? undefined : value })
              }
            />
            <SavedViewsButton
              screenKey="approvals"
              address={viewed}
              kept={{ view: 'approvals' }}
              columns={all}
            />
          </Tools>
        }
        searchText={search}
        isFiltered={isFiltered}
        onReset={() => setFilter({ search: undefined })}
        empty={
          isFiltered ? undefined : (
            <EmptyState title={t('orderBook.noApprovals')}>{t('orderBook.noApprovalsHint')}</EmptyState>
          )
        }
        loadFailed={t('orderBook.loadFailed')}
        label={t('orderBook.approvals')}
        columns={columns}
        onResize={onResize}
        rows={rows}
        onOpen={({ contractId }) => onOpen(contractId)}
        renderCard={approvalCard}
        rowLabel={({ customerName, contractNumber }) => `${customerName}, ${contractNumber}`}
      />
      {isMany ? <ApproveManyDialog search={search} onClose={() => setMany(false)} /> : null}
    </>
  );
}
