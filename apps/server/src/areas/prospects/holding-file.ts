import type { CallAnswer } from '@depotwerk/api/call';
import {
  type AnalysisHolding,
  mostAnalysisHoldings,
  type readHoldingFile as readCall,
} from '@depotwerk/api/depot-analysis';
import { isEuroOrUnstated } from '@depotwerk/domain/currency';
import { joinHoldings } from '@depotwerk/domain/depot-analysis/join-holdings';
import { foldText } from '@depotwerk/domain/fold-text';
import { withoutHeaderUnit } from '@depotwerk/domain/imports/header-unit';
import { findIsinFault, normalizeIsin } from '@depotwerk/domain/isin';
import type { FileReader } from '../../platform/file-threads/file-reader.ts';
import { isPdf } from '../../platform/pdf-text/read-pdf-text.ts';
import { isStatement, positionFileReader } from '../../platform/position-files/position-file.ts';
import { unitPrice } from '../../platform/position-files/unit-price.ts';
import {
  type DecimalMark,
  decimalHint,
  readDecimal,
  unitsOf,
  withoutUnit,
} from '../../platform/table-files/decimal-mark.ts';
import { foreignFormatOf } from '../../platform/table-files/foreign-format.ts';
import { ImportRefused } from '../../platform/table-files/import-refused.ts';
import { openUploadedTable } from '../../platform/table-files/open-source.ts';
import {
  cellText,
  quoteCell,
  type SourceCell,
  type SourceRecord,
} from '../../platform/table-files/source-table.ts';
import { headerSearchRows } from '../../platform/table-files/xlsx-source.ts';
import { readPdfFile } from './pdf-statement/pdf-file.ts';
import { statedText } from './stated-text.ts';

/** What a file says of holdings, as the visitor is shown it before anything is taken. */
export type HoldingFile = CallAnswer<typeof readCall>;
/** What tables and statements for machines say. */
type PlainFile = Pick<HoldingFile, 'holdings' | 'refused' | 'asked'>;
type Asked = HoldingFile['asked'][number];

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
  currency: ['Währung', 'Whg', 'Währung Kurs', 'Depotwährung', 'Currency'],
} as const;
type Column = keyof typeof headers;

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
  const named = byHeader.get(foldText(header));
  if (named !== undefined) return named;
  if (header.length > longestHeader) return null;
  const figure = byHeader.get(foldText(withoutHeaderUnit(header)));
  return figure === 'price' || figure === 'value' ? figure : null;
}
const columnsOf = (cells: readonly SourceCell[]) => cells.map((cell) => columnOf(cellText(cell)));
const isHeader = (cells: readonly SourceCell[]) => columnsOf(cells).includes('isin');
/** Banks write sums below their tables. */
const isTotal = (cells: readonly SourceCell[]) =>
  /^(summe|gesamt|total)\b/i.test(cellText(cells.find((cell) => cellText(cell) !== '')));

const mostRefused = 50;

/** Reads holdings in a thread of its own. @throws ImportRefused */
export const holdingFileReader: FileReader<HoldingFile> = { name: 'holdingFile', read: readHoldingFile };

async function readHoldingFile(bytes: Buffer, fileName: string): Promise<HoldingFile> {
  const file = isPdf(bytes)
    ? await readPdfFile(bytes)
    : {
        ...(isStatement(bytes.subarray(0, 4096)) && foreignFormatOf(bytes.subarray(0, 4096)) === null
          ? await readStatementFile(bytes, fileName)
          : await readTableFile(bytes, fileName)),
        statement: null,
      };
  const { holdings, unclear } = joinHoldings(file.holdings);
  const refused = [
    ...file.refused,
    ...unclear.map((isin) => ({
      line: null,
      reason: `${isin} steht mehrmals in der Datei, einmal nur mit Stückzahl und einmal nur mit Wert. Bitte geben Sie den Bestand über die Suche ein.`,
    })),
  ];
  if (holdings.length + file.asked.length > mostAnalysisHoldings)
    throw new ImportRefused(`Die Datei hat mehr als ${mostAnalysisHoldings} Bestände.`);
  if (holdings.length + file.asked.length === 0 && refused.length === 0)
    throw new ImportRefused('In der Datei stehen keine Bestände.');
  return { ...file, holdings, refused: refused.slice(0, mostRefused) };
}

async function readStatementFile(bytes: Buffer, fileName: string): Promise<PlainFile> {
  const { statements, problems } = await positionFileReader.read(bytes, fileName);
  const holdings: AnalysisHolding[] = [];
  const refused = problems.map(({ message }): HoldingFile['refused'][number] => ({
    line: null,
    reason: message,
  }));
  for (const position of statements.flatMap(({ positions }) => positions)) {
    const isin = normalizeIsin(position.isin);
    const { price } = unitPrice(position);
    if (findIsinFault(isin) !== null || position.quantity <= 0)
      refused.push({
        line: null,
        reason: `${quoteCell(position.isin)} ist keine gültige ISIN oder hat keine Anteile.`,
      });
    else
      holdings.push({
        isin,
        name: '',
        quantity: position.quantity,
        value: position.value ?? (price === null ? null : Math.round(price * position.quantity * 100) / 100),
      });
  }
  return { holdings, refused, asked: [] };
}

async function readTableFile(bytes: Buffer, fileName: string): Promise<PlainFile> {
  const table = await openUploadedTable(bytes, fileName, isHeader);
  const lines: SourceRecord[] = [];
  let columns: (Column | null)[] | null = null;
  let searched = 0;
  for await (const record of table.records()) {
    if (columns === null) {
      if (isHeader(record.cells)) columns = columnsOf(record.cells);
      else if (++searched >= headerSearchRows) break;
      continue;
    }
    if (record.cells.every((cell) => cellText(cell) === '') || isTotal(record.cells)) continue;
    lines.push(record);
    if (lines.length > mostAnalysisHoldings)
      throw new ImportRefused(`Die Datei hat mehr als ${mostAnalysisHoldings} Bestände.`);
  }
  if (columns === null)
    throw new ImportRefused('In der Datei gibt es keine Spalte „ISIN“; an ihr werden Wertpapiere erkannt.');
  const found = columns;
  if (!found.includes('quantity') && !found.includes('value'))
    throw new ImportRefused('In der Datei gibt es weder eine Spalte „Stück“ noch eine Spalte „Wert“.');
  const mark = markOf(lines, found);
  const read = lines.map((line) => (mark === null ? readOpenLine(line, found) : readLine(line, found, mark)));
  return {
    holdings: read.flatMap((line) => ('holding' in line ? [line.holding] : [])),
    refused: read.flatMap((line) => ('reason' in line ? [line] : [])),
    asked: read.flatMap((line) => ('asked' in line ? [line.asked] : [])),
  };
}

/**
 * German files have commas; only a file that shows points and no comma has points. Where every mark could part thousands,
 * the arithmetic of the lines says which it is; null = nothing does, and "1.234" is one unit or a thousand.
 */
function markOf(lines: readonly SourceRecord[], columns: readonly (Column | null)[]): DecimalMark | null {
  const hints = new Set(
    lines.flatMap(({ cells }) =>
      cells.flatMap((cell, index) => {
        const column = columns[index];
        const isFigure = column === 'quantity' || column === 'price' || column === 'value';
        return isFigure && typeof cell === 'string' ? [decimalHint(bareFigure(cell))] : [];
      }),
    ),
  );
  if (hints.has('comma')) return 'comma';
  if (hints.has('point')) return 'point';
  if (!hints.has('open')) return 'comma';
  const contradicted = (mark: DecimalMark) =>
    lines.some(
      (line) =>
        'reason' in readLine(line, columns, mark) && 'holding' in readLine(line, columns, otherMark[mark]),
    );
  const [isComma, isPoint] = [contradicted('point'), contradicted('comma')];
  return isComma === isPoint ? null : isComma ? 'comma' : 'point';
}

const otherMark: Readonly<Record<DecimalMark, DecimalMark>> = { comma: 'point', point: 'comma' };

/** As in books of business, but a nominal may be in euros: what figures mean, they prove to each other. */
const anyUnit = [...unitsOf.quantity, ...unitsOf.money];
const bareFigure = (text: string) => withoutUnit(text, anyUnit);

type Line = { holding: AnalysisHolding } | { line: number; reason: string };

/** A line whose figures mean something else by either mark is asked about, without those that differ. */
function readOpenLine(
  record: SourceRecord,
  columns: readonly (Column | null)[],
): Line | { readonly asked: Asked } {
  const [comma, point] = [readLine(record, columns, 'comma'), readLine(record, columns, 'point')];
  if ('reason' in comma) return comma;
  if ('reason' in point) return point;
  const same = (field: 'quantity' | 'value') =>
    comma.holding[field] === point.holding[field] ? comma.holding[field] : null;
  const agreed = { ...comma.holding, quantity: same('quantity'), value: same('value') };
  if (agreed.quantity === comma.holding.quantity && agreed.value === comma.holding.value) return comma;
  const source = record.cells.map((cell) => cellText(cell)).filter((text) => text !== '');
  return {
    asked: {
      ...agreed,
      page: null,
      source: statedText(source.join(' · ')),
      reason:
        'Ob Punkt oder Komma hier Nachkommastellen oder Tausender abtrennt, sagt die Datei nicht. Bitte geben Sie Stückzahl oder Wert ein.',
    },
  };
}

/** A line counts when its figures prove each other, as far as there are several. */
function readLine(
  { line, cells, fault }: SourceRecord,
  columns: readonly (Column | null)[],
  mark: DecimalMark,
): Line {
  const cellOf = (name: Column): SourceCell => cells[columns.indexOf(name)] ?? '';
  const refuse = (reason: string): Line => ({ line, reason });
  if (fault !== undefined) return refuse(fault);
  const isin = normalizeIsin(cellText(cellOf('isin')).replaceAll(/\s/g, ''));
  if (findIsinFault(isin) !== null) return refuse(`${quoteCell(cellOf('isin'))} ist keine gültige ISIN.`);
  const figures: Partial<Record<Column, number>> = {};
  for (const name of ['quantity', 'price', 'value'] as const) {
    const cell = cellOf(name);
    if (cellText(cell) === '') continue;
    const text = readDecimal(typeof cell === 'string' ? bareFigure(cell) : cell, mark);
    const figure = text === null ? Number.NaN : Number(text);
    if (!Number.isFinite(figure) || figure <= 0)
      return refuse(`${quoteCell(cell)} ist keine Zahl größer als 0.`);
    if (figure > 999_999_999_999) return refuse(`${quoteCell(cell)} ist zu groß.`);
    figures[name] = figure;
  }
  const isEuro = isEuroOrUnstated(cellText(cellOf('currency')));
  const quantity = figures.quantity ?? null;
  const price = isEuro ? (figures.price ?? null) : null;
  const stated = isEuro ? (figures.value ?? null) : null;
  if (quantity === null && stated === null)
    return refuse('Weder die Stückzahl noch ein Wert in Euro ist angegeben.');
  if (quantity !== null && unitPrice({ quantity, price, value: stated }).isOtherUnit)
    return refuse('Stückzahl mal Kurs ergibt nicht den Wert der Zeile.');
  const computed = quantity !== null && price !== null ? Math.round(quantity * price * 100) / 100 : null;
  return {
    holding: {
      isin,
      name: statedText(cellText(cellOf('name'))),
      quantity,
      value: stated ?? (computed !== null && computed > 0 ? computed : null),
    },
  };
}
