import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { meaningOfHeading } from '@depotwerk/domain/fund-field-map';
import { describe, expect, it } from 'vitest';
import { isFundHeader } from './fund-plan.ts';
import { planPriceImport } from './price-plan.ts';
import { isSymbolHeader, readSymbolMap } from './read-symbol-map.ts';

const texts = resolve(import.meta.dirname, '../../../../../web/public/assets/i18n');

/** The headings a text of the page names: what stands after "Spalten" or "columns", to the end of the sentence. */
const namedIn = (text: string): string[] =>
  (/(?:Spalten|columns) (\w*ISIN, [^.]+|Symbol und ISIN|symbol and ISIN)\./.exec(text)?.[1] ?? '').split(
    /, | und | and /,
  );

const tableOf = (rows: readonly string[][]) => ({
  fileName: 'kurse.csv',
  fileHash: Buffer.alloc(32),
  format: 'csv' as const,
  notes: [],
  async *records() {
    for (const [index, cells] of rows.entries()) yield await Promise.resolve({ line: index + 1, cells });
  },
});

describe.each(['de', 'en'])('headings the page of the fund import names in %s', (language) => {
  const { hints, mapHint } = (
    JSON.parse(readFileSync(join(texts, `${language}.json`), 'utf8')) as {
      fundDataImport: { hints: { funds: string; prices: string }; mapHint: string };
    }
  ).fundDataImport;

  it('are read in a table of funds', () => {
    const headings = namedIn(hints.funds);
    expect(headings).toHaveLength(3);
    expect(isFundHeader(headings)).toBe(true);
    expect(headings.map((heading) => meaningOfHeading(heading)?.field)).toEqual(['isin', 'name', 'currency']);
  });

  it('are read in a table of prices', async () => {
    const headings = namedIn(hints.prices);
    expect(headings).toHaveLength(4);
    const row = ['IE00BYZK4669', '2026-11-20', '12.5', 'EUR'];
    const { layout } = await planPriceImport(tableOf([headings, row]), undefined, new Map());
    expect(layout).toMatchObject({ kind: 'long', isin: 0, date: 1, price: 2, currency: 3 });
  });

  it('are read in a table that assigns columns', async () => {
    const headings = namedIn(mapHint);
    expect(isSymbolHeader(headings)).toBe(true);
    const map = await readSymbolMap(tableOf([headings, ['WELT', 'IE00BYZK4669']]));
    expect([...map]).toEqual([['WELT', 'IE00BYZK4669']]);
  });
});
