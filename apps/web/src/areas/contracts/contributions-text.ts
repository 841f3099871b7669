import { knownContributions } from '@depotwerk/domain/contracts/known-contributions';
import { formatMoney } from '@depotwerk/domain/money';
import { unknownText } from '@depotwerk/domain/unknown-text';
import { said } from '../../texts/texts.ts';

/** What was paid in, for people: unknown where nobody has said it. */
export function contributionsText(worth: Parameters<typeof knownContributions>[0]): string {
  const paid = knownContributions(worth);
  return paid === null ? said(unknownText) : formatMoney(paid);
}
