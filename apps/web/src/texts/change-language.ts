import { setNotation } from '@depotwerk/domain/notation';
import type { Language } from '@depotwerk/domain/white-label/languages';
import { englishFigure, englishNotation } from './english-figures.ts';
import { keepTyped } from './keep-typed.ts';
import { sayingWords } from './saying-words.ts';
import {
  hasAllTexts,
  languageKey,
  loadLanguage,
  loadTexts,
  sayWith,
  speak,
  tellsRules,
  textsInUse,
} from './texts.ts';
import { type Language as Texts, type TextTree, textAt } from './translate.ts';

/** Language of the interface now. */
export const languageInUse = (): string => textsInUse()[0]?.tag ?? 'de';

let chosenHere: Language | undefined;

/**
 * What the server refuses of one among many it tells in German (`german-messages.ts`): most of it stands among the texts of
 * errors already, so its words are those.
 */
function dictionaryOf({ tag, texts }: Texts, german: Texts | undefined): TextTree | undefined {
  const words = allWords.get(tag) ?? wordsOf(texts);
  if (words === undefined) return undefined;
  const refusals: Record<string, string> = {};
  const collect = (tree: TextTree | string | undefined, key: string): void => {
    if (typeof tree === 'object')
      for (const [name, part] of Object.entries(tree)) collect(part, `${key}.${name}`);
    else if (tree !== undefined && !tree.includes('{')) refusals[tree] = textAt(texts, key) ?? tree;
  };
  collect(german?.texts['errors'], 'errors');
  return { ...refusals, ...words };
}

const wordsOf = ({ words }: TextTree): TextTree | undefined =>
  typeof words === 'object' ? words : undefined;

/** All words of the rules by language, where the texts of visitors have but a part of them. */
const allWords = new Map<string, TextTree>();

const germanInUse = () => textsInUse().find(({ tag }) => tag === 'de');

const sayerOf = (wanted: Texts) =>
  sayingWords(dictionaryOf(wanted, germanInUse()), wanted.tag === 'en' ? englishFigure : undefined);

/**
 * Says the words of the rules in the language in use, all of them: pages for visitors begin with those their own code has. Where they
 * cannot be read, the others stay German.
 */
export async function loadWords(
  fetcher: typeof fetch = fetch,
  wanted: Texts | undefined = textsInUse()[0],
): Promise<void> {
  if (!wanted || wanted.tag === 'de' || allWords.has(wanted.tag)) return;
  const words = wanted.hasAll ? wordsOf(wanted.texts) : await fetchWords(wanted.tag, fetcher);
  if (words === undefined) return;
  allWords.set(wanted.tag, words);
  if (textsInUse()[0]?.tag === wanted.tag) sayWith(sayerOf(wanted));
}

async function fetchWords(tag: string, fetcher: typeof fetch): Promise<TextTree | undefined> {
  const found = await loadTexts(`/assets/i18n/${tag}.words.json`, fetcher);
  return found && wordsOf(found);
}

function speakWith(wanted: Texts): void {
  const german = germanInUse();
  setNotation(wanted.tag === 'en' ? englishNotation : undefined);
  speak(wanted.tag === 'de' || !german ? [wanted] : [wanted, german], sayerOf(wanted));
}

/**
 * Loads what a page begins with.
 * @returns speaks it; undefined when its texts cannot be read or the house does not offer it
 */
export async function loadOffered(
  tag: string,
  fetcher: typeof fetch,
  house: PromiseLike<{ languages: readonly string[] }> | undefined,
  hasAll: boolean,
): Promise<(() => void) | undefined> {
  const [wanted, config] = await Promise.all([loadLanguage(tag, fetcher, hasAll), house]);
  if (!wanted || config?.languages.includes(tag) === false) return undefined;
  return () => speakWith(wanted);
}

/**
 * Speaks another language from now on and remembers it in this browser; a language is no secret, so it may outlive the session.
 * @returns false when its texts could not be read; then everything stays as it is
 */
export async function changeLanguage(tag: Language, fetcher: typeof fetch = fetch): Promise<boolean> {
  const wanted =
    textsInUse().find((one) => one.tag === tag) ?? (await loadLanguage(tag, fetcher, hasAllTexts()));
  if (!wanted) return false;
  if (tellsRules) await loadWords(fetcher, wanted);
  chosenHere = tag;
  try {
    localStorage.setItem(languageKey, tag);
  } catch {
    // Blocked storage: the choice then holds until the page is left.
  }
  speakWith(wanted);
  return true;
}

/** The same on a page of forms: what was typed there stays. */
export async function switchLanguage(tag: Language): Promise<void> {
  const putBack = keepTyped();
  if (await changeLanguage(tag)) await putBack();
}

/**
 * Takes over the language of an account; what she chose on the way in, before it was known who she is, is newer and goes to her
 * account by `store`.
 */
export async function takeLanguage(
  tag: Language,
  store: (change: { language: Language }) => Promise<void>,
): Promise<void> {
  if (chosenHere && chosenHere !== tag) await store({ language: chosenHere });
  else await changeLanguage(tag);
}
