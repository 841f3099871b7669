import { regionTexts, sectorTexts } from '@depotwerk/domain/master-data/regions-and-sectors';
import { said } from '../../texts/texts.ts';

/** What is known of where a fund invests; undefined = a server of the release before does not say. */
export interface SpreadHolding {
  readonly value: number;
  readonly region?: string | null | undefined;
  readonly sector?: string | null | undefined;
  readonly currency?: string | undefined;
}

/** A part of the value of the funds; name null = not known. */
export interface SpreadPart {
  readonly name: string | null;
  readonly share: number;
}

/** Parts of the value by what `nameOf` says of a fund, the largest first and what is not known last; they sum to 1. */
function partsBy(
  holdings: readonly SpreadHolding[],
  nameOf: (holding: SpreadHolding) => string | null,
): SpreadPart[] {
  const total = holdings.reduce((sum, { value }) => sum + value, 0);
  if (!(total > 0)) return [];
  return [...Map.groupBy(holdings, nameOf)]
    .map(([name, of]) => ({ name, share: of.reduce((sum, { value }) => sum + value, 0) / total }))
    .toSorted((a, b) => Number(a.name === null) - Number(b.name === null) || b.share - a.share);
}

/** A key of a later release stands for itself; a peer group nobody gave one has an empty one. */
const named = (texts: Readonly<Record<string, string>>, key: string | null | undefined): string | null =>
  key == null || key === '' ? null : said(texts[key] ?? key);

/** Funds held by region and sector of their peer groups and by their currency; null where nobody says. */
export function lookThrough(holdings: readonly SpreadHolding[]) {
  if (holdings.every(({ region, sector, currency }) => [region, sector, currency].every((x) => x == null)))
    return null;
  return {
    region: partsBy(holdings, ({ region }) => named(regionTexts, region)),
    sector: partsBy(holdings, ({ sector }) => named(sectorTexts, sector)),
    currency: partsBy(holdings, ({ currency }) => currency ?? null),
  };
}
