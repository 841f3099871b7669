import type { PlanShareDraft } from '@depotwerk/domain/contracts/check-contract';
import { formatDate } from '@depotwerk/domain/date-text';
import { intervalNames, intervals, intervalText } from '@depotwerk/domain/interval';
import { formatMoney } from '@depotwerk/domain/money';
import { FormField } from '../../../forms/form-field.tsx';
import { said, t } from '../../../texts/texts.ts';
import { Banner } from '../../../ui/feedback.tsx';
import { MoneyField, PercentField } from '../../../ui/number-fields.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import type { ContractForm } from './contract-kind.ts';
import type { ContractEntityForm } from './day-field.tsx';
import { DayField } from './day-field.tsx';
import { FundLines } from './fund-lines.tsx';
import type { ContractNames } from './fund-names.ts';

/** Savings plan by hand: contribution, from when, and how it is split. */
export function PlanFields({
  form,
  names,
  following,
}: {
  form: ContractEntityForm;
  names: ContractNames;
  following: ContractForm['followingPlan'];
}) {
  const { draft, change } = form;
  return (
    <section className="entity-form__section">
      <h3>{t('contracts.form.plan')}</h3>
      {following ? (
        <Banner tone="info">
          {t('contracts.form.followingPlan', {
            day: formatDate(following.validFrom),
            contribution: formatMoney(following.contribution),
            interval: said(intervalText(following.contributionInterval)),
          })}
        </Banner>
      ) : null}
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
              label: said(intervalNames[each]),
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
      <FundLines
        form={form}
        path="planEntries"
        lines={draft.planEntries}
        names={names}
        pickerLabel={t('contracts.form.findPlanFund')}
        lineOf={({ id }): PlanShareDraft => ({ fundId: id, fraction: null })}
        onChange={(next) => change((before) => ({ ...before, planEntries: next(before.planEntries) }))}
        renderFields={({ fraction }, set) => (
          <PercentField
            label={t('contracts.form.fraction')}
            value={fraction}
            onChange={(value) => set({ fraction: value })}
          />
        )}
      />
    </section>
  );
}
