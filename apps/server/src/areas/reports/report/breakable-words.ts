/**
 * Runs without a space that no hyphenation can part (keys, numbers, hostile names): longer than this they get places
 * to break, so that nothing runs off the page.
 */
const longestPlainRun = 28;
/** German compounds are hyphenated; beyond this length they are none. */
const longestWord = 60;

const zeroWidthSpace = '\u200b';
const run = new RegExp(`\\S{${longestPlainRun},}`, 'gu');
const letters = /^[\p{L}\p{M}.,;:!?()„“"'-]+$/u;
const colourOrHash = /^#?[0-9a-f]{6,64}$/i;

/** A copy of any JSON value in which over-long runs can break; keys, colours and hashes stay. */
export function withBreakableWords<T>(value: T): T {
  // The walk keeps the shape and changes strings only.
  return walk(value) as T;
}

function walk(value: unknown): unknown {
  if (typeof value === 'string') return breakable(value);
  if (Array.isArray(value)) return value.map(walk);
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, walk(part)]));
  }
  return value;
}

const segmenter = new Intl.Segmenter('de', { granularity: 'grapheme' });

export function breakable(text: string): string {
  if (text.length < longestPlainRun || colourOrHash.test(text)) return text;
  return text.replaceAll(run, (word) =>
    letters.test(word) && word.length <= longestWord
      ? word
      : [...segmenter.segment(word)].map(({ segment }) => segment).join(zeroWidthSpace),
  );
}
