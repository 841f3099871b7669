/**
 * Characters that show nothing and change what stands around them: controls (Unicode Cc), and those that turn the
 * direction of writing or begin a stretch of another one (UAX #9: embeddings, overrides, isolates). A name with one of
 * the latter turns the rest of every sentence it stands in. Names written from right to left need none of them. The
 * separators of lines and paragraphs (Unicode Zl, Zp) begin a line of their own in a mail and on paper.
 */
export const controlCharacter = /[\p{Cc}\u2028-\u202e\u2066-\u2069]/u;

/** What a form says of a text that has one. */
export const invalidCharactersText = 'Zeilenumbrüche und Steuerzeichen sind hier nicht möglich.';

const everyControlCharacter = new RegExp(controlCharacter, 'gu');

/** A foreign text as a message may quote it: `mark` for each such character. */
export function replaceControlCharacters(text: string, mark = '\uFFFD'): string {
  return text.replaceAll(everyControlCharacter, mark);
}

/**
 * A text of several lines without what nobody sees in it and no call takes: what is pasted may bring some along, such as a
 * telephone number out of an address book.
 */
export const withoutControlCharacters = (text: string): string =>
  text
    .split(/([\t\n\r])/)
    .map((part, index) => (index % 2 === 1 ? part : replaceControlCharacters(part, '')))
    .join('');
