import { crc32 } from 'node:zlib';
import { formatInstantDay } from '@depotwerk/domain/date-text';
import { type CellValue, type ExportColumn, guardFormula } from './export-column.ts';
import type { NextPart } from './table-types.ts';
import { type PackedSection, packedEntry, packLast, packSection, writeZip } from './zip.ts';

const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packageRelations = 'http://schemas.openxmlformats.org/package/2006';
const contentType = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

export const xlsxContentType = `${contentType}.sheet`;

/** Index into cellXfs of `styles` below. */
const style = { plain: 0, heading: 1, money: 2, day: 3 } as const;
/** Excel counts days from 1899-12-30 (its 1900 is a leap year). */
const excelEpoch = Date.UTC(1899, 11, 30);
const millisecondsOfDay = 86_400_000;

/**
 * One sheet as XLSX, written as a stream: numbers and dates are real cells, text is stored inline and guarded
 * like in CSV. Own writer, because the usual libraries hold every cell of the sheet in memory.
 */
export function xlsxFile(
  sheetName: string,
  columns: readonly Pick<ExportColumn<unknown>, 'header'>[],
  nextPart: NextPart,
): AsyncGenerator<Uint8Array> {
  return writeZip([
    packedEntry('[Content_Types].xml', contentTypes),
    packedEntry('_rels/.rels', rootRelations),
    packedEntry('xl/workbook.xml', workbook(sheetName)),
    packedEntry('xl/_rels/workbook.xml.rels', workbookRelations),
    packedEntry('xl/styles.xml', styles),
    { name: 'xl/worksheets/sheet1.xml', packed: sheet(columns, nextPart) },
  ]);
}

async function* sheet(
  columns: readonly Pick<ExportColumn<unknown>, 'header'>[],
  nextPart: NextPart,
): AsyncGenerator<PackedSection> {
  const headings = columns.map(({ header }, index) =>
    textCell(`${columnName(index)}1`, header, style.heading),
  );
  const head = Buffer.from(
    `${xml}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetData><row r="1">${headings.join('')}</row>`,
  );
  let crc = crc32(head);
  yield { bytes: packSection(head), size: head.length, crc };
  let part = await nextPart({ rows: 1, crc });
  while (part) {
    crc = part.end.crc;
    yield { bytes: part.bytes, size: part.size, crc };
    part = await nextPart(part.end);
  }
  const tail = Buffer.from('</sheetData></worksheet>');
  yield { bytes: packLast(tail), size: tail.length, crc: crc32(tail, crc) };
}

/** Rows of a sheet behind `above` others. */
export function sheetRows(
  kinds: readonly ExportColumn<unknown>['kind'][],
  rows: readonly (readonly CellValue[])[],
  timeZone: string,
  above: number,
): string {
  const names = kinds.map((_, index) => columnName(index));
  let number = above;
  let text = '';
  for (const row of rows) {
    number += 1;
    text += `<row r="${number}">`;
    for (const [index, kind] of kinds.entries()) {
      text += cell(`${names[index]}${number}`, kind, row[index] ?? null, timeZone);
    }
    text += '</row>';
  }
  return text;
}

function cell(
  reference: string,
  kind: ExportColumn<unknown>['kind'],
  value: CellValue,
  timeZone: string,
): string {
  if (value === null) return '';
  switch (kind) {
    case 'text':
      return textCell(reference, guardFormula(String(value)), style.plain);
    case 'boolean':
      return textCell(reference, value === true ? 'ja' : 'nein', style.plain);
    case 'day':
      return numberCell(reference, serialDay(String(value)), style.day);
    case 'instant':
      return numberCell(reference, serialDay(dayIn(String(value), timeZone)), style.day);
    case 'money':
      return numberCell(reference, Number(value), style.money);
    case 'integer':
    case 'number':
      return numberCell(reference, Number(value), style.plain);
  }
}

const textCell = (reference: string, text: string, index: number) =>
  `<c r="${reference}" s="${index}" t="inlineStr"><is><t xml:space="preserve">${escapeXml(text)}</t></is></c>`;
const numberCell = (reference: string, value: number, index: number) =>
  `<c r="${reference}" s="${index}"><v>${value}</v></c>`;

function dayIn(instant: string, timeZone: string): string {
  return formatInstantDay(instant, timeZone).split('.').reverse().join('-');
}

const serialDay = (day: string) => (Date.parse(`${day}T00:00:00Z`) - excelEpoch) / millisecondsOfDay;

/** 0 → A, 25 → Z, 26 → AA. */
function columnName(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26));
  return index < 26 ? letter : columnName(Math.floor(index / 26) - 1) + letter;
}

/** XML 1.0 knows no control characters besides tab and line ends, and no lone surrogates. */
function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}

const contentTypes = `${xml}<Types xmlns="${packageRelations}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${contentType}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${contentType}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${contentType}.styles+xml"/></Types>`;

const rootRelations = `${xml}<Relationships xmlns="${packageRelations}/relationships"><Relationship Id="rId1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`;

const workbookRelations = `${xml}<Relationships xmlns="${packageRelations}/relationships"><Relationship Id="rId1" Type="${relations}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${relations}/styles" Target="styles.xml"/></Relationships>`;

const workbook = (sheetName: string) =>
  `${xml}<workbook xmlns="${main}" xmlns:r="${relations}"><sheets><sheet name="${escapeXml(sheetName)}" sheetId="1" r:id="rId1"/></sheets></workbook>`;

const styles = `${xml}<styleSheet xmlns="${main}"><numFmts count="2"><numFmt numFmtId="164" formatCode="#,##0.00&quot; €&quot;"/><numFmt numFmtId="165" formatCode="dd\\.mm\\.yyyy"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="4"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/><xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="165" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs></styleSheet>`;
