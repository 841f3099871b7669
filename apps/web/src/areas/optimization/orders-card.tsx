import { formatDateTime } from '@depotwerk/domain/date-text';
import { formatMoney } from '@depotwerk/domain/money';
import { formatNumber } from '@depotwerk/domain/number-text';
import { formatShare } from '@depotwerk/domain/percent';
import { useState } from 'react';
import { said, t } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import type { LabelTone } from '../../ui/cells.tsx';
import { ColourLabel } from '../../ui/cells.tsx';
import { Card } from '../../ui/layout.tsx';
import type { TraderExecution } from './optimization-types.ts';
import { OrderState } from './order-state.tsx';

type Order = TraderExecution['orders'][number];
type Result = TraderExecution['results'][number];

const resultTones: Record<Result['state'], LabelTone> = {
  accepted: 'info',
  executed: 'ok',
  partlyExecuted: 'warn',
  rejected: 'bad',
};

/** Executions of a contract at its bank, the newest open, with the result of each order. */
export function OrdersCard({ executions }: { executions: readonly TraderExecution[] }) {
  const [isAll, setAll] = useState(false);
  const shown = isAll ? executions : executions.slice(0, 1);
  return (
    <Card
      isFlush
      title={t('optimization.orders.title')}
      actions={
        executions.length > 1 ? (
          <Button kind="quiet" size="small" aria-expanded={isAll} onClick={() => setAll(!isAll)}>
            {isAll ? t('optimization.groups.less') : t('common.all')}
          </Button>
        ) : undefined
      }
    >
      {shown.map((execution) => (
        <Execution key={execution.id} execution={execution} />
      ))}
    </Card>
  );
}

function Execution({ execution }: { execution: TraderExecution }) {
  return (
    <article className="opt-execution">
      <div className="opt-execution__head">
        <span role="status">
          <OrderState state={execution.state} />
        </span>
        <span className="hint">{timeText(execution)}</span>
        <span className="hint opt-execution__number">
          {t('optimization.orders.number', { id: execution.clientOrderId.slice(0, 8) })}
        </span>
      </div>
      <p>{t(`optimization.orders.stateHint.${execution.state}`)}</p>
      {execution.traderMessage === null ? null : (
        <p className="opt-execution__message">
          {execution.traderMessage}
          {execution.traderCode === null ? '' : ` (${execution.traderCode})`}
        </p>
      )}
      {execution.orders.length > 0 ? (
        <ul className="opt-execution__orders">
          {execution.orders.map((order) => (
            <ExecutedOrder
              key={`${order.action}/${order.isin}`}
              order={order}
              isRefused={execution.state === 'refused'}
              result={execution.results.find(
                (candidate) => candidate.isin === order.isin && candidate.action === order.action,
              )}
            />
          ))}
        </ul>
      ) : null}
      {execution.savingsPlan ? (
        <p className="hint">
          {t('optimization.execution.savingsPlan')}:{' '}
          {execution.savingsPlan.entries
            .map((entry) => `${entry.name} ${formatShare(entry.fraction)}`)
            .join(', ')}
        </p>
      ) : null}
    </article>
  );
}

/** @param isRefused the bank refused all orders at once, and tells of none by itself */
function ExecutedOrder({
  order,
  result,
  isRefused,
}: {
  order: Order;
  result: Result | undefined;
  isRefused: boolean;
}) {
  const state = result?.state ?? (isRefused ? 'rejected' : null);
  const isPart = result !== undefined && result.state === 'partlyExecuted';
  return (
    <li>
      <span className="opt-execution__fund">
        <span>
          {t(`optimization.execution.${order.action}`)}: {order.name}
        </span>
        <span className="hint">
          {order.isin} · {t('optimization.execution.units', { quantity: formatNumber(order.quantity, 0, 6) })}
          {order.fromName === null ? '' : ` · ${t('optimization.execution.from', { name: order.fromName })}`}
        </span>
        {result?.message ? <span className="opt-execution__message">{said(result.message)}</span> : null}
      </span>
      <span className="num">
        {formatMoney(order.amount)}
        {isPart ? (
          <span className="hint opt-execution__part">
            {t('optimization.orders.executed')}: {formatMoney(result.executedAmount)}
          </span>
        ) : null}
      </span>
      <ColourLabel tone={state ? resultTones[state] : 'neutral'}>
        {state ? t(`optimization.orders.result.${state}`) : t('optimization.orders.resultOpen')}
      </ColourLabel>
    </li>
  );
}

function timeText({ settledAt, sentAt, createdAt }: TraderExecution): string {
  if (settledAt !== null) return t('optimization.orders.settledAt', { date: formatDateTime(settledAt) });
  if (sentAt !== null) return t('optimization.orders.sentAt', { date: formatDateTime(sentAt) });
  return t('optimization.orders.createdAt', { date: formatDateTime(createdAt) });
}
