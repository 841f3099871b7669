import type { TariffDraft } from '@depotwerk/domain/tariff/tariff-drafts';
import { useFieldErrors } from '../wizard/field-errors.tsx';
import { useWizard } from '../wizard/wizard-context.ts';
import type { WizardStepProps } from '../wizard/wizard-step-props.ts';

/** Members of the draft with values of a type. */
type FieldOf<Value> = {
  [Name in keyof TariffDraft]-?: TariffDraft[Name] extends Value ? Name : never;
}[keyof TariffDraft];

/** What the fields of a step need, by name of the member they edit. */
export function useTariffFields(props: WizardStepProps<TariffDraft>) {
  const { draft, onChange, isReadOnly } = props;
  const errorAt = useFieldErrors(props);
  const { setFault } = useWizard();
  const set = <Name extends keyof TariffDraft>(name: Name, value: TariffDraft[Name]) =>
    onChange((current) => ({ ...current, [name]: value }));
  return {
    errorAt,
    set,
    text: (name: FieldOf<string>) => ({
      value: draft[name],
      disabled: isReadOnly,
      error: errorAt(name),
      onChange: (value: string) => set(name, value),
    }),
    /** Numbers, amounts, percent: unreadable texts keep the wizard from being saved. */
    parsed: (name: FieldOf<number | null | undefined>) => ({
      value: draft[name] ?? null,
      isDisabled: isReadOnly,
      error: errorAt(name),
      onChange: (value: number | null) => set(name, value),
      onFault: (message: string | null) => setFault(name, message),
    }),
    /** A day: the same. */
    day: (name: 'optimizationStart') => ({
      value: draft[name],
      error: errorAt(name),
      onChange: (value: string | null) => set(name, value),
      onFault: (message: string | null) => setFault(name, message),
    }),
    /** A choice by number out of a list. */
    choice: (name: FieldOf<number | null>) => ({
      value: draft[name] === null ? ('' as const) : String(draft[name]),
      isDisabled: isReadOnly,
      error: errorAt(name),
      onChange: (value: string) => set(name, value === '' ? null : Number(value)),
    }),
  };
}
