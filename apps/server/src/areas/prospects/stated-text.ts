import { replaceControlCharacters } from '@depotwerk/domain/control-characters';

/** Most characters that are taken of a name or a line. */
const longest = 300;

/** What a file or a bank says, as the page can show it and send it back: in one line, cut, without signs that change what stands around them. */
export const statedText = (text: string): string =>
  replaceControlCharacters(text.slice(0, 10 * longest), ' ')
    .replaceAll(/ {2,}/g, ' ')
    .trim()
    .slice(0, longest)
    .toWellFormed();

/** What is said of a holding whose value is in another currency: there are no exchange rates. */
export const otherCurrencyNote = (name: string): string =>
  `${name}: Der Wert in einer anderen Währung wird nicht übernommen, es zählt die Stückzahl.`;

/** Most notes a page shows. */
const mostNotes = 50;

/** Notes as a page shows them; of very many the first ones and how many there are besides. */
export function shownNotes<Note extends { readonly line: number | null; readonly reason: string }>(
  notes: readonly Note[],
): (Note | { readonly line: null; readonly reason: string })[] {
  if (notes.length <= mostNotes) return [...notes];
  const shown = notes.slice(0, mostNotes - 1);
  return [
    ...shown,
    { line: null, reason: `Dazu kommen ${notes.length - shown.length} weitere Hinweise dieser Art.` },
  ];
}
