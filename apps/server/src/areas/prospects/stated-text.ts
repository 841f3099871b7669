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
