import { locale } from '@depotwerk/domain/locale';
import type german from '../../public/assets/i18n/de.json';
import type { Sayer } from './saying-words.ts';
import type { Language, TextTree } from './translate.ts';
import { isTextTree, translate } from './translate.ts';

type Leaves<Tree, Prefix extends string = ''> = {
  [Key in keyof Tree & string]: Tree[Key] extends string
    ? `${Prefix}${Key}`
    : Leaves<Tree[Key], `${Prefix}${Key}.`>;
}[keyof Tree & string];
type WithoutPlural<Key extends string> = Key extends `${infer Base}_one` | `${infer Base}_other` ? Base : Key;

/** Every key of the German texts; a key without a text does not compile. */
export type TextKey = WithoutPlural<Leaves<typeof german>>;
export type TextParams = Readonly<Record<string, string | number>>;

/** The language in use, then German as the fallback. */
let languages: readonly Language[] = [];
let sayer: Sayer | undefined;
let draw = () => {};

/** Where the browser keeps which language somebody chose. */
export const languageKey = 'depotwerk.language';

/** Language of the user interface: first two letters of the choice or the environment's translation id, else German. */
export function languageOf(translationId: string | undefined): string {
  const language = (translationId ?? '').slice(0, 2).toLowerCase();
  return /^[a-z]{2}$/.test(language) ? language : locale.language;
}

/**
 * Texts of a language; undefined when they cannot be read.
 *
 * @param hasAll false: those of the pages for visitors suffice (`visitor-texts.ts`); where there is no such file, all of them come
 */
export async function loadLanguage(
  tag: string,
  fetcher: typeof fetch,
  hasAll: boolean,
): Promise<Language | undefined> {
  const texts = await loadTexts(`/assets/i18n/${tag}${hasAll ? '' : '.visitors'}.json`, fetcher);
  if (texts) return { tag, texts, hasAll };
  return hasAll ? undefined : loadLanguage(tag, fetcher, true);
}

/** A file of texts; undefined where there is none, no JSON or no network: the fallback language speaks. */
export async function loadTexts(file: string, fetcher: typeof fetch): Promise<TextTree | undefined> {
  try {
    const answer = await fetcher(file, { signal: AbortSignal.timeout(10_000) });
    const texts: unknown = answer.ok && (await answer.json());
    if (isTextTree(texts)) return texts;
  } catch {
    // As said above.
  }
  return undefined;
}

/** What speaks another language; nobody who reads German loads it. */
export const otherLanguages = () => import('./change-language.ts');

/** What is in use, first that of the interface. */
export const textsInUse = (): readonly Language[] => languages;

/** Whether more is there than the texts of the pages for visitors. */
export const hasAllTexts = (): boolean => languages.every(({ hasAll }) => hasAll);

/** Whether the page shows what the server tells in German: who changes the language then waits for those words, too. */
export let tellsRules = false;

/** Waits for the words the server tells rules in, where another language than German is spoken: before what has them is shown. */
export async function wordsOfRules(): Promise<void> {
  tellsRules = true;
  if (languages[0] && languages[0].tag !== locale.language) await (await otherLanguages()).loadWords();
}

/** The words of the rules are said otherwise from now on; what stands on the screen stays as it is. */
export const sayWith = (say: Sayer | undefined): void => {
  sayer = say;
};

let loadingAll: Promise<void> | undefined;

/**
 * Waits for the texts of all pages. What stands on the screen stays as it is: it has its texts.
 *
 * @throws when they cannot be read; asked again, they are tried again
 */
export function allTexts(fetcher: typeof fetch = fetch): Promise<void> {
  loadingAll ??= loadAll(fetcher).finally(() => {
    loadingAll = undefined;
  });
  return loadingAll;
}

async function loadAll(fetcher: typeof fetch): Promise<void> {
  const before = languages;
  if (hasAllTexts()) return;
  const found = await Promise.all(
    before.map(async (one) => (one.hasAll ? one : loadLanguage(one.tag, fetcher, true))),
  );
  const all = found.filter((one) => one !== undefined);
  if (all.length < before.length) throw new Error('The texts could not be loaded');
  // Another language may have been chosen meanwhile.
  if (languages !== before) await loadAll(fetcher);
  else {
    languages = all;
    await wordsOfRules();
  }
}

/** Draws now, and again whenever the language changes. */
export function followLanguage(drawing: () => void): void {
  draw = drawing;
  draw();
}

/** Takes the first of the languages as that of the interface; `say` says the words of the rules in it. */
export function speak(wanted: readonly Language[], say?: Sayer): void {
  languages = wanted;
  sayer = say;
  document.documentElement.lang = wanted[0]?.tag ?? locale.language;
  draw();
}

/** A German word or sentence of the rules or the server in the language in use (`saying-words.ts`). */
export const said = (german: string): string => sayer?.(german) ?? german;

/** The same of what stands for itself in a place of ours, as an answer does: a figure, a day, or words beside each other. */
export const saidValue = (german: string): string => sayer?.(german, true) ?? german;

/** The same, where there may be nothing to say. */
export const saidOrNull = (german: string | null): string | null => german && said(german);

/**
 * Loads the German texts, and over them those of the language chosen in this browser, else of the environment's; what the house
 * does not offer is not spoken. False when nothing at all could be read.
 */
export async function startTexts(
  translationId: string | undefined,
  fetcher: typeof fetch = fetch,
  house?: PromiseLike<{ languages: readonly string[] }>,
  hasAll = true,
): Promise<boolean> {
  let chosen = translationId;
  try {
    chosen = localStorage.getItem(languageKey) ?? chosen;
  } catch {
    // Blocked storage: as the environment says.
  }
  const german = loadLanguage(locale.language, fetcher, hasAll);
  const tag = languageOf(chosen);
  const other =
    tag === locale.language ? undefined : (await otherLanguages()).loadOffered(tag, fetcher, house, hasAll);
  const found = await german;
  speak(found ? [found] : []);
  (await other)?.();
  return languages.length > 0;
}

/** Text of a key; `count` picks singular or plural. */
export function t(key: TextKey, params?: TextParams): string {
  const text = translate(languages, key, params);
  if (text === undefined && !hasAllTexts()) {
    // A page for visitors that the build did not find: nobody shall read a key.
    reportError(new Error(`No text for visitors: ${key}`));
    return '';
  }
  return text ?? key;
}

/** The first of the keys that has a text. The keys come from outside (error answers), so none need exist. */
export function textOfFirst(keys: readonly (string | undefined)[], params?: TextParams): string | undefined {
  for (const key of keys) {
    const text = key === undefined ? undefined : translate(languages, key, params);
    if (text !== undefined) return text;
  }
  return undefined;
}
