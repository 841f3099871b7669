import { guaranteedLevelField } from '@depotwerk/domain/contracts/check-contract';
import { promisedRateText } from '@depotwerk/domain/contracts/guarantee';
import { formatDate } from '@depotwerk/domain/date-text';
import { dayNumber } from '@depotwerk/engine/figures/cash-flow-returns';
import { allowedEquities, isSlip } from '@depotwerk/engine/guarantee/tariff-guarantee';
import { FormField } from '../../../forms/form-field.tsx';
import { today } from '../../../platform/today.ts';
import { said, t } from '../../../texts/texts.ts';
import { Banner } from '../../../ui/feedback.tsx';
import { PercentField } from '../../../ui/number-fields.tsx';
import type { ContractChoices } from './contract-kind.ts';
import type { ContractEntityForm } from './day-field.tsx';

type Guarantee = NonNullable<ContractChoices['tariffs'][number]['guarantee']>;

interface LevelFieldProps {
  form: ContractEntityForm;
  choices: ContractChoices | undefined;
}

/** The guaranteed level of a contract whose tariff leaves it to be chosen, or that has one of its own for another reason. */
export function LevelField({ form, choices }: LevelFieldProps) {
  const { draft, change, errorOf, faultOf } = form;
  const { key: path } = guaranteedLevelField;
  const guarantee = choices?.tariffs.find(({ id }) => id === draft.tariffId)?.guarantee ?? null;
  const level = draft.guaranteedLevel ?? null;
  if (!guarantee || (!guarantee.isLevelChosen && level === null)) return null;
  const warning = levelWarning(level, guarantee, draft);
  return (
    <>
      <FormField path={path}>
        <PercentField
          label={said(guaranteedLevelField.label)}
          hint={levelHint(guarantee)}
          precision={4}
          value={level}
          error={errorOf(path)}
          onFault={faultOf(path)}
          onChange={(taken) => change((before) => ({ ...before, guaranteedLevel: taken }))}
        />
      </FormField>
      {warning === null ? null : <Banner tone="warn">{warning}</Banner>}
    </>
  );
}

/**
 * The level that is kept when another tariff is chosen: what was typed in for one that leaves the choice goes where the new one does
 * not, as its field does; what is stored stays.
 */
export const levelUnder = (
  guarantee: Guarantee | null | undefined,
  typed: number | null | undefined,
  stored: number | null | undefined,
): number | null | undefined =>
  typed == null || guarantee?.isLevelChosen === true || typed === stored ? typed : (stored ?? null);

function levelHint({ level, isLevelChosen }: Guarantee): string {
  if (!isLevelChosen) return t('contracts.form.levelFixed');
  return level === null
    ? t('contracts.form.levelHint')
    : t('contracts.form.levelOfTariff', { level: promisedRateText(level) });
}

/** What speaks against a level, as it does in the check of a tariff that fixes one; null = nothing. */
export function levelWarning(
  level: number | null,
  { interest }: Pick<Guarantee, 'interest'>,
  { startDate, endDate }: { readonly startDate: string | null; readonly endDate: string | null },
): string | null {
  if (level === null) return null;
  if (isSlip('level', level)) return t('contracts.form.levelTooLow', { level: promisedRateText(level) });
  const first = startDate !== null && startDate > today() ? startDate : today();
  const [begin, end] = [dayNumber(first), endDate === null ? null : dayNumber(endDate)];
  if (interest === null || begin === null || endDate === null || end === null || end <= begin) return null;
  return allowedEquities({ level, interest }, (end - begin) / 365.25) === 0
    ? t('contracts.form.levelNoCushion', { interest: promisedRateText(interest), date: formatDate(endDate) })
    : null;
}
