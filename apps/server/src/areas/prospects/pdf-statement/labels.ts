import { foldText } from '@depotwerk/domain/fold-text';
import { type Role, roleOf } from './columns.ts';
import { currencyOf, dayIn } from './figures.ts';
import type { Word } from './text-lines.ts';

/** Words a label may have beside the one that names the figure; any other makes it the name of a security. */
const besideRole =
  /^(?:in|per|vom|zum|am|je|pro|von|der|des|zu|anteil|anteile|stueck|aktuell|aktueller|aktuelles|whg|fonds|depot|eur usd|[a-z]{3} [a-z]{3})$/;
const mostLabelWords = 4;
const unitWords = /^(?:stueck|stk|st|anteil|anteile|anteilen|anteilscheine|shares|units)$/;

/** The role a label right before or behind a number gives it: "Kurs 12,50 EUR", "10,5 Stück"; null where none stands. */
export function labelledRole(
  words: readonly Word[],
  at: number,
  isFigure: (index: number) => boolean,
): Role | null {
  const behind = words[at + 1];
  if (behind && unitWords.test(foldText(behind.text))) return 'units';
  const label: string[] = [];
  for (let index = at - 1; index >= 0 && !isFigure(index); index -= 1) {
    const text = words[index]?.text ?? '';
    // A day ends the figure before: "Kurs 12,50 vom 30.06.2026 Kurswert 125,00".
    if (dayIn(text) !== null) break;
    if (currencyOf(text) === null && foldText(text) !== '') label.unshift(text);
    if (text.endsWith(':') && label.length > 1) break;
  }
  // Behind a number may stand its own unit, before the label of the next one.
  while (label[0] !== undefined && unitWords.test(foldText(label[0])) && label.length > 1) label.shift();
  if (label.length === 0 || label.length > mostLabelWords) return null;
  const naming = label.filter((text) => !besideRole.test(foldText(text)));
  const whole = roleOf(label.join(' '));
  const isLabel = naming.every((text) => roleOf(text) !== null) && whole !== null;
  return isLabel ? whole : null;
}
