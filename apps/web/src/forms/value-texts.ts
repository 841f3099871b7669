import type { NumberUnit } from '@depotwerk/domain/master-data/check-number';
import { formatMoney } from '@depotwerk/domain/money';
import { formatNumber } from '@depotwerk/domain/number-text';
import { formatPercent } from '@depotwerk/domain/percent';
import { t } from '../texts/texts.ts';

export const textOrNone = (text: string | null): string => text ?? t('common.none');
/** A number of a field as a German reads it, with all its decimals. */
export function numberText(unit: NumberUnit | undefined, value: number): string {
  if (unit === 'percent') return formatPercent(value, 0, 4);
  return unit === 'money' ? formatMoney(value) : formatNumber(value);
}
export const yesNoText = (value: boolean): string => t(value ? 'common.yes' : 'common.no');
export const stateText = (isInactive: boolean): string => t(isInactive ? 'common.inactive' : 'common.active');

/** What a text field holds as a draft keeps it: null for nothing. */
export const orNull = (text: string): string | null => (text === '' ? null : text);
