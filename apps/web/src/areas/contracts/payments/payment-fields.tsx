import {
  mostPayments,
  type PaymentDraft,
  type PaymentsDraft,
  paymentKindNames,
  paymentKinds,
} from '@depotwerk/domain/contracts/payments';
import { IconPlus } from '@tabler/icons-react';
import { FormField } from '../../../forms/form-field.tsx';
import type { EntityForm } from '../../../forms/use-entity-form.ts';
import { today } from '../../../platform/today.ts';
import { said, t } from '../../../texts/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { DateField, MoneyField } from '../../../ui/number-fields.tsx';
import { RemoveButton } from '../../../ui/remove-button.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { FieldIssueLine } from '../form/field-issue-line.tsx';
import type { PaymentsForm } from './payments-kind.ts';
import '../form/contract-form.css';
import '../movements/movements.css';

/**
 * A line of its own until it is saved: the id tells it from the others, the server gives it one of its own. The first one states
 * what had been paid when the contract began, later ones are payments.
 */
const newPayment = (lines: readonly PaymentDraft[], startDate: string | null): PaymentDraft => ({
  id: crypto.randomUUID(),
  ...(lines.length === 0 ? { kind: 'stated', day: startDate } : { kind: 'paidIn', day: null }),
  amount: null,
});

/** What is known of the payments into a contract, one line each. */
export function PaymentFields({
  form,
  startDate,
}: {
  form: EntityForm<PaymentsForm, PaymentsDraft>;
  startDate: string | null;
}) {
  const { payments } = form.draft;
  const change = (next: (lines: readonly PaymentDraft[]) => readonly PaymentDraft[]) =>
    form.change((before) => ({ ...before, payments: next(before.payments) }));
  return (
    <FormField path="payments">
      <div className="stack">
        <p className="hint">{t('payments.formHint')}</p>
        <ol className="contract-form__lines">
          {payments.map((payment, index) => (
            <li key={payment.id} className="contract-form__line">
              <PaymentLine
                payment={payment}
                number={index + 1}
                onChange={(part) =>
                  change((lines) =>
                    lines.map((line) => (line.id === payment.id ? { ...line, ...part } : line)),
                  )
                }
                onRemove={() => change((lines) => lines.filter(({ id }) => id !== payment.id))}
              />
            </li>
          ))}
        </ol>
        <FieldIssueLine text={form.errorOf('payments')} />
        <Button
          icon={<IconPlus size={18} aria-hidden="true" />}
          disabled={payments.length >= mostPayments}
          onClick={() => change((lines) => [...lines, newPayment(lines, startDate)])}
        >
          {t('payments.add')}
        </Button>
      </div>
    </FormField>
  );
}

interface PaymentLineProps {
  payment: PaymentDraft;
  number: number;
  onChange: (part: Partial<PaymentDraft>) => void;
  onRemove: () => void;
}

function PaymentLine({ payment: { kind, day, amount }, number, onChange, onRemove }: PaymentLineProps) {
  const isStated = kind === 'stated';
  return (
    <>
      <div className="movements__head">
        <span>{t('payments.number', { number })}</span>
        <RemoveButton label={t('payments.remove', { number })} onClick={onRemove} />
      </div>
      <SelectField
        label={t('payments.kind')}
        value={kind}
        options={paymentKinds.map((each) => ({ value: each, label: said(paymentKindNames[each]) }))}
        onChange={(value) => onChange({ kind: value === '' ? kind : value })}
      />
      <DateField
        label={t('payments.day')}
        isRequired
        max={today()}
        value={day}
        onChange={(next) => onChange({ day: next })}
      />
      <MoneyField
        label={t(isStated ? 'payments.stated' : 'payments.amount')}
        isRequired
        min={isStated ? undefined : 0}
        value={amount}
        onChange={(next) => onChange({ amount: next })}
      />
    </>
  );
}
