import {
  type FundColumnMeaning,
  type FundTemplate,
  meaningOfHeading,
} from '@depotwerk/domain/fund-field-map';
import { type FundFieldKind, fundFields, isDecimalField } from '@depotwerk/domain/fund-fields';
import { UnitWitness } from '@depotwerk/domain/fund-units';
import { withHyphen } from '@depotwerk/domain/minus-sign';
import {
  type DecimalMark,
  DecimalMarks,
  decimalHint,
  readDecimal,
  unitsOf,
  withoutUnit,
} from '../../../platform/table-files/decimal-mark.ts';
import { ImportRefused, withoutRows } from '../../../platform/table-files/import-refused.ts';
import { LeftOutLines, leftOutAs } from '../../../platform/table-files/left-out-lines.ts';
import {
  cellText,
  isEmptyCell,
  type SourceCell,
  type SourceRecord,
  type SourceTable,
} from '../../../platform/table-files/source-table.ts';
import { headerSearchRows } from '../../../platform/table-files/xlsx-source.ts';
import { refuseUnit } from './unit-refusal.ts';

export interface FundColumn extends FundColumnMeaning {
  readonly index: number;
  readonly heading: string;
  readonly kind: FundFieldKind;
}

/** How a fund file is to be read, found out from the whole of it before anything is taken. */
export interface FundPlan {
  readonly template: FundTemplate;
  /** Last line of the heading; rows begin below it. */
  readonly headerLine: number;
  readonly width: number;
  readonly columns: readonly FundColumn[];
  readonly markOf: (index: number) => DecimalMark;
  readonly notes: readonly string[];
}

/** Values of the target market are short codes of the template. */
const targetMarketKind: FundFieldKind = { kind: 'text', maxLength: 20 };

/** Whether a row can head a fund table: one of its cells names the ISIN. */
export function isFundHeader(cells: readonly SourceCell[]): boolean {
  return cells.some((cell) => meaningOfHeading(cellText(cell))?.field === 'isin');
}

/**
 * Reads the whole file once: finds the heading, the decimal mark of each column and whether the figures are
 * decimals as the templates demand. Throws `ImportRefused`.
 */
export async function planFundImport(table: SourceTable, stated: DecimalMark | undefined): Promise<FundPlan> {
  let header: { columns: FundColumn[]; ignored: string[]; width: number; line: number } | null = null;
  const marks = new DecimalMarks();
  const units = new UnitWitness();
  const notOfFunds = new LeftOutLines();
  let searched = 0;
  let rows = 0;
  for await (const record of table.records()) {
    if (header === null) {
      if (isFundHeader(record.cells)) header = { ...readHeader(record.cells), line: record.line };
      else if (++searched >= headerSearchRows) break;
      continue;
    }
    if (rows === 0 && isHeaderContinued(header.columns, record)) {
      header.line = record.line;
      continue;
    }
    // A sum of costs says nothing of the unit the others are in.
    const leftOut = leftOutAs(record.cells);
    if (leftOut !== null) {
      notOfFunds.see(record.line, leftOut);
      continue;
    }
    rows += 1;
    for (const column of header.columns) look(column, record, marks, units);
  }
  if (header === null) {
    throw new ImportRefused(
      'In der Datei gibt es keine Spalte mit der ISIN; ohne ISIN lassen sich Fonds nicht zuordnen.',
    );
  }
  if (rows === 0) throw withoutRows();
  const { markOf, note } = marks.decide(stated);
  const verdict = units.verdict();
  if (verdict) throw refuseUnit(verdict);
  const { columns, ignored, width, line } = header;
  const template = columns.find((column) => column.template !== 'plain')?.template ?? 'plain';
  const notes = [...table.notes, templateNotes[template], ...(note ? [note] : []), ...notOfFunds.notes];
  const percent = columns.filter(({ isPercent }) => isPercent).map(({ heading }) => heading);
  if (percent.length > 0) notes.push(`In Prozent gelesen, wie die Überschrift sagt: ${shorten(percent)}.`);
  if (ignored.length > 0) notes.push(`Nicht übernommene Spalten (${ignored.length}): ${shorten(ignored)}.`);
  return { template, headerLine: line, width, columns, markOf, notes };
}

const templateNotes: Record<FundTemplate, string> = {
  EMT: 'Vorlage: European MiFID Template (EMT).',
  EPT: 'Vorlage: European PRIIPs Template (EPT).',
  EET: 'Vorlage: European ESG Template (EET).',
  openfunds: 'Vorlage: openfunds.',
  plain: 'Vorlage: Tabelle mit eigenen Überschriften.',
};

function shorten(headings: readonly string[]): string {
  const shown = headings.slice(0, 8).join(', ');
  return headings.length > 8 ? `${shown} und ${headings.length - 8} weitere` : shown;
}

function readHeader(cells: readonly SourceCell[]): {
  columns: FundColumn[];
  ignored: string[];
  width: number;
} {
  const columns: FundColumn[] = [];
  const ignored: string[] = [];
  for (const [index, cell] of cells.entries()) {
    const heading = cellText(cell);
    const meaning = meaningOfHeading(heading);
    if (!meaning) {
      if (heading !== '') ignored.push(heading.slice(0, 80));
      continue;
    }
    const twin = columns.find(
      (other) => other.field === meaning.field && other.priority === meaning.priority,
    );
    if (twin) {
      throw new ImportRefused(
        `Die Spalten „${twin.heading}“ und „${heading}“ bedeuten dasselbe; bitte lassen Sie nur eine stehen.`,
      );
    }
    columns.push({ ...meaning, index, heading, kind: kindOf(meaning) });
  }
  return { columns: columns.toSorted((a, b) => a.priority - b.priority), ignored, width: cells.length };
}

function kindOf(meaning: FundColumnMeaning): FundFieldKind {
  // Everything outside of the target market is a field by the type of the map.
  return meaning.field.startsWith('targetMarket.')
    ? targetMarketKind
    : fundFields[meaning.field as keyof typeof fundFields];
}

/** openfunds files often repeat the heading: numbers in the first row, names in the second. */
function isHeaderContinued(columns: readonly FundColumn[], record: SourceRecord): boolean {
  const isin = columns.find((column) => column.field === 'isin');
  return isin !== undefined && cellText(record.cells[isin.index]).toLowerCase() === 'isin';
}

/** Figures below a heading that says percent are fractions a hundred times as large; their sign of percent says nothing new. */
function lookAtPercent(
  column: FundColumn,
  line: number,
  text: string,
  cell: SourceCell,
  marks: DecimalMarks,
  units: UnitWitness,
): void {
  const { heading, kind } = column;
  const bare = typeof cell === 'number' ? cell : text;
  marks.see(column.index, heading, line, bare);
  const decimal = readDecimal(bare, decimalHint(text) === 'comma' ? 'comma' : 'point');
  if (decimal === null || kind.kind !== 'rate') return;
  units.see({
    column: heading,
    line,
    value: Number(decimal) / 100,
    kind: kind.isRecurring ? 'fundRate' : 'otherRate',
    isPercent: true,
  });
}

function look(column: FundColumn, record: SourceRecord, marks: DecimalMarks, units: UnitWitness): void {
  const cell = record.cells[column.index];
  const { kind, heading } = column;
  if (cell === undefined || isEmptyCell(cell)) return;
  const isDecimal = column.field in fundFields && isDecimalField(column.field as keyof typeof fundFields);
  if (!isDecimal) return;
  const isRate = kind.kind === 'rate' || kind.kind === 'share';
  const text = cellText(cell);
  if (column.isPercent) {
    lookAtPercent(column, record.line, withoutUnit(text, unitsOf.percent), cell, marks, units);
    return;
  }
  if (isRate && /^[+-]?[\d.,]+\s*%$/.test(withHyphen(text))) {
    // Only a heading of our own can say percent; the templates lay down decimals.
    const mayNamePercent = column.template === 'plain' && kind.kind === 'rate';
    throw new ImportRefused(
      mayNamePercent
        ? `Spalte „${heading}“, Zeile ${record.line}: ${text} steht mit Prozentzeichen. Bitte nennen Sie die Spalte ` +
            `„${heading} in\u00a0%“, oder schreiben Sie Dezimalzahlen (1,15\u00a0% = 0,0115). Die Datei wurde nicht eingelesen.`
        : `Spalte „${heading}“, Zeile ${record.line}: ${text} steht mit Prozentzeichen. Erwartet werden Dezimalzahlen ` +
            '(1,15\u00a0% = 0,0115). Die Datei wurde nicht eingelesen.',
      'import.wrongUnit',
    );
  }
  marks.see(column.index, heading, record.line, cell);
  if (!isRate) return;
  const hint = typeof cell === 'number' ? 'point' : decimalHint(text);
  // "1.234" is above 1 under either mark, which is all the unit check asks.
  const decimal = hint === 'none' ? null : readDecimal(cell, hint === 'comma' ? 'comma' : 'point');
  if (decimal === null) return;
  units.see({
    column: heading,
    line: record.line,
    value: Number(decimal),
    kind: kind.kind === 'share' ? 'share' : kind.isRecurring ? 'fundRate' : 'otherRate',
  });
}
