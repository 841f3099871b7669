import { formatNumber } from '@depotwerk/domain/number-text';
import { t } from '../../texts/texts.ts';
import { Card } from '../../ui/layout.tsx';
import { MoneyField } from '../../ui/number-fields.tsx';
import { RemoveButton } from '../../ui/remove-button.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { SegmentedControl } from '../../ui/tabs.tsx';
import type { DraftOrder, PlanDraft } from './edit-draft.ts';
import { withAction, withAmount, withOrder, withoutOrder } from './edit-draft.ts';
import { fundOptions } from './fund-options.ts';
import type { AdviceInput, PlanDescription } from './optimization-types.ts';

export interface EditableOrdersProps {
  draft: PlanDraft;
  input: AdviceInput;
  /** The plan as computed last: gives amounts and units to show. */
  shown: PlanDescription;
  onChange: (draft: PlanDraft) => void;
}

const maximumAmount = 100_000_000;

/** One row an order: direction, euros, what it comes to in units. */
export function EditableOrders({ draft, input, shown, onChange }: EditableOrdersProps) {
  const ordered = new Set(draft.orders.map(({ fundId }) => fundId));
  return (
    <Card isFlush title={t('optimization.edit.title')}>
      <ul className="opt-edit">
        {draft.orders.map((order) => (
          <EditableOrder
            key={order.fundId}
            order={order}
            draft={draft}
            input={input}
            shown={shown}
            onChange={onChange}
          />
        ))}
      </ul>
      <div className="opt-edit__add">
        <SelectField
          label={t('optimization.edit.add')}
          value=""
          emptyLabel={t('optimization.edit.addChoose')}
          options={fundOptions(input, (fundId) => ordered.has(fundId), input.contract.positions)}
          onChange={(fundId) => {
            if (fundId !== '') onChange(withOrder(draft, Number(fundId)));
          }}
        />
      </div>
    </Card>
  );
}

function EditableOrder({
  order,
  draft,
  input,
  shown,
  onChange,
}: EditableOrdersProps & { order: DraftOrder }) {
  const fund = input.funds.find(({ fundId }) => fundId === order.fundId);
  const computed = shown.transactions.find(
    ({ fundId, action }) => fundId === order.fundId && action === order.action,
  );
  const name = fund?.name ?? '';
  const amount = order.amount ?? (order.quantity === null ? null : (computed?.amount ?? null));
  const isMissing = order.quantity === null && !(order.amount !== null && order.amount > 0);
  return (
    <li className="opt-edit__row">
      <span className="opt-edit__fund">
        {name}
        <span className="hint">
          {computed
            ? t('optimization.execution.units', { quantity: formatNumber(computed.quantity, 0, 6) })
            : fund?.isin}
        </span>
      </span>
      <SegmentedControl
        size="small"
        label={t('optimization.edit.actionOf', { name })}
        value={order.action}
        options={[
          { value: 'sell', label: t('optimization.orders.sell') },
          { value: 'buy', label: t('optimization.orders.buy') },
        ]}
        onChange={(action) => onChange(withAction(draft, order.fundId, action, amount))}
      />
      <span className="opt-edit__amount">
        <MoneyField
          isLabelHidden
          label={t('optimization.edit.amountOf', { name })}
          value={amount}
          min={0.01}
          max={maximumAmount}
          error={isMissing ? t('optimization.edit.amountMissing') : null}
          onChange={(value) => onChange(withAmount(draft, order.fundId, value))}
        />
      </span>
      <RemoveButton
        label={t('optimization.edit.remove', { name })}
        onClick={() => onChange(withoutOrder(draft, order.fundId))}
      />
    </li>
  );
}
