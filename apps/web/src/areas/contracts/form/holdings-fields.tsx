import type { HoldingDraft } from '@depotwerk/domain/contracts/check-contract';
import { t } from '../../../texts/texts.ts';
import { MoneyField, NumberField } from '../../../ui/number-fields.tsx';
import { FormField } from '../../master-data/form-field.tsx';
import type { ContractEntityForm } from './day-field.tsx';
import { DayField } from './day-field.tsx';
import { FundLines } from './fund-lines.tsx';
import type { KnownFund } from './fund-names.ts';

/** Holdings by hand: day of valuation, value beside the funds, and one line a fund. */
export function HoldingsFields({ form, known }: { form: ContractEntityForm; known: readonly KnownFund[] }) {
  const { draft, change } = form;
  return (
    <section className="entity-form__section">
      <h3>{t('contracts.form.holdings')}</h3>
      <div className="entity-form__row">
        <DayField form={form} path="valuationDate" />
        <FormField path="nonFundsValue">
          <MoneyField
            label={t('contracts.form.nonFundsValue')}
            value={draft.nonFundsValue}
            error={form.errorOf('nonFundsValue')}
            onFault={form.faultOf('nonFundsValue')}
            onChange={(nonFundsValue) => change((before) => ({ ...before, nonFundsValue }))}
          />
        </FormField>
      </div>
      <FundLines
        form={form}
        path="holdings"
        lines={draft.holdings}
        known={known}
        pickerLabel={t('contracts.form.findHolding')}
        lineOf={({ id, price, currency }): HoldingDraft => ({
          fundId: id,
          quantity: null,
          // A price in another currency is none in euros.
          price: currency === 'EUR' ? price : null,
          costValue: null,
        })}
        onChange={(next) => change((before) => ({ ...before, holdings: next(before.holdings) }))}
        renderFields={({ quantity, price, costValue }, set) => (
          <>
            <NumberField
              label={t('contracts.form.quantity')}
              precision={6}
              min={0}
              value={quantity}
              onChange={(value) => set({ quantity: value })}
            />
            <NumberField
              label={t('contracts.form.price')}
              precision={6}
              min={0}
              value={price}
              onChange={(value) => set({ price: value })}
            />
            <MoneyField
              label={t('contracts.form.costValue')}
              min={0}
              value={costValue}
              onChange={(value) => set({ costValue: value })}
            />
          </>
        )}
      />
    </section>
  );
}
