import type { HoldingDraft } from '@depotwerk/domain/contracts/check-contract';
import { FormField } from '../../../forms/form-field.tsx';
import { t } from '../../../texts/texts.ts';
import { DateField, MoneyField, NumberField } from '../../../ui/number-fields.tsx';
import type { Fund } from '../../funds/public/fund-queries.ts';
import type { ContractEntityForm } from './day-field.tsx';
import { DayField } from './day-field.tsx';
import { FundLines } from './fund-lines.tsx';
import type { ContractNames } from './fund-names.ts';

/**
 * Newest price of a fund and its day as far as it says what the fund was worth on the day of the holdings: one of a later day
 * does not, nor does one in another currency than euros.
 */
function priceOn(
  valuationDate: string | null,
  { price, priceDate, currency }: Pick<Fund, 'price' | 'priceDate' | 'currency'>,
): Pick<HoldingDraft, 'price' | 'priceDate'> {
  const isOfLater = priceDate !== null && valuationDate !== null && priceDate > valuationDate;
  return currency === 'EUR' && !isOfLater ? { price, priceDate } : { price: null, priceDate: null };
}

/** What the day of a price means where it does not speak for itself; a later one is said, not refused. */
function priceDayHint(priceDate: string | null | undefined, valuationDate: string | null) {
  if (priceDate == null) return t('contracts.form.priceOfHoldingDay');
  return valuationDate !== null && priceDate > valuationDate ? t('contracts.form.priceAfterDay') : undefined;
}

/** Holdings by hand: day of valuation, value beside the funds, and one line a fund. */
export function HoldingsFields({ form, names }: { form: ContractEntityForm; names: ContractNames }) {
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
        names={names}
        pickerLabel={t('contracts.form.findHolding')}
        lineOf={({ id, ...fund }): HoldingDraft => ({
          fundId: id,
          quantity: null,
          ...priceOn(draft.valuationDate, fund),
          costValue: null,
        })}
        onChange={(next) => change((before) => ({ ...before, holdings: next(before.holdings) }))}
        renderFields={({ quantity, price, priceDate, costValue }, set) => (
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
              // Another price is of another day: unless somebody says which, that of the holdings.
              onChange={(value) => set(value === price ? {} : { price: value, priceDate: null })}
            />
            <DateField
              label={t('contracts.form.priceDate')}
              hint={priceDayHint(priceDate, draft.valuationDate)}
              value={priceDate ?? null}
              onChange={(value) => set({ priceDate: value })}
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
