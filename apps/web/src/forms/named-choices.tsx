import { useQuery } from '@tanstack/react-query';
import { t } from '../texts/texts.ts';
import { ChoiceField } from './choice-field.tsx';
import { fundLookupsQuery, insurerChoicesQuery } from './choice-queries.ts';
import { FormField } from './form-field.tsx';

interface NamedChoiceProps {
  label: string;
  isRequired?: boolean | undefined;
  /** Words for none; "Keine Auswahl", if not said. */
  emptyLabel?: string | undefined;
  value: number | null;
  error: string | undefined;
  onChange: (id: number | null) => void;
}

/** The insurer something belongs to; its field is called `insurerId`. */
export function InsurerChoice({ emptyLabel = t('masterData.noChoice'), ...field }: NamedChoiceProps) {
  const insurers = useQuery(insurerChoicesQuery());
  const choices = (insurers.data ?? []).map(({ insurerName, ...insurer }) => ({
    ...insurer,
    label: insurerName,
  }));
  return (
    <FormField path="insurerId">
      <ChoiceField {...field} emptyLabel={emptyLabel} lookup={insurers} choices={choices} />
    </FormField>
  );
}

/** The fund category of something; its field is called `categoryId`. */
export function FundCategoryChoice({ emptyLabel = t('masterData.noChoice'), ...field }: NamedChoiceProps) {
  const lookups = useQuery(fundLookupsQuery());
  const choices = (lookups.data?.categories ?? []).map(({ id, categoryName }) => ({
    id,
    label: categoryName,
  }));
  return (
    <FormField path="categoryId">
      <ChoiceField {...field} emptyLabel={emptyLabel} lookup={lookups} choices={choices} />
    </FormField>
  );
}
