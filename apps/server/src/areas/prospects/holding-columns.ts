import { foldText } from '@depotwerk/domain/fold-text';
import { withoutHeaderUnit } from '@depotwerk/domain/imports/header-unit';
import { totalWords } from '../../platform/table-files/left-out-lines.ts';
import { cellText, type SourceCell } from '../../platform/table-files/source-table.ts';
import { mayNameMovements } from './movement-words.ts';

/** Headers banks and brokers use, also English ones, folded. */
const headers = {
  isin: ['ISIN', 'ISIN-Code', 'Wertpapierkennung'],
  name: [
    'Name',
    'Bezeichnung',
    'Wertpapier',
    'Wertpapierbezeichnung',
    'Fonds',
    'Fondsname',
    'Titel',
    'Security',
    'Security name',
    'Fund',
    'Fund name',
    'Description',
  ],
  quantity: [
    'Stück',
    'Anteile',
    'Stückzahl',
    'Bestand',
    'Anzahl',
    'Stück/Nominal',
    'Menge',
    'Quantity',
    'Units',
    'Shares',
  ],
  price: ['Kurs', 'Anteilswert', 'Preis', 'Aktueller Kurs', 'Price', 'Unit price'],
  value: ['Wert', 'Kurswert', 'Gesamtwert', 'Depotwert', 'Aktueller Wert', 'Value', 'Market value'],
  currency: ['Währung', 'Whg', 'Depotwährung', 'Currency'],
  priceCurrency: ['Währung Kurs', 'Kurswährung', 'Price currency'],
} as const;
export type Column = keyof typeof headers;

const byHeader = new Map(
  // Object.entries loses the names of the columns.
  (Object.entries(headers) as [Column, readonly string[]][]).flatMap(([column, names]) =>
    names.map((name) => [foldText(name), column] as const),
  ),
);
/** No header is longer; of a cell of a whole text nothing is looked for. */
const longestHeader = 60;
/** "Kurswert EUR", "Wert (€)", "Kurs in Euro": the name of a figure with what it is counted in. */
function columnOf(header: string): Column | null {
  if (header.length > longestHeader) return null;
  const named = byHeader.get(foldText(header));
  if (named !== undefined) return named;
  const figure = byHeader.get(foldText(withoutHeaderUnit(header)));
  return figure === 'price' || figure === 'value' ? figure : null;
}
const columnsOf = (cells: readonly SourceCell[]) => cells.map((cell) => columnOf(cellText(cell)));
export const isHeader = (cells: readonly SourceCell[]) => columnsOf(cells).includes('isin');

/** Where a table has its columns. */
export interface Layout {
  readonly places: ReadonlyMap<Column, number>;
  /** Figures whose header names the euro: a column of currencies says nothing of them. */
  readonly inEuro: ReadonlySet<Column>;
  /** Further columns of a name no header tells from the one that counts. */
  readonly rivals: ReadonlyMap<Column, readonly number[]>;
  /** Values whose header names another currency ("Wert in USD"): told of, never taken. */
  readonly otherCurrency: readonly number[];
  /** Columns whose header says nothing that is read here: a currency in one of them is that of its line. */
  readonly unnamed: readonly number[];
  /** Columns of which no word makes a line a movement: names, and what a fund does with its proceeds. */
  readonly withoutMovements: ReadonlySet<number>;
}

/** What stands behind the name of a figure in another currency than the euro. */
const otherUnit = /[([/]?\s*(?:\bin\s)?\b([A-Z]{3})[)\]]?$/u;
const isOtherValue = (header: string): boolean =>
  header.length <= longestHeader &&
  byHeader.get(foldText(header.trim().replace(otherUnit, '').trim())) === 'value';

/** What a fund is kept in is not what a house counts its value in. */
const ofFund = /^(?:fonds|anteil|fund)/;

/** Of several columns of one name the one whose header names the euro, else the first. */
export function layoutOf(cells: readonly SourceCell[]): Layout {
  const places = new Map<Column, number>();
  const inEuro = new Set<Column>();
  const rivals = new Map<Column, number[]>();
  const otherCurrency: number[] = [];
  const unnamed: number[] = [];
  const withoutMovements = new Set<number>();
  for (const [index, column] of columnsOf(cells).entries()) {
    if (column === 'name' || !mayNameMovements(cellText(cells[index]))) withoutMovements.add(index);
    if (column === null) {
      if (isOtherValue(cellText(cells[index]))) otherCurrency.push(index);
      if (!ofFund.test(foldText(cellText(cells[index])))) unnamed.push(index);
      continue;
    }
    const isNamed = byHeader.has(foldText(cellText(cells[index])));
    if (places.has(column) && (isNamed || inEuro.has(column))) {
      if (isNamed !== inEuro.has(column)) rivals.set(column, [...(rivals.get(column) ?? []), index]);
      continue;
    }
    places.set(column, index);
    rivals.delete(column);
    if (!isNamed) inEuro.add(column);
  }
  return { places, inEuro, rivals, otherCurrency, unnamed, withoutMovements };
}

/** Whether a further header, as every page of a list may have one, leaves each column where it was, and what it is counted in. */
export const isSameLayout = (a: Layout, b: Layout): boolean => shapeOf(a) === shapeOf(b);
const shapeOf = ({ places, inEuro, rivals, otherCurrency, withoutMovements }: Layout): string =>
  JSON.stringify([[...places], [...inEuro], [...rivals], otherCurrency, [...withoutMovements]]);

export const cellAt = ({ places }: Layout, cells: readonly SourceCell[], column: Column): SourceCell =>
  cells[places.get(column) ?? -1] ?? '';

/** Banks write sums below their tables. A fund may be called so too: what has an ISIN is no sum. */
const totalText = new RegExp(`^(?:${totalWords})(?: ?(?:in )?(?:eur|euro|€))? ?:?$`, 'i');
export function isTotal(layout: Layout, cells: readonly SourceCell[]): boolean {
  const first = cells.findIndex((cell) => cellText(cell) !== '');
  const isWithoutIsin = layout.places.get('isin') === first || cellText(cellAt(layout, cells, 'isin')) === '';
  return isWithoutIsin && totalText.test(cellText(cells[first]).trim());
}
