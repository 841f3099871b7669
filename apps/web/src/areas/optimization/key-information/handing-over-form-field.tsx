import {
  type HandingOverForm,
  handingOverFormNames,
  handingOverForms,
} from '@depotwerk/domain/contracts/key-information';
import { said, t } from '../../../texts/texts.ts';
import { SelectField } from '../../../ui/select-field.tsx';

interface HandingOverFormFieldProps {
  value: HandingOverForm | '';
  /** Confirming was tried: without a choice the field says what is missing. */
  isTouched: boolean;
  onChange: (form: HandingOverForm | '') => void;
}

/** In which form documents were handed over: never chosen for whoever confirms it. */
export const HandingOverFormField = ({ value, isTouched, onChange }: HandingOverFormFieldProps) => (
  <SelectField
    label={t('consultations.kidForm')}
    isRequired
    value={value}
    emptyLabel={t('optimization.keyInformation.chooseForm')}
    options={handingOverForms.map((form) => ({ value: form, label: said(handingOverFormNames[form]) }))}
    error={isTouched && value === '' ? t('optimization.keyInformation.formMissing') : null}
    onChange={onChange}
  />
);
