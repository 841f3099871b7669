import { locale } from '@depotwerk/domain/locale';
import type german from '../../public/assets/i18n/de.json';
import type { Sayer } from './saying-words.ts';
import type { Language } from './translate.ts';
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

/** Texts of a language; undefined when they cannot be read. */
export async function loadLanguage(tag: string, fetcher: typeof fetch): Promise<Language | undefined> {
  try {
    const answer = await fetcher(`/assets/i18n/${tag}.json`, { signal: AbortSignal.timeout(10_000) });
    if (!answer.ok) return undefined;
    const texts: unknown = await answer.json();
    return isTextTree(texts) ? { tag, texts } : undefined;
  } catch {
    // No such file, no JSON, no network: the fallback language speaks.
    return undefined;
  }
}

/** What speaks another language; nobody who reads German loads it. */
export const otherLanguages = () => import('./change-language.ts');

/** What is in use, first that of the interface. */
export const textsInUse = (): readonly Language[] => languages;

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
): Promise<boolean> {
  let chosen = translationId;
  try {
    chosen = localStorage.getItem(languageKey) ?? chosen;
  } catch {
    // Blocked storage: as the environment says.
  }
  const german = loadLanguage(locale.language, fetcher);
  const tag = languageOf(chosen);
  const other =
    tag === locale.language ? undefined : (await otherLanguages()).loadOffered(tag, fetcher, house);
  const found = await german;
  speak(found ? [found] : []);
  (await other)?.();
  return languages.length > 0;
}

/** Text of a key; `count` picks singular or plural. */
export function t(key: TextKey, params?: TextParams): string {
  return translate(languages, key, params) ?? key;
}

/** The first of the keys that has a text. The keys come from outside (error answers), so none need exist. */
export function textOfFirst(keys: readonly (string | undefined)[], params?: TextParams): string | undefined {
  for (const key of keys) {
    const text = key === undefined ? undefined : translate(languages, key, params);
    if (text !== undefined) return text;
  }
  return undefined;
}
