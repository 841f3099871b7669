import type { SourceCell, SourceRecord } from './source-table.ts';
import { requireCellLength, requireRowPlace, requireSize, requireWidth } from './table-limits.ts';
import type { Workbook } from './xlsx-workbook.ts';
import { damagedWorkbook, readXmlEvents } from './xml-events.ts';

/** A cell as it is being read. */
interface OpenCell {
  readonly column: number;
  readonly type: string;
  readonly style: number;
  /** Stored value, or the text of an inline one. */
  value: string;
  hasFormula: boolean;
}

/**
 * Rows of a sheet that say something, from its beginning, as often as asked; never more of them in memory than one piece
 * of the part holds. A row or column beyond the limits is refused where it is named, before anything is made of it.
 * @throws ImportRefused
 */
export function* readSheetRows(content: Buffer, workbook: Workbook): Generator<SourceRecord> {
  const ready: SourceRecord[] = [];
  const sheet = new SheetListener(workbook, ready);
  const pieces = readXmlEvents(content, sheet);
  while (pieces.next().done !== true) {
    yield* ready;
    ready.length = 0;
  }
}

class SheetListener {
  readonly #workbook: Workbook;
  readonly #ready: SourceRecord[];
  #line = 0;
  #cells: SourceCell[] = [];
  #formulaFaults: Map<number, string> | null = null;
  #percentCells: Set<number> | null = null;
  #column = 0;
  #cell: OpenCell | null = null;
  #isValue = false;
  #phonetics = 0;
  #rowCount = 0;
  #cellCount = 0;

  constructor(workbook: Workbook, ready: SourceRecord[]) {
    this.#workbook = workbook;
    this.#ready = ready;
  }

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    if (name === 'row') this.#openRow(attributes['r']);
    else if (name === 'c') this.#openCell(attributes);
    else if (name === 'rPh') this.#phonetics += 1;
    else if (name === 'f' && this.#cell) this.#cell.hasFormula = true;
    else if (name === 'v') this.#isValue = this.#cell !== null;
    else if (name === 't') this.#isValue = this.#cell?.type === 'inlineStr' && this.#phonetics === 0;
  }

  text(text: string): void {
    if (!this.#isValue || !this.#cell) return;
    this.#cell.value += text;
    requireCellLength(this.#cell.value.length, this.#line);
  }

  close(name: string): void {
    if (name === 'v' || name === 't') this.#isValue = false;
    else if (name === 'rPh') this.#phonetics -= 1;
    else if (name === 'c') this.#closeCell();
    else if (name === 'row') this.#closeRow();
  }

  #openRow(place: string | undefined): void {
    const line = place === undefined ? this.#line + 1 : wholeNumber(place);
    requireRowPlace(line);
    if (line <= this.#line) throw damagedWorkbook();
    this.#line = line;
    this.#cells = [];
    this.#formulaFaults = null;
    this.#percentCells = null;
    this.#column = 0;
  }

  #openCell({ r, t, s }: Readonly<Record<string, string>>): void {
    const column = r === undefined ? this.#column + 1 : columnOf(r);
    requireWidth(column, this.#line);
    if (column <= this.#column) throw damagedWorkbook();
    this.#column = column;
    this.#cell = {
      column,
      type: t ?? 'n',
      style: s === undefined ? 0 : wholeNumber(s),
      value: '',
      hasFormula: false,
    };
  }

  #closeCell(): void {
    if (!this.#cell) return;
    const value = this.#valueOf(this.#cell);
    if (value !== '') {
      while (this.#cells.length < this.#cell.column - 1) this.#cells.push('');
      this.#cells.push(value);
      this.#cellCount += 1;
      if (typeof value === 'number' && this.#workbook.isPercentStyle[this.#cell.style] === true)
        (this.#percentCells ??= new Set()).add(this.#cell.column - 1);
    }
    const fault = formulaFaultOf(this.#cell);
    if (fault !== null) (this.#formulaFaults ??= new Map()).set(this.#cell.column - 1, fault);
    this.#cell = null;
  }

  #closeRow(): void {
    if (this.#cells.length === 0) return;
    this.#rowCount += 1;
    requireSize(this.#rowCount, this.#cellCount);
    this.#ready.push({
      line: this.#line,
      cells: this.#cells,
      ...(this.#formulaFaults && { formulaFaults: this.#formulaFaults }),
      ...(this.#percentCells && { percentCells: this.#percentCells }),
    });
    this.#cells = [];
  }

  #valueOf({ type, value, style }: OpenCell): SourceCell {
    if (type === 's') {
      const text = value === '' ? '' : this.#workbook.sharedTexts[wholeNumber(value)];
      if (text === undefined) throw damagedWorkbook();
      return text;
    }
    if (type === 'str' || type === 'inlineStr') return value;
    if (type === 'b') return value === '1' ? 'Y' : value === '0' ? 'N' : '';
    if (type === 'd') return value.slice(0, 10);
    // An error of a formula says nothing here; it stands in the faults of its row.
    if (type === 'e' || value === '') return '';
    const number = Number(value);
    // Whoever reads the column refuses its row with the text it cannot read.
    if (!Number.isFinite(number)) return value;
    return this.#workbook.isDayStyle[style] === true ? dayOf(number, this.#workbook.startsIn1904) : number;
  }
}

/** A formula may legitimately come to an empty text; an error, or nothing stored at all, is no result. */
function formulaFaultOf({ type, value, hasFormula }: OpenCell): string | null {
  if (type === 'e') return `Die Formel der Zelle ergibt den Fehler ${value.slice(0, 20)}.`;
  if (!hasFormula || value !== '' || type === 'str') return null;
  return 'Zur Formel der Zelle ist kein Ergebnis gespeichert. Bitte öffnen und speichern Sie die Datei in Excel.';
}

function wholeNumber(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw damagedWorkbook();
  return Number(text);
}

/** 1 for `A7`, 28 for `AB7`. */
function columnOf(place: string): number {
  const letters = /^([A-Z]{1,7})\d{1,15}$/.exec(place)?.[1];
  if (letters === undefined) throw damagedWorkbook();
  let column = 0;
  for (const letter of letters) column = column * 26 + (letter.codePointAt(0) ?? 0) - 64;
  return column;
}

const dayMs = 86_400_000;
const lastDay = 2_958_465;

/** `2026-11-20` of a day as Excel counts it; the number itself where it is none. */
function dayOf(serial: number, startsIn1904: boolean): SourceCell {
  if (serial < 0 || serial > lastDay) return serial;
  // Excel takes 1900 for a leap year: days before its 29 February are one off.
  const zero = startsIn1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, serial < 60 ? 31 : 30);
  return new Date(zero + Math.floor(serial) * dayMs).toISOString().slice(0, 10);
}
