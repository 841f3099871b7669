import { formatMoney } from '@depotwerk/domain/money';
import { unknownText } from '@depotwerk/domain/unknown-text';
import { said } from '../../texts/texts.ts';

/** What was paid in, for people: unknown where nobody has said it. */
export const contributionsText = (paid: number | null): string =>
  paid === null ? said(unknownText) : formatMoney(paid);
