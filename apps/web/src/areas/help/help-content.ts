import { languageInUse } from '../../texts/change-language.ts';
import german from './help.de.json';
import english from './help.en.json';

/** What a page is for, and what to do on it first. */
export interface HelpPage {
  /** `*` stands for one part of the address. */
  readonly path: string;
  readonly title: string;
  /** Words of the glossary stand in double brackets: `[[Vertrag]]`, or with their inflection `[[Vertrag|Verträge]]`. */
  readonly purpose: string;
  readonly first: readonly string[];
  readonly isForCustomers?: boolean;
}

/** A step of the first day's tour; null = it belongs to no page. */
export interface TourStep {
  readonly title: string;
  readonly text: string;
  readonly path: string | null;
}

export type TourKind = 'adviser' | 'administrator' | 'tariffs' | 'reading' | 'customer';

/** The help in the language in use. */
const content = () => (languageInUse() === 'en' ? english : german);

export const helpPages = (): readonly HelpPage[] => content().pages;
export const tours = (): Readonly<Record<TourKind, readonly TourStep[]>> => content().tour;
const words = (): Readonly<Record<string, string>> => content().glossary;

/** What a word of the house means, by its name in the language in use or in German; null for a word that is not in the glossary. */
export function meaningOf(word: string): string | null {
  if (Object.hasOwn(words(), word)) return words()[word] ?? null;
  // Both glossaries have their words in the same order.
  return Object.values(words())[Object.keys(german.glossary).indexOf(word)] ?? null;
}

/** All words, in the order of their language. */
export const glossaryWords = (): readonly string[] =>
  Object.keys(words()).toSorted((a, b) => a.localeCompare(b, languageInUse()));

/** The help of an address: the page that says most of it; a customer gets nothing that is written for advisers. */
export function helpFor(pathname: string, isCustomer: boolean): HelpPage {
  const parts = partsOf(pathname);
  const pages = helpPages();
  const matching = pages
    .filter((page) => !isCustomer || page.isForCustomers === true)
    .filter((page) =>
      partsOf(page.path).every((part, index) =>
        part === '*' ? parts[index] !== undefined : part === parts[index],
      ),
    )
    .toSorted((a, b) => weightOf(b) - weightOf(a));
  const found = matching[0] ?? pages.find(({ path }) => path === (isCustomer ? '/my' : '/'));
  if (!found) throw new Error('the help has no first page');
  return found;
}

const partsOf = (path: string): string[] => path.split('/').filter((part) => part !== '');

/** More parts say more; a named part more than any. */
const weightOf = ({ path }: HelpPage): number =>
  partsOf(path).reduce((sum, part) => sum + (part === '*' ? 10 : 11), 0);

/** A piece of a help text: plain, or a word with its meaning. */
export interface HelpPiece {
  readonly text: string;
  readonly meaning: string | null;
}

/** A help text in pieces. */
export function piecesOf(text: string): HelpPiece[] {
  return text.split(/(\[\[[^\]]+\]\])/).flatMap((piece): HelpPiece[] => {
    if (piece === '') return [];
    const inner = /^\[\[([^|\]]+)(?:\|([^\]]+))?\]\]$/.exec(piece);
    return inner?.[1] === undefined
      ? [{ text: piece, meaning: null }]
      : [{ text: inner[2] ?? inner[1], meaning: meaningOf(inner[1]) }];
  });
}
