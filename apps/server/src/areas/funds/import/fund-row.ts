import { replaceControlCharacters } from '@depotwerk/domain/control-characters';
import { isIsin, normalizeIsin } from '@depotwerk/domain/isin';
import { wknOfIsin } from '@depotwerk/domain/wkn';
import {
  type DecimalMark,
  readDecimal,
  unitsOf,
  withoutUnit,
} from '../../../platform/table-files/decimal-mark.ts';
import { ShortYears } from '../../../platform/table-files/import-day.ts';
import { leftOutAs } from '../../../platform/table-files/left-out-lines.ts';
import {
  cellText,
  isEmptyCell,
  type SourceCell,
  type SourceRecord,
  type SourceTable,
} from '../../../platform/table-files/source-table.ts';
import { findPeergroup, type Peergroups } from './find-peergroup.ts';
import type { FundPlan } from './fund-plan.ts';
import { readField } from './read-field.ts';
import { type RowFault, rowFault } from './row-fault.ts';

export interface FundRow {
  readonly line: number;
  /** As written when it is no valid ISIN. */
  readonly isin: string;
  /** Value by field in the database's notation; a field that says nothing is absent. */
  readonly values: ReadonlyMap<string, string>;
  readonly targetMarket: Readonly<Record<string, string>>;
  readonly fault: RowFault | null;
  readonly hint: string | null;
}

/** The rows of a planned fund file, each either with its values or with the first fault found in it. */
export async function* readFundRows(
  table: SourceTable,
  plan: FundPlan,
  peergroups: Peergroups,
  shortYears = new ShortYears(),
): AsyncGenerator<FundRow> {
  for await (const record of table.records()) {
    if (record.line <= plan.headerLine || leftOutAs(record.cells) !== null) continue;
    yield readFundRow(record, plan, table.format, peergroups, shortYears);
  }
}

function readFundRow(
  record: SourceRecord,
  plan: FundPlan,
  format: SourceTable['format'],
  peergroups: Peergroups,
  shortYears: ShortYears,
): FundRow {
  const values = new Map<string, string>();
  const targetMarket: Record<string, string> = {};
  let fault = format === 'csv' ? findWidthFault(record, plan.width) : null;
  let hint: string | null = null;
  for (const column of plan.columns) {
    const cell = record.cells[column.index];
    if (fault || cell === undefined || isEmptyCell(cell) || values.has(column.field)) continue;
    const mark = plan.markOf(column.index);
    const stated = readField(column.kind, column.isPercent ? asFraction(cell, mark) : cell, mark);
    if (column.kind.kind === 'day' && 'value' in stated)
      shortYears.see(column.heading, record.line, cellText(cell), stated.value);
    const read =
      column.field === 'peergroup' && 'value' in stated ? findPeergroup(peergroups, cellText(cell)) : stated;
    if ('code' in read) {
      fault = rowFault(read.code, read.reason, column.heading, cell);
    } else if (read.value !== null) {
      const target = /^targetMarket\.(.+)$/.exec(column.field)?.[1];
      if (target === undefined) values.set(column.field, read.value);
      else targetMarket[target] = read.value;
    }
    if ('hint' in read && read.hint) hint = read.hint;
  }
  const isinColumn = plan.columns.find((column) => column.field === 'isin');
  const isinCell = cellText(record.cells[isinColumn?.index ?? -1]);
  fault ??= checkWholeRow(values, isinColumn?.heading ?? '', plan);
  const isin = values.get('isin') ?? normalizeIsin(isinCell);
  if (!fault && !values.has('wkn')) setIfKnown(values, 'wkn', wknOfIsin(isin));
  takeRiskIndicator(values);
  return {
    line: record.line,
    isin: isIsin(isin) ? isin : replaceControlCharacters(isin.slice(0, 50).toWellFormed()),
    values,
    targetMarket,
    fault,
    hint,
  };
}

/** What a column of percent says as the fraction every other one is written in; what is no number stays for the fault to name. */
function asFraction(cell: SourceCell, mark: DecimalMark): SourceCell {
  const decimal = readDecimal(
    typeof cell === 'number' ? cell : withoutUnit(cellText(cell), unitsOf.percent),
    mark,
  );
  return decimal === null ? cell : Number((Number(decimal) / 100).toPrecision(15));
}

function setIfKnown(values: Map<string, string>, field: string, value: string | null): void {
  if (value !== null) values.set(field, value);
}

/** Trailing empty cells are harmless; a row of another length otherwise shifts its values. */
function findWidthFault(record: SourceRecord, width: number): RowFault | null {
  const surplus = record.cells.slice(width).some((cell) => cellText(cell) !== '');
  if (record.cells.length >= width && !surplus) return null;
  return rowFault(
    'width',
    `Die Zeile hat ${record.cells.length} statt ${width} Felder.`,
    '',
    record.cells.map((cell) => cellText(cell)).join(' | '),
  );
}

function checkWholeRow(values: Map<string, string>, isinHeading: string, plan: FundPlan): RowFault | null {
  const isin = values.get('isin');
  const codeType = values.get('codeType');
  if (codeType !== undefined && codeType !== '1' && !/ISIN/i.test(codeType)) {
    const heading = plan.columns.find((column) => column.field === 'codeType')?.heading;
    return rowFault(
      'notAnIsin',
      'Die Kennung der Zeile ist keine ISIN (erwartet wird 1).',
      heading,
      codeType,
    );
  }
  if (isin === undefined) return rowFault('isin.missing', 'Die Zeile hat keine ISIN.', isinHeading);
  const inside = wknOfIsin(isin);
  const wkn = values.get('wkn');
  if (inside !== null && wkn !== undefined && wkn !== inside) {
    const heading = plan.columns.find((column) => column.field === 'wkn')?.heading;
    return rowFault('wkn.contradiction', `Zu dieser ISIN gehört die WKN ${inside}.`, heading, wkn);
  }
  return null;
}

/** The manufacturer's SRI goes before the older SRRI (engine, section 3). */
function takeRiskIndicator(values: Map<string, string>): void {
  const sri = values.get('sri');
  const indicator = sri ?? values.get('srri');
  if (indicator === undefined) return;
  values.set('riskIndicator', indicator);
  values.set('riskIndicatorType', sri === undefined ? 'SRRI' : 'SRI');
}
