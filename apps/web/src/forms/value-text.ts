import { formatDate } from '@depotwerk/domain/date-text';
import { formatNumber } from '@depotwerk/domain/number-text';
import { t } from '../texts/texts.ts';

/** A value of a draft in words, where the wizard has none of its own: "ja", "12,5", "03.04.2026", "14 Einträge". */
export function valueText(value: unknown): string {
  if (value === null || value === undefined || value === '') return t('forms.value.none');
  if (typeof value === 'boolean') return t(value ? 'common.yes' : 'common.no');
  if (typeof value === 'number') return formatNumber(value);
  if (typeof value === 'string') return /^\d{4}-\d{2}-\d{2}$/.test(value) ? formatDate(value) : value;
  if (!Array.isArray(value)) return t('forms.value.filled');
  const isPlain = value.length <= 12 && value.every((item) => item === null || typeof item === 'number');
  return isPlain
    ? value.map((item) => valueText(item)).join(' · ')
    : t('forms.value.entries', { count: value.length });
}
