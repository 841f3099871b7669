import { IconTrash } from '@tabler/icons-react';
import { t } from '../../../texts/texts.ts';
import { IconButton } from '../../../ui/button.tsx';
import { MoneyField, PercentField } from '../../../ui/number-fields.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { FundPicker } from '../../funds/fund-picker.tsx';
import { FormField } from '../../master-data/form-field.tsx';
import { intervalText } from '../contribution-text.ts';
import type { ContractEntityForm } from './day-field.tsx';
import { DayField } from './day-field.tsx';
import { FieldIssueLine } from './field-issue-line.tsx';
import type { KnownFund } from './fund-names.ts';
import { useFundNames } from './fund-names.ts';

const intervals = [1, 4, 6, 12] as const;

/** Savings plan by hand: contribution, from when, and how it is split. */
export function PlanFields({ form, known }: { form: ContractEntityForm; known: readonly KnownFund[] }) {
  const { draft, change } = form;
  const names = useFundNames(known);
  const set = (fundId: number, fraction: number | null) =>
    change((before) => ({
      ...before,
      planEntries: before.planEntries.map((each) => (each.fundId === fundId ? { fundId, fraction } : each)),
    }));
  return (
    <section className="entity-form__section">
      <h3>{t('contracts.form.plan')}</h3>
      <div className="entity-form__row">
        <FormField path="contribution">
          <MoneyField
            label={t('contracts.form.contribution')}
            hint={t('contracts.form.contributionHint')}
            min={0}
            value={draft.contribution}
            error={form.errorOf('contribution')}
            onFault={form.faultOf('contribution')}
            onChange={(contribution) => change((before) => ({ ...before, contribution }))}
          />
        </FormField>
        <FormField path="contributionInterval">
          <SelectField
            label={t('contracts.form.contributionInterval')}
            value={String(draft.contributionInterval)}
            options={intervals.map((each) => ({
              value: String(each),
              label: intervalText(each),
            }))}
            onChange={(text) =>
              change((before) => ({
                ...before,
                contributionInterval: intervals.find((each) => String(each) === text) ?? 1,
              }))
            }
          />
        </FormField>
      </div>
      <div className="entity-form__row">
        <DayField form={form} path="planValidFrom" />
        <FormField path="dynamicPercent">
          <PercentField
            label={t('contracts.form.dynamicPercent')}
            value={draft.dynamicPercent}
            error={form.errorOf('dynamicPercent')}
            onFault={form.faultOf('dynamicPercent')}
            onChange={(dynamicPercent) => change((before) => ({ ...before, dynamicPercent }))}
          />
        </FormField>
      </div>
      <FormField path="planEntries">
        <ul className="contract-form__lines">
          {draft.planEntries.map(({ fundId, fraction }) => (
            <li key={fundId} className="contract-form__line">
              <div className="contract-form__fund">
                <span>{names.nameOf(fundId)}</span>
                <span className="hint">{names.isinOf(fundId)}</span>
              </div>
              <PercentField
                label={t('contracts.form.fraction')}
                value={fraction}
                onChange={(value) => set(fundId, value)}
              />
              <IconButton
                label={t('contracts.form.removeFund', { name: names.nameOf(fundId) })}
                icon={<IconTrash size={18} />}
                onClick={() =>
                  change((before) => ({
                    ...before,
                    planEntries: before.planEntries.filter((each) => each.fundId !== fundId),
                  }))
                }
              />
            </li>
          ))}
        </ul>
        <FieldIssueLine text={form.errorOf('planEntries')} />
        <FundPicker
          label={t('contracts.form.findPlanFund')}
          pickLabel={t('contracts.form.addFund')}
          isExcluded={(id) => draft.planEntries.some(({ fundId }) => fundId === id)}
          detailOf={({ isin }) => isin}
          onPick={(fund) => {
            names.remember(fund);
            change((before) => ({
              ...before,
              planEntries: [...before.planEntries, { fundId: fund.id, fraction: null }],
            }));
          }}
        />
      </FormField>
    </section>
  );
}
