import { isIsin, normalizeIsin } from '../isin.ts';
import { regionTexts, sectorTexts } from '../master-data/regions-and-sectors.ts';

/** Answers to what shall be excluded, as the risk profile keeps them; each list is empty where nothing is. */
export interface ExcludedInvestments {
  readonly isins: readonly string[];
  /** As they were written. */
  readonly companies: readonly string[];
  /** Keys of regions and sectors. */
  readonly regions: readonly string[];
  readonly sectors: readonly string[];
}

/** Entries of a free text, each once: one a line, semicolons part as well. Commas stand in names of companies. */
export const entriesOf = (text: string): string[] => [
  ...new Set(
    text
      .split(/[\n;]+/)
      .map((entry) => entry.trim())
      .filter((entry) => entry !== ''),
  ),
];

/** ISINs have no blanks and commas in them: these part them, too. */
const isinsOf = (text: string): string[] => entriesOf(text.replaceAll(/[\s,]+/g, '\n')).map(normalizeIsin);

/** ISINs of a free text, as they are stored; what is none of them is left out. */
export const excludedIsins = (text: string): string[] => [...new Set(isinsOf(text).filter(isIsin))];

/** Whether every entry of a free text is an ISIN. */
export const hasOnlyIsins = (text: string): boolean => isinsOf(text).every(isIsin);

// Keys of regions and sectors come from fixed answers; one that a later version drops is shown as it is stored.
const nameOf = (texts: Readonly<Record<string, string>>, key: string): string => texts[key] ?? key;

export const regionName = (key: string): string => nameOf(regionTexts, key);
export const sectorName = (key: string): string => nameOf(sectorTexts, key);

/** What is excluded, for people; null = nothing. */
export function restrictionsText({ isins, companies, regions, sectors }: ExcludedInvestments): string | null {
  const parts = [
    part('Regionen', regions.map(regionName)),
    part('Branchen', sectors.map(sectorName)),
    part('Gesellschaften', companies),
    part('Fonds', isins),
  ].filter((text) => text !== '');
  return parts.length === 0 ? null : parts.join('; ');
}

const part = (label: string, names: readonly string[]): string =>
  names.length === 0 ? '' : `${label}: ${names.join(', ')}`;
