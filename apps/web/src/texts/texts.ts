import i18next from 'i18next';
import { locale } from '@depotwerk/domain/locale';
import type german from '../../public/assets/i18n/de.json';

type Leaves<Tree, Prefix extends string = ''> = {
  [Key in keyof Tree & string]: Tree[Key] extends string
    ? `${Prefix}${Key}`
    : Leaves<Tree[Key], `${Prefix}${Key}.`>;
}[keyof Tree & string];
type WithoutPlural<Key extends string> = Key extends `${infer Base}_one` | `${infer Base}_other` ? Base : Key;

/** Every key of the German texts; a key without a text does not compile. */
export type TextKey = WithoutPlural<Leaves<typeof german>>;
export type TextParams = Record<string, string | number>;

/** Language of the user interface: first two letters of the environment's translation id, else German. */
export function languageOf(translationId: string | undefined): string {
  const language = (translationId ?? '').slice(0, 2).toLowerCase();
  return /^[a-z]{2}$/.test(language) ? language : locale.language;
}

async function loadTexts(language: string, fetcher: typeof fetch): Promise<object | undefined> {
  try {
    const answer = await fetcher(`/assets/i18n/${language}.json`, { signal: AbortSignal.timeout(10_000) });
    // A server without that language may answer with the application page instead of 404.
    if (!answer.ok || !answer.headers.get('content-type')?.includes('json')) return undefined;
    const tree: unknown = await answer.json();
    return typeof tree === 'object' && tree !== null ? tree : undefined;
  } catch {
    return undefined;
  }
}

/** Loads the texts of the language and German as the fallback; false when not even German could be read. */
export async function startTexts(
  translationId: string | undefined,
  fetcher: typeof fetch = fetch,
): Promise<boolean> {
  const language = languageOf(translationId);
  const wanted = [...new Set([language, locale.language])];
  const trees = await Promise.all(
    wanted.map(async (name) => [name, await loadTexts(name, fetcher)] as const),
  );
  const resources: Record<string, { translation: object }> = {};
  for (const [name, tree] of trees) if (tree) resources[name] = { translation: tree };
  await i18next.init({
    lng: resources[language] ? language : locale.language,
    fallbackLng: locale.language,
    resources,
    initAsync: false,
    returnNull: false,
    interpolation: { prefix: '{', suffix: '}', escapeValue: false },
  });
  document.documentElement.lang = i18next.language;
  return resources[locale.language] !== undefined;
}

/** Text of a key; `count` picks singular or plural. */
export function t(key: TextKey, params?: TextParams): string {
  return i18next.t(key, params ?? {});
}

/** The first of the keys that has a text. The keys come from outside (error answers), so none need exist. */
export function textOfFirst(keys: readonly (string | undefined)[], params?: TextParams): string | undefined {
  const key = keys.find(
    (candidate) => candidate !== undefined && candidate !== '' && i18next.exists(candidate),
  );
  if (key === undefined) return undefined;
  const text: unknown = i18next.t(key, params ?? {});
  return typeof text === 'string' ? text : undefined;
}
