import { formatDate } from '@depotwerk/domain/date-text';
import { t } from '../../texts/texts.ts';

/** When a contract began, and when it ends if that is known. */
export function termText(start: string, end: string | null): string {
  return end === null
    ? t('contracts.facts.since', { date: formatDate(start) })
    : t('contracts.facts.fromTo', { from: formatDate(start), to: formatDate(end) });
}
