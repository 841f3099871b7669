import type { ContractDraft } from '@depotwerk/domain/contracts/check-contract';
import { FormField } from '../../../forms/form-field.tsx';
import type { EntityForm } from '../../../forms/use-entity-form.ts';
import { t } from '../../../texts/texts.ts';
import { DateField } from '../../../ui/number-fields.tsx';
import type { ContractForm } from './contract-kind.ts';

export type ContractEntityForm = EntityForm<ContractForm, ContractDraft>;

/** Possible where a contract takes over what was there before, and more often a slip: said, not refused. */
const isBefore = (day: string | null, startDate: string | null) =>
  day !== null && startDate !== null && day < startDate;

/** A day of the form. */
export function DayField({
  form,
  path,
  isRequired,
}: {
  form: ContractEntityForm;
  path: 'valuationDate' | 'planValidFrom';
  isRequired?: boolean;
}) {
  return (
    <FormField path={path}>
      <DateField
        label={t(`contracts.form.${path}`)}
        isRequired={isRequired}
        hint={isBefore(form.draft[path], form.draft.startDate) ? t('contracts.form.beforeStart') : undefined}
        value={form.draft[path]}
        error={form.errorOf(path)}
        onFault={form.faultOf(path)}
        onChange={(day) => form.change((before) => ({ ...before, [path]: day }))}
      />
    </FormField>
  );
}
