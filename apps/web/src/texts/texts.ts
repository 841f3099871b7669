import { locale } from '@depotwerk/domain/locale';
import type german from '../../public/assets/i18n/de.json';
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

/** Language of the user interface: first two letters of the environment's translation id, else German. */
export function languageOf(translationId: string | undefined): string {
  const language = (translationId ?? '').slice(0, 2).toLowerCase();
  return /^[a-z]{2}$/.test(language) ? language : locale.language;
}

async function loadLanguage(tag: string, fetcher: typeof fetch): Promise<Language | undefined> {
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

/** Loads the texts of the language and German as the fallback; false when nothing at all could be read. */
export async function startTexts(
  translationId: string | undefined,
  fetcher: typeof fetch = fetch,
): Promise<boolean> {
  const wanted = [...new Set([languageOf(translationId), locale.language])];
  const loaded = await Promise.all(wanted.map((tag) => loadLanguage(tag, fetcher)));
  languages = loaded.filter((language) => language !== undefined);
  document.documentElement.lang = languages[0]?.tag ?? locale.language;
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
