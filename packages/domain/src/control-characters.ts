/**
 * Characters that show nothing and change what stands around them: controls (Unicode Cc), and those that turn the
 * direction of writing or begin a stretch of another one (UAX #9: embeddings, overrides, isolates). A name with one of
 * the latter turns the rest of every sentence it stands in. Names written from right to left need none of them.
 */
export const controlCharacter = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/u;

const everyControlCharacter = new RegExp(controlCharacter, 'gu');

/** A foreign text as a message may quote it: `mark` for each such character. */
export function replaceControlCharacters(text: string, mark = '\uFFFD'): string {
  return text.replaceAll(everyControlCharacter, mark);
}
