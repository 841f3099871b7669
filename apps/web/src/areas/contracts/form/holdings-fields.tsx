import type { HoldingDraft } from '@depotwerk/domain/contracts/check-contract';
import { IconTrash } from '@tabler/icons-react';
import { t } from '../../../texts/texts.ts';
import { IconButton } from '../../../ui/button.tsx';
import { MoneyField, NumberField } from '../../../ui/number-fields.tsx';
import { FundPicker } from '../../funds/fund-picker.tsx';
import { FormField } from '../../master-data/form-field.tsx';
import type { ContractEntityForm } from './day-field.tsx';
import { DayField } from './day-field.tsx';
import { FieldIssueLine } from './field-issue-line.tsx';
import type { KnownFund } from './fund-names.ts';
import { useFundNames } from './fund-names.ts';
import './contract-form.css';

/** Holdings by hand: day of valuation, value beside the funds, and one line a fund. */
export function HoldingsFields({ form, known }: { form: ContractEntityForm; known: readonly KnownFund[] }) {
  const { draft, change } = form;
  const names = useFundNames(known);
  const set = (fundId: number, part: Partial<HoldingDraft>) =>
    change((before) => ({
      ...before,
      holdings: before.holdings.map((each) => (each.fundId === fundId ? { ...each, ...part } : each)),
    }));
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
      <FormField path="holdings">
        <ul className="contract-form__lines">
          {draft.holdings.map(({ fundId, quantity, price, costValue }) => (
            <li key={fundId} className="contract-form__line">
              <div className="contract-form__fund">
                <span>{names.nameOf(fundId)}</span>
                <span className="hint">{names.isinOf(fundId)}</span>
              </div>
              <NumberField
                label={t('contracts.form.quantity')}
                precision={6}
                min={0}
                value={quantity}
                onChange={(value) => set(fundId, { quantity: value })}
              />
              <NumberField
                label={t('contracts.form.price')}
                precision={6}
                min={0}
                value={price}
                onChange={(value) => set(fundId, { price: value })}
              />
              <MoneyField
                label={t('contracts.form.costValue')}
                value={costValue}
                onChange={(value) => set(fundId, { costValue: value })}
              />
              <IconButton
                label={t('contracts.form.removeFund', { name: names.nameOf(fundId) })}
                icon={<IconTrash size={18} />}
                onClick={() =>
                  change((before) => ({
                    ...before,
                    holdings: before.holdings.filter((each) => each.fundId !== fundId),
                  }))
                }
              />
            </li>
          ))}
        </ul>
        <FieldIssueLine text={form.errorOf('holdings')} />
        <FundPicker
          label={t('contracts.form.findHolding')}
          pickLabel={t('contracts.form.addFund')}
          isExcluded={(id) => draft.holdings.some(({ fundId }) => fundId === id)}
          detailOf={({ isin }) => isin}
          onPick={(fund) => {
            names.remember(fund);
            change((before) => ({
              ...before,
              holdings: [
                ...before.holdings,
                { fundId: fund.id, quantity: null, price: fund.price, costValue: null },
              ],
            }));
          }}
        />
      </FormField>
    </section>
  );
}
