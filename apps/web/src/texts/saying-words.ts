import type { TextTree } from './translate.ts';

/**
 * Words that come from rules and from the server are German there: labels of field tables, names of kinds and states, sentences of
 * findings. `words` in the file of a language has them by their German, `{}` where a name or figure stands. What has no entry is
 * shown as it came: names, what people wrote, and what stays German by decision (docs/decisions/0098).
 */
interface Sentence {
  readonly shape: RegExp;
  readonly text: string;
  /** So much of it is fixed that nothing somebody wrote looks like it by chance; else it counts within a sentence only. */
  readonly isTelling: boolean;
}

interface Memory {
  readonly words: ReadonlyMap<string, string>;
  /** Those with most fixed text first. */
  readonly sentences: readonly Sentence[];
}

const gap = '{}';
const tellingLetters = 9;
/** With less than this, "und" in the name of a fund would be a sentence. */
const leastLetters = 4;

/** Says German words and sentences in the language of a dictionary; without one everything stays as it is. */
export function sayingWords(
  dictionary: TextTree | string | undefined,
): ((german: string) => string) | undefined {
  if (dictionary === undefined || typeof dictionary === 'string') return undefined;
  const entries = Object.entries(dictionary).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
  const memory: Memory = {
    words: new Map(entries.filter(([german]) => !german.includes(gap))),
    sentences: entries
      .filter(([german]) => german.includes(gap) && lettersOf(german) >= leastLetters)
      .toSorted(([a], [b]) => b.length - a.length)
      .map(([german, text]) => sentenceOf(german, text)),
  };
  const known = new Map<string, string>();
  return (german) => {
    const before = known.get(german);
    if (before !== undefined) return before;
    const text = inLanguage(memory, german, false) ?? german;
    // Sentences carry figures: what is kept must not grow for ever.
    if (known.size > 5000) known.clear();
    known.set(german, text);
    return text;
  };
}

const lettersOf = (german: string): number => german.replaceAll(/[^\p{L}]/gu, '').length;

function sentenceOf(german: string, text: string): Sentence {
  const shape = german.split(gap).map((part, place) => {
    const fixed = part.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`);
    if (place === 0) return fixed;
    // Of two gaps with but a blank between them the second is a figure, which has none.
    return `${part === ' ' ? '([^]*)' : '([^]*?)'}${fixed}`;
  });
  return { shape: new RegExp(`^${shape.join('')}$`), text, isTelling: lettersOf(german) >= tellingLetters };
}

function inLanguage(memory: Memory, german: string, isWithin: boolean): string | undefined {
  const word = memory.words.get(german);
  if (word !== undefined) return word;
  for (const { shape, text, isTelling } of memory.sentences) {
    const found = isTelling || isWithin ? shape.exec(german) : null;
    if (found) return filled(memory, text, found);
  }
  return severalSentences(memory, german);
}

/** The gaps of a text: names and figures as they are, words of ours said. */
function filled(memory: Memory, text: string, found: RegExpExecArray): string {
  let next = 0;
  return text.replaceAll(/\{(\d*)\}/g, (_gap, place: string) => {
    next += 1;
    const inside = found[place === '' ? next : Number(place)] ?? '';
    return inLanguage(memory, inside, true) ?? inside;
  });
}

/** Sentence after sentence; undefined when there is one only, or none is known. */
function severalSentences(memory: Memory, german: string): string | undefined {
  const sentences = german.split(/(?<=\.) (?=\p{Lu})/u);
  if (sentences.length < 2) return undefined;
  const texts = sentences.map((sentence) => inLanguage(memory, sentence, false));
  if (texts.every((text) => text === undefined)) return undefined;
  return texts.map((text, place) => text ?? sentences[place]).join(' ');
}
