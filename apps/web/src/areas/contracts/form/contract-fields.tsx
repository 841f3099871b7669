import { contractFields } from '@depotwerk/domain/contracts/contract-fields';
import { FieldLines } from '../../../forms/field-lines.tsx';
import { FormField } from '../../../forms/form-field.tsx';
import { orNull } from '../../../forms/value-texts.ts';
import { t } from '../../../texts/texts.ts';
import { Banner } from '../../../ui/feedback.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { type ContractChoices, type ContractForm, classCountOf, tariffLabel } from './contract-kind.ts';
import type { ContractEntityForm } from './day-field.tsx';
import type { ContractNames } from './fund-names.ts';
import { HoldingsFields } from './holdings-fields.tsx';
import { LevelField, levelUnder } from './level-field.tsx';
import { PlanFields } from './plan-fields.tsx';

interface ContractFieldsProps {
  form: ContractEntityForm;
  entity: ContractForm | null;
  choices: ContractChoices | undefined;
  names: ContractNames;
}

/** Fields of a contract: tariff, numbers, dates, then holdings and savings plan. */
export function ContractFields({ form, entity, choices, names }: ContractFieldsProps) {
  return (
    <>
      <TariffFields form={form} entity={entity} choices={choices} />
      <FieldLines rows={contractFields} form={form} />
      <LevelField form={form} choices={choices} />
      {entity?.isLinked === true ? <Banner tone="info">{t('contracts.form.linkedHint')}</Banner> : null}
      <fieldset className="entity-form__fields" disabled={entity?.isLinked === true}>
        <legend className="visually-hidden">{t('contracts.form.content')}</legend>
        <HoldingsFields form={form} names={names} />
        <PlanFields form={form} names={names} following={entity?.followingPlan} />
      </fieldset>
    </>
  );
}

/** Tariff and risk class; a tariff that is no choice any more stays one where it is chosen. */
function TariffFields({ form, entity, choices }: Omit<ContractFieldsProps, 'names'>) {
  const { draft, change, errorOf } = form;
  const tariffs = choices?.tariffs ?? [];
  const options = tariffs.map((tariff) => ({ value: tariff.id, label: tariffLabel(tariff) }));
  const stored = entity?.tariffId ?? null;
  if (entity !== null && stored !== null && !tariffs.some(({ id }) => id === stored)) {
    options.push({ value: stored, label: entity.tariffName });
  }
  const classCount = classCountOf(draft.tariffId, tariffs);
  return (
    <>
      {choices !== undefined && options.length === 0 ? (
        <Banner tone="warn">{t('contracts.form.noTariff')}</Banner>
      ) : null}
      <FormField path="tariffId">
        <SelectField
          label={t('contracts.form.tariffId')}
          isRequired
          value={draft.tariffId ?? ''}
          emptyLabel={t('masterData.noChoice')}
          error={errorOf('tariffId')}
          options={options}
          onChange={(tariffId) => {
            const guarantee = tariffs.find(({ id }) => id === tariffId)?.guarantee;
            change((before) => ({
              ...before,
              tariffId: orNull(tariffId),
              guaranteedLevel: levelUnder(guarantee, before.guaranteedLevel, entity?.guaranteedLevel),
            }));
          }}
        />
      </FormField>
      <FormField path="riskClassId">
        <SelectField
          label={t('contracts.form.riskClassId')}
          hint={t('contracts.form.riskClassHint')}
          value={draft.riskClassId === null ? '' : String(draft.riskClassId)}
          emptyLabel={t(draft.tariffId === null ? 'contracts.form.tariffFirst' : 'masterData.noChoice')}
          error={errorOf('riskClassId')}
          options={Array.from({ length: classCount }, (_none, index) => ({
            value: String(index + 1),
            label: t('contracts.form.riskClass', { number: index + 1, count: classCount }),
          }))}
          onChange={(text) =>
            change((before) => ({ ...before, riskClassId: text === '' ? null : Number(text) }))
          }
        />
      </FormField>
    </>
  );
}
