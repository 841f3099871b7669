import { intervalText } from '@depotwerk/domain/interval';
import { formatMoney } from '@depotwerk/domain/money';
import { said } from '../../../texts/texts.ts';

/** "250,00 € monatlich", or undefined when nothing is paid regularly. */
export function contributionText(contribution: number | null, interval: number | null): string | undefined {
  if (contribution === null) return undefined;
  return interval === null
    ? formatMoney(contribution)
    : `${formatMoney(contribution)} ${said(intervalText(interval))}`;
}
