/**
 * Letters of German as another encoding than the one a text was read in shows them, between letters, where they never stand
 * otherwise. Windows-1252 shows DOS (ä ö ü as „ ” U+0081) and Mac (ü ß as Ÿ §); UTF-8 read as Windows-1252 and saved again
 * shows each umlaut as two.
 */
const dos = /\p{L}[„”\u0081]\p{L}/u;
const mac = /\p{L}[Ÿ§]\p{Ll}/u;
const twice = /Ã[¤¶¼Ÿ„–œ]/u;

const instead = 'Bitte speichern Sie sie als UTF-8.';

/** Why a text was read in a wrong encoding, as a German sentence; null where nothing shows it. */
export function wrongLetters(text: string, encoding: 'utf-8' | 'windows-1252'): string | null {
  const found = (encoding === 'utf-8' ? [twice] : [dos, mac, twice])
    .map((pattern) => pattern.exec(text))
    .find((match) => match !== null);
  if (!found) return null;
  const word = wordAt(text, found.index).replaceAll(/\p{Cc}/gu, '□');
  return `Die Umlaute der Datei sind nicht lesbar („${word}“): Sie stehen in einem anderen Zeichensatz. ${instead}`;
}

/** The word around a place, at most 20 letters to each side. */
function wordAt(text: string, place: number): string {
  const before = /\S*$/.exec(text.slice(Math.max(0, place - 20), place))?.[0] ?? '';
  const after = /^[^\s;,\t"]*/.exec(text.slice(place, place + 20))?.[0] ?? '';
  return (before.split(/[;,"]/).at(-1) ?? '') + after;
}
