import type { CallAnswer } from '@depotwerk/api/call';
import {
  type AnalysisHolding,
  mostAnalysisHoldings,
  type readHoldingFile as readCall,
} from '@depotwerk/api/prospects/depot-analysis';
import { isEuroOrUnstated } from '@depotwerk/domain/currency';
import { formatDate } from '@depotwerk/domain/date-text';
import { joinHoldings } from '@depotwerk/domain/depot-analysis/join-holdings';
import { findIsinFault, normalizeIsin } from '@depotwerk/domain/isin';
import { isinAdvice } from '@depotwerk/domain/isin-advice';
import { worthOf } from '@depotwerk/domain/worth';
import type { FileReader } from '../../platform/file-threads/file-reader.ts';
import { isPdf } from '../../platform/pdf-text/read-pdf-text.ts';
import { isStatement, positionFileReader } from '../../platform/position-files/position-file.ts';
import type { Statement } from '../../platform/position-files/statement.ts';
import { unitPrice } from '../../platform/position-files/unit-price.ts';
import { type DecimalHint, type DecimalMark, decimalHint } from '../../platform/table-files/decimal-mark.ts';
import { foreignFormatOf } from '../../platform/table-files/foreign-format.ts';
import { ImportRefused } from '../../platform/table-files/import-refused.ts';
import { openUploadedTable } from '../../platform/table-files/open-source.ts';
import {
  cellText,
  quoteCell,
  type SourceCell,
  type SourceRecord,
} from '../../platform/table-files/source-table.ts';
import { withoutOverflow } from '../../platform/table-files/without-overflow.ts';
import { headerSearchRows } from '../../platform/table-files/xlsx-source.ts';
import {
  type Column,
  cellAt,
  isHeader,
  isSameLayout,
  isTotal,
  type Layout,
  layoutOf,
} from './holding-columns.ts';
import { bareFigure, figureColumns, figureOf, isPercentPrice, type MarkOf } from './holding-figures.ts';
import { isMovement } from './movement-words.ts';
import { currencyOfCell } from './pdf-statement/figures.ts';
import { readPdfFile } from './pdf-statement/pdf-file.ts';
import { otherCurrencyNote, shownNotes, statedText } from './stated-text.ts';

/** What a file says of holdings, as the visitor is shown it before anything is taken. */
export type HoldingFile = CallAnswer<typeof readCall>;
/** What tables and statements for machines say. */
type PlainFile = Pick<HoldingFile, 'holdings' | 'refused' | 'asked'>;
type Asked = HoldingFile['asked'][number];

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
  return { ...file, holdings, refused: shownNotes(refused) };
}

async function readStatementFile(bytes: Buffer, fileName: string): Promise<PlainFile> {
  const { statements, problems } = await positionFileReader.read(bytes, fileName);
  const holdings: AnalysisHolding[] = [];
  const inOtherCurrency = new Set<string>();
  const refused = problems.map(({ message }): HoldingFile['refused'][number] => ({
    line: null,
    reason: message,
  }));
  const { newest, older } = newestOf(statements);
  for (const { account, date } of older)
    refused.push({
      line: null,
      reason: `Der Auszug ${quoteCell(account)} vom ${formatDate(date)} zählt nicht: In der Datei steht ein neuerer.`,
    });
  for (const position of newest.flatMap(({ positions }) => positions)) {
    const isin = normalizeIsin(position.isin);
    const { price } = unitPrice(position);
    if (findIsinFault(isin) !== null || position.quantity <= 0)
      refused.push({
        line: null,
        reason: `${quoteCell(position.isin)} ist keine gültige ISIN oder hat keine Anteile.`,
      });
    else {
      holdings.push({
        isin,
        name: '',
        quantity: position.quantity,
        value: position.value ?? (price === null ? null : worthOf(position.quantity, price)),
      });
      if (position.isInOtherCurrency) inOtherCurrency.add(isin);
    }
  }
  for (const isin of inOtherCurrency) refused.push({ line: null, reason: otherCurrencyNote(isin) });
  return { holdings, refused, asked: [] };
}

/** A file may hold statements of one account on several days: held is what the newest says, never the sum of them. */
function newestOf(statements: readonly Statement[]): {
  readonly newest: readonly Statement[];
  readonly older: readonly Statement[];
} {
  const lastDay = new Map<string, string>();
  for (const { account, date } of statements)
    if (date > (lastDay.get(account) ?? '')) lastDay.set(account, date);
  const isNewest = ({ account, date }: Statement) => lastDay.get(account) === date;
  return {
    newest: statements.filter(isNewest),
    older: statements.filter((statement) => !isNewest(statement)),
  };
}

async function readTableFile(bytes: Buffer, fileName: string): Promise<PlainFile> {
  const table = await openUploadedTable(bytes, fileName, isHeader);
  const lines: SourceRecord[] = [];
  let layout: Layout | null = null;
  let searched = 0;
  let width = 0;
  let otherTable: number | null = null;
  for await (const record of table.records()) {
    if (layout === null) {
      if (isHeader(record.cells)) {
        layout = layoutOf(record.cells);
        width = record.cells.length;
      } else if (++searched >= headerSearchRows) break;
      continue;
    }
    if (isHeader(record.cells)) {
      if (isSameLayout(layout, layoutOf(record.cells))) {
        width = record.cells.length;
        continue;
      }
      // Its units would be read as values, or the other way round.
      otherTable = record.line;
      break;
    }
    if (record.cells.every((cell) => cellText(cell) === '') || isTotal(layout, record.cells)) continue;
    // Commas that part fields and decimals alike push every figure behind them into another column.
    lines.push(withoutOverflow(record, width, table));
    if (lines.length > mostAnalysisHoldings)
      throw new ImportRefused(`Die Datei hat mehr als ${mostAnalysisHoldings} Bestände.`);
  }
  if (layout === null)
    throw new ImportRefused('In der Datei gibt es keine Spalte „ISIN“; an ihr werden Wertpapiere erkannt.');
  const found = layout;
  if (!found.places.has('quantity') && !found.places.has('value'))
    throw new ImportRefused('In der Datei gibt es weder eine Spalte „Stück“ noch eine Spalte „Wert“.');
  const read = marksOf(lines, found);
  return {
    holdings: read.flatMap((line) => ('holding' in line ? [line.holding] : [])),
    refused: [
      ...read.flatMap((line) => ('reason' in line ? [line] : 'note' in line && line.note ? [line.note] : [])),
      ...(otherTable === null
        ? []
        : [
            {
              line: otherTable,
              reason:
                'Hier beginnt eine Tabelle mit anderen Spalten. Sie wurde nicht gelesen; bitte laden Sie sie als eigene Datei.',
            },
          ]),
    ],
    asked: read.flatMap((line) => ('asked' in line ? [line.asked] : [])),
  };
}

/**
 * Every line by the decimal marks of its columns. What a cell says itself counts for it ("12,50"), else what its column says, else
 * the file where all of it says the same. Where every mark could part thousands, the arithmetic of the lines says which it is;
 * where nothing does, "1.234" is one unit or a thousand, and the line is asked about.
 */
function marksOf(lines: readonly SourceRecord[], layout: Layout): OpenLine[] {
  const said = new Map(
    figureColumns.map((column) => [
      column,
      new Set(
        lines.flatMap(({ cells }) => {
          const cell = cellAt(layout, cells, column);
          return typeof cell === 'string' ? [decimalHint(bareFigure(cell))] : [];
        }),
      ),
    ]),
  );
  const only = (hints: ReadonlySet<DecimalHint>): DecimalMark | null =>
    hints.has('comma') === hints.has('point') ? null : hints.has('comma') ? 'comma' : 'point';
  const ofFile = only(new Set([...said.values()].flatMap((hints) => [...hints])));
  const by =
    (open: DecimalMark): MarkOf =>
    (column, text) => {
      const hint = decimalHint(text);
      if (hint === 'comma' || hint === 'point') return hint;
      return only(said.get(column) ?? new Set()) ?? open;
    };
  const readBy = (mark: DecimalMark) => lines.map((line) => readLine(line, layout, by(mark)));
  if (ofFile !== null) return readBy(ofFile);
  const [comma, point] = [readBy('comma'), readBy('point')];
  const contradicted = (ones: readonly Line[], others: readonly Line[]) =>
    ones.some((line, index) => 'reason' in line && 'holding' in (others[index] ?? line));
  const [isComma, isPoint] = [contradicted(point, comma), contradicted(comma, point)];
  if (isComma !== isPoint) return isComma ? comma : point;
  return lines.map(({ cells }, index) => openLine(cells, comma[index], point[index])).flat();
}

interface Note {
  readonly line: number;
  readonly reason: string;
}
type Line = { readonly holding: AnalysisHolding; readonly note?: Note } | Note;
type OpenLine = Line | { readonly asked: Asked };

/** A line whose figures mean something else by either mark is asked about, without those that differ. */
function openLine(
  cells: readonly SourceCell[],
  comma: Line | undefined,
  point: Line | undefined,
): OpenLine[] {
  if (comma === undefined || point === undefined) return [];
  if ('reason' in comma) return [comma];
  if ('reason' in point) return [point];
  const same = (field: 'quantity' | 'value') =>
    comma.holding[field] === point.holding[field] ? comma.holding[field] : null;
  const agreed = { ...comma.holding, quantity: same('quantity'), value: same('value') };
  if (agreed.quantity === comma.holding.quantity && agreed.value === comma.holding.value) return [comma];
  const source = cells.map((cell) => cellText(cell)).filter((text) => text !== '');
  return [
    {
      asked: {
        ...agreed,
        page: null,
        source: statedText(source.join(' · ')),
        reason:
          'Ob Punkt oder Komma hier Nachkommastellen oder Tausender abtrennt, sagt die Datei nicht. Bitte geben Sie Stückzahl oder Wert ein.',
      },
    },
  ];
}

/** Two columns of one name with different figures: which of them counts nobody says; null = there are none. */
function rivalOf(cells: readonly SourceCell[], layout: Layout, markOf: MarkOf): string | null {
  for (const column of figureColumns) {
    const own = cellAt(layout, cells, column);
    const other = layout.rivals
      .get(column)
      ?.map((place) => cells[place])
      .find(
        (cell) => cellText(cell) !== '' && figureOf(cell, column, markOf) !== figureOf(own, column, markOf),
      );
    if (other !== undefined)
      return `Zwei Spalten nennen Verschiedenes: ${quoteCell(own)} und ${quoteCell(other)}. Bitte geben Sie den Bestand über die Suche ein.`;
  }
  return null;
}

/** The currency that stands by itself in a column headed as this bank likes; another than the euro before it. */
function currencyAlone(cells: readonly SourceCell[], { unnamed }: Layout): string | null {
  const codes = unnamed.flatMap((place) => currencyOfCell(cellText(cells[place])) ?? []);
  return codes.find((code) => code !== 'EUR') ?? codes[0] ?? null;
}

/** A line counts when its figures prove each other, as far as there are several. */
function readLine({ line, cells, fault }: SourceRecord, layout: Layout, markOf: MarkOf): Line {
  const cellOf = (name: Column) => cellAt(layout, cells, name);
  const refuse = (reason: string): Note => ({ line, reason });
  if (fault !== undefined) return refuse(fault);
  const isin = normalizeIsin(cellText(cellOf('isin')).replaceAll(/\s/g, ''));
  if (isin === '') return refuse('Hier steht keine ISIN.');
  if (findIsinFault(isin) !== null)
    return refuse(`${quoteCell(cellOf('isin'))} ist keine gültige ISIN. ${isinAdvice(isin)}`);
  const movement = cells.find(
    (cell, place) => !layout.withoutMovements.has(place) && isMovement(cellText(cell)),
  );
  if (movement !== undefined)
    return refuse(
      `${quoteCell(movement)} ist eine Bewegung und kein Bestand. Bitte laden Sie eine Übersicht der Bestände.`,
    );
  const figures: Partial<Record<Column, number>> = {};
  for (const name of figureColumns) {
    const cell = cellOf(name);
    if (cellText(cell) === '') continue;
    const figure = figureOf(cell, name, markOf);
    if (typeof figure === 'string' || !Number.isFinite(figure) || figure <= 0)
      return refuse(`${quoteCell(cell)} ist keine Zahl größer als 0.`);
    if (figure > 999_999_999_999) return refuse(`${quoteCell(cell)} ist zu groß.`);
    figures[name] = figure;
  }
  const euros = (figure: 'price' | 'value', own: Column, other: Column): number | null => {
    const column = [own, other].find((one) => layout.places.has(one));
    const currency = column === undefined ? currencyAlone(cells, layout) : cellText(cellOf(column));
    return layout.inEuro.has(figure) || isEuroOrUnstated(currency) ? (figures[figure] ?? null) : null;
  };
  const quantity = figures.quantity ?? null;
  const price = euros('price', 'priceCurrency', 'currency');
  const stated = euros('value', 'currency', 'priceCurrency');
  if (stated === null && isPercentPrice(cellOf('price')))
    return refuse(
      `${quoteCell(cellOf('price'))} ist ein Kurs in Prozent des Nennwerts. Bitte ergänzen Sie in der Datei den Wert in Euro.`,
    );
  if (quantity === null && stated === null)
    return refuse('Weder die Stückzahl noch ein Wert in Euro ist angegeben.');
  if (quantity !== null && unitPrice({ quantity, price, value: stated }).isOtherUnit)
    return refuse('Stückzahl mal Kurs ergibt nicht den Wert der Zeile.');
  const isProved = quantity !== null && price !== null && stated !== null;
  const rival = isProved ? null : rivalOf(cells, layout, markOf);
  if (rival !== null) return refuse(rival);
  const computed = quantity !== null && price !== null ? worthOf(quantity, price) : null;
  const name = statedText(cellText(cellOf('name')));
  const statesOtherValue =
    figures.value !== undefined || layout.otherCurrency.some((place) => cellText(cells[place]) !== '');
  return {
    holding: { isin, name, quantity, value: stated ?? (computed !== null && computed > 0 ? computed : null) },
    ...(stated === null &&
      statesOtherValue && { note: refuse(otherCurrencyNote(name === '' ? isin : name)) }),
  };
}
