import { formatMoney } from '@depotwerk/domain/money';
import { t } from '../../texts/texts.ts';

/** Intervals of payment in months. */
export function intervalText(interval: number): string {
  switch (interval) {
    case 1:
      return t('savingsPlan.interval.1');
    case 4:
      return t('savingsPlan.interval.4');
    case 6:
      return t('savingsPlan.interval.6');
    case 12:
      return t('savingsPlan.interval.12');
    default:
      return t('savingsPlan.interval.other', { interval });
  }
}

/** "250,00 € monatlich", or undefined when nothing is paid regularly. */
export function contributionText(contribution: number | null, interval: number | null): string | undefined {
  if (contribution === null) return undefined;
  return interval === null
    ? formatMoney(contribution)
    : `${formatMoney(contribution)} ${intervalText(interval)}`;
}
