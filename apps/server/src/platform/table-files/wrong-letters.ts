/**
 * Letters of German as another encoding than the one a text was read in shows them, between letters. Windows-1252 shows DOS
 * (ä ö ü as „ ” U+0081) and Mac (ü ß as Ÿ §); UTF-8 read as Windows-1252 and saved again shows each umlaut as two.
 */
const certain = { dos: /\p{L}\u0081\p{L}/u, mac: /\p{L}Ÿ\p{Ll}/u, twice: /Ã[¤¶¼Ÿ„–œ]/u };
/** Somebody may have written that in a name (`Fonds”A`): only two different ones tell. */
const doubtful = [/\p{L}[„”]\p{L}/gu, /\p{L}§\p{Ll}/gu];
const cellEnd = /[;,\t\r\n]/g;

const instead = 'Bitte speichern Sie sie als UTF-8.';

/** Why a text was read in a wrong encoding, as a German sentence; null where nothing shows it. */
export function wrongLetters(text: string, encoding: 'utf-8' | 'windows-1252'): string | null {
  const { dos, mac, twice } = certain;
  const isOther = encoding === 'windows-1252';
  const sure = (isOther ? [dos, mac, twice] : [twice])
    .map((pattern) => text.search(pattern))
    .find((place) => place >= 0);
  const place =
    sure ?? (isOther ? doubtful.map((each) => firstOfTwo(text, each)) : []).find((at) => at !== null);
  if (place === undefined || place === null) return null;
  const word = wordAt(text, place).replaceAll(/\p{Cc}/gu, '□');
  return `Die Umlaute der Datei sind nicht lesbar („${word}“): Sie stehen in einem anderen Zeichensatz. ${instead}`;
}

/** Where a pattern is found first, if a later cell has it in another word; null else. */
function firstOfTwo(text: string, pattern: RegExp): number | null {
  let first: { readonly place: number; readonly word: string; readonly end: number } | null = null;
  for (const { index } of text.matchAll(pattern)) {
    if (first === null) {
      cellEnd.lastIndex = index;
      first = { place: index, word: wordAt(text, index), end: cellEnd.exec(text)?.index ?? text.length };
    } else if (index > first.end && wordAt(text, index) !== first.word) return first.place;
  }
  return null;
}

/** The word around a place, at most 20 letters to each side. */
function wordAt(text: string, place: number): string {
  const before = /\S*$/.exec(text.slice(Math.max(0, place - 20), place))?.[0] ?? '';
  const after = /^[^\s;,\t"]*/.exec(text.slice(place, place + 20))?.[0] ?? '';
  return (before.split(/[;,"]/).at(-1) ?? '') + after;
}
