import type { TextTree } from './translate.ts';

/**
 * Words that come from rules and from the server are German there: labels of field tables, names of kinds and states, sentences of
 * findings. `words` in the file of a language has them by their German, `{}` where something is inserted: words and sentences of ours
 * are said there too, one by one where they are listed; figures are written as the language writes them. What has no entry is shown
 * as it came: names, what people wrote, and what stays German by decision (docs/decisions/0098).
 */
interface Sentence {
  /** Its longest fixed part: looked for first, which is much quicker than the shapes. */
  readonly anchor: string;
  /** Nothing inserted goes on beyond the end of a sentence or half of one. */
  readonly shape: () => RegExp;
  /** It may, as in "Dr. Weiß". */
  readonly wideShape: () => RegExp;
  readonly text: string;
  /** So much of it is fixed that nothing somebody wrote looks like it by chance; else it counts within a sentence or with figures only. */
  readonly isTelling: boolean;
}

/** Says a German text; `isWithin` something of ours, where a list or a figure is no name. */
export type Sayer = (german: string, isWithin?: boolean) => string;

interface Memory {
  readonly words: ReadonlyMap<string, string>;
  /** Those with most fixed text first. */
  readonly sentences: readonly Sentence[];
  readonly figureOf: (german: string) => string | undefined;
}

const gap = '{}';
const tellingLetters = 8;
/** With less than this, "und" in the name of a fund would be a sentence. */
const leastLetters = 4;
/** What stands between the parts of a list, the weakest first. */
const betweenParts = ['; ', ', ', ' und ', ' bis '] as const;
/** Between details, each of which speaks for itself. */
const betweenDetails = ' · ';

/**
 * Says German words and sentences in the language of a dictionary; without one everything stays as it is.
 *
 * @param figureOf a figure or day in the form of the language; undefined for what is none
 */
export function sayingWords(
  dictionary: TextTree | string | undefined,
  figureOf: (german: string) => string | undefined = () => undefined,
): Sayer | undefined {
  if (dictionary === undefined || typeof dictionary === 'string') return undefined;
  const entries = Object.entries(dictionary).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
  const memory: Memory = {
    words: new Map(entries.filter(([german]) => !german.includes(gap))),
    sentences: entries
      .filter(([german]) => german.includes(gap) && lettersOf(german) >= leastLetters)
      .toSorted(([a], [b]) => fixedLength(b) - fixedLength(a))
      .map(([german, text]) => sentenceOf(german, text)),
    figureOf,
  };
  const saidBefore = new Map<string, string>();
  return (german, isWithin = false) => {
    const key = `${isWithin ? 'within' : 'alone'} ${german}`;
    const before = saidBefore.get(key);
    if (before !== undefined) return before;
    const text = inLanguage(memory, german, isWithin) ?? german;
    // Sentences carry figures: what is kept must not grow for ever.
    if (saidBefore.size > 5000) saidBefore.clear();
    saidBefore.set(key, text);
    return text;
  };
}

const fixedLength = (german: string): number => german.replaceAll(gap, '').length;
const lettersOf = (german: string): number => german.replaceAll(/[^\p{L}]/gu, '').length;

/** Made when first asked for: of a thousand shapes a page needs a few. */
function once(make: () => RegExp): () => RegExp {
  let made: RegExp | undefined;
  return () => (made ??= make());
}

function sentenceOf(german: string, text: string): Sentence {
  const shapeWith = (one: string, notAfterEnd: string) => {
    const parts = german.split(gap);
    const shape = parts.map((part, place) => {
      const fixed = part.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`);
      if (place === 0) return fixed;
      const start = parts[place - 1]?.endsWith('.') ? notAfterEnd : '';
      // What is asked for stands behind whole sentences.
      if (place === 1 && /^\{\} Bitte \p{Ll}/u.test(german)) return String.raw`([^]*\.)${fixed}`;
      // Of two gaps with but a blank between them the second is a figure, which has none.
      // Brackets of ours come after those in a name.
      return `${start}(${one}*${part === ' ' || part.startsWith(' (') ? '' : '?'})${fixed}`;
    });
    return new RegExp(`^${shape.join('')}$`, 'u');
  };
  return {
    anchor: german.split(gap).toSorted((a, b) => b.length - a.length)[0] ?? '',
    shape: once(() => shapeWith(String.raw`(?:(?!\. \p{Lu}|; )[^])`, String.raw`(?! \p{Lu})`)),
    wideShape: once(() => shapeWith('[^]', '')),
    text,
    isTelling: lettersOf(german) >= tellingLetters,
  };
}

function inLanguage(memory: Memory, german: string, isWithin: boolean): string | undefined {
  return (
    memory.words.get(german) ??
    (isWithin ? memory.figureOf(german) : undefined) ??
    // Within a sentence "two errors are mended, one in part" is two parts, not one with much inserted.
    (isWithin ? listed(memory, german, isWithin) : undefined) ??
    sentence(memory, german, isWithin, 'shape') ??
    severalSentences(memory, german) ??
    (isWithin ? undefined : (listed(memory, german, isWithin) ?? details(memory, german))) ??
    sentence(memory, german, isWithin, 'wideShape')
  );
}

/** A text that is one word or one sentence of ours as a whole. */
const known = (memory: Memory, german: string): string | undefined =>
  memory.words.get(german) ?? sentence(memory, german, false, 'shape');

function sentence(
  memory: Memory,
  german: string,
  isWithin: boolean,
  width: 'shape' | 'wideShape',
): string | undefined {
  for (const { anchor, [width]: shape, text, isTelling } of memory.sentences) {
    const found = german.includes(anchor) ? shape().exec(german) : null;
    if (found && (isTelling || isWithin || found.slice(1).every((inside) => memory.figureOf(inside))))
      return filled(memory, text, found);
  }
  return undefined;
}

/** The gaps of a text: names as they are, figures and words of ours said. A gap `{*}` holds several names. */
function filled(memory: Memory, text: string, found: RegExpExecArray): string {
  let next = 0;
  return text.replaceAll(/\{(\d*)(\*?)\}/g, (_gap, place: string, several: string) => {
    next += 1;
    const inside = found[place === '' ? next : Number(place)] ?? '';
    return (
      inLanguage(memory, inside, true) ??
      (several ? inside.replace(/ und (?!.* und )/u, memory.words.get(' und ') ?? ' und ') : inside)
    );
  });
}

/**
 * Part after part of a list; undefined unless every part is known, so that no name is said by halves. Outside a sentence "Gas und
 * Wasser" may be a name, "85 bis 100" is none.
 */
function listed(memory: Memory, german: string, isWithin: boolean): string | undefined {
  const between = betweenParts.find((one) => german.includes(one));
  if (between === undefined) return undefined;
  const texts: string[] = [];
  for (const part of german.split(between)) {
    const mayBeName = !isWithin && between !== '; ';
    const text = mayBeName ? memory.figureOf(part) : inLanguage(memory, part, isWithin);
    if (text === undefined) return undefined;
    texts.push(text);
  }
  return texts.join(memory.words.get(between) ?? between);
}

/** "Rolle: Berater · Zeilen: 1.200": what is known of each; undefined where nothing is. */
function details(memory: Memory, german: string): string | undefined {
  const parts = german.split(betweenDetails);
  const texts = parts.map((part) =>
    parts.length > 1 ? inLanguage(memory, part, false) : detail(memory, part),
  );
  if (texts.every((text) => text === undefined)) return undefined;
  return texts.map((text, place) => text ?? parts[place]).join(betweenDetails);
}

/** A label of ours and what it tells. */
function detail(memory: Memory, german: string): string | undefined {
  const [label = '', ...rest] = german.split(': ');
  const text = rest.length === 0 ? undefined : memory.words.get(label);
  if (text === undefined) return undefined;
  const told = rest.join(': ');
  return `${text}: ${inLanguage(memory, told, true) ?? told}`;
}

/** Sentence after sentence, several at once where they are known together; undefined when there is one only, or none is known. */
function severalSentences(memory: Memory, german: string): string | undefined {
  const sentences = german.split(/(?<=\.) (?=\p{Lu})/u);
  if (sentences.length < 2) return undefined;
  const texts: string[] = [];
  let isKnown = false;
  for (let first = 0, end = 0; first < sentences.length; first = end) {
    let text: string | undefined;
    for (end = sentences.length; end > first && text === undefined; end -= 1) {
      const part = sentences.slice(first, end).join(' ');
      const isAll = end - first === sentences.length;
      text = isAll ? undefined : end - first > 1 ? known(memory, part) : inLanguage(memory, part, false);
    }
    isKnown ||= text !== undefined;
    end = text === undefined ? first + 1 : end + 1;
    texts.push(text ?? sentences[first] ?? '');
  }
  return isKnown ? texts.join(' ') : undefined;
}
