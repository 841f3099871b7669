import type { OrderBookRow, PlanApprovalRow } from '@depotwerk/api/traders/orders';
import { type ApprovalDecision, approvalDecisionNames } from '@depotwerk/domain/contracts/plan-approval';
import { formatDateTime } from '@depotwerk/domain/date-text';
import { formatMoney } from '@depotwerk/domain/money';
import { formatNumber } from '@depotwerk/domain/number-text';
import { said, t } from '../../../texts/texts.ts';
import { ColourLabel, type LabelTone } from '../../../ui/cells.tsx';
import type { ListColumn } from '../../../ui/virtual-table.tsx';
import { contractColumns } from '../contract-columns.tsx';
import { OrderState } from '../order-state.tsx';

/** How much is moved by how many orders. */
const sizeColumns = <Row extends { turnover: number; orderCount: number }>(): ListColumn<Row, never>[] => [
  {
    key: 'orderCount',
    header: t('orderBook.columns.orders'),
    minWidth: 80,
    grow: 0.2,
    isNumeric: true,
    priority: 2,
    render: ({ orderCount }) => formatNumber(orderCount),
  },
  {
    key: 'turnover',
    header: t('orderBook.columns.turnover'),
    minWidth: 120,
    grow: 0.4,
    isNumeric: true,
    priority: 1,
    render: ({ turnover }) => formatMoney(turnover),
  },
];

export const orderColumns = (): ListColumn<OrderBookRow, never>[] => [
  {
    key: 'createdAt',
    header: t('orderBook.columns.createdAt'),
    minWidth: 150,
    grow: 0.4,
    priority: 0,
    render: ({ createdAt }) => formatDateTime(createdAt),
  },
  ...contractColumns<OrderBookRow>(),
  {
    key: 'issuer',
    header: t('orderBook.columns.issuer'),
    minWidth: 130,
    grow: 0.5,
    priority: 3,
    render: ({ issuerName }) => <span title={issuerName}>{issuerName}</span>,
  },
  ...sizeColumns<OrderBookRow>(),
  {
    key: 'executedTurnover',
    header: t('orderBook.columns.executedTurnover'),
    minWidth: 120,
    grow: 0.4,
    isNumeric: true,
    priority: 2,
    render: ({ executedTurnover }) => (executedTurnover == null ? '–' : formatMoney(executedTurnover)),
  },
  {
    key: 'orderedBy',
    header: t('orderBook.columns.orderedBy'),
    minWidth: 120,
    grow: 0.5,
    priority: 2,
    render: ({ orderedBy }) => orderedBy ?? t('common.none'),
  },
  {
    key: 'approvedBy',
    header: t('orderBook.columns.approvedBy'),
    minWidth: 120,
    grow: 0.5,
    priority: 3,
    render: ({ approvedBy }) => approvedBy ?? '–',
  },
  {
    key: 'state',
    header: t('orderBook.columns.state'),
    minWidth: 190,
    grow: 0.4,
    priority: 0,
    render: (row) => (
      <span title={row.traderMessage ?? undefined}>
        <OrderState state={row.state} />
      </span>
    ),
  },
];

const decisionTones: Readonly<Record<ApprovalDecision, LabelTone>> = {
  waiting: 'warn',
  refused: 'bad',
  approved: 'ok',
};

/** What a request came to. */
export function DecisionLabel({ state }: { state: ApprovalDecision }) {
  return <ColourLabel tone={decisionTones[state]}>{said(approvalDecisionNames[state])}</ColourLabel>;
}

export const approvalColumns = (): ListColumn<PlanApprovalRow, never>[] => [
  {
    key: 'requestedAt',
    header: t('orderBook.columns.requestedAt'),
    minWidth: 150,
    grow: 0.4,
    priority: 0,
    render: ({ requestedAt }) => formatDateTime(requestedAt),
  },
  ...contractColumns<PlanApprovalRow>(),
  ...sizeColumns<PlanApprovalRow>(),
  {
    key: 'requestedBy',
    header: t('orderBook.columns.requestedBy'),
    minWidth: 120,
    grow: 0.5,
    priority: 2,
    render: ({ requestedBy }) => requestedBy,
  },
  {
    key: 'decidedBy',
    header: t('orderBook.columns.decidedBy'),
    minWidth: 120,
    grow: 0.5,
    priority: 3,
    render: ({ decidedBy }) => decidedBy ?? '–',
  },
  {
    key: 'state',
    header: t('orderBook.columns.state'),
    minWidth: 180,
    grow: 0.4,
    priority: 0,
    render: ({ state }) => <DecisionLabel state={state} />,
  },
];

/** When how much was ordered; of what was done in part only how much, which leaves room for the name. */
const sizeText = ({ state, createdAt, turnover, executedTurnover }: OrderBookRow): string =>
  state === 'partlyConfirmed' && executedTurnover != null
    ? t('orderBook.partDone', { done: formatMoney(executedTurnover), ordered: formatMoney(turnover) })
    : `${formatDateTime(createdAt)} · ${formatMoney(turnover)}`;

/** Lines for narrow screens. */
export const orderCard = (row: OrderBookRow) => (
  <>
    <b>{row.customerName}</b>
    <OrderState state={row.state} />
    <span className="hint">{row.contractNumber}</span>
    <span className="hint">{sizeText(row)}</span>
  </>
);
export const approvalCard = (row: PlanApprovalRow) => (
  <>
    <b>{row.customerName}</b>
    <DecisionLabel state={row.state} />
    <span className="hint">{row.contractNumber}</span>
    <span className="hint">{`${formatDateTime(row.requestedAt)} · ${formatMoney(row.turnover)}`}</span>
  </>
);
