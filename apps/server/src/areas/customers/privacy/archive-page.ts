import { formatDateTime } from '@depotwerk/domain/date-text';
import { escaped } from '../../../platform/http/plain-page.ts';
import { type ArchiveColumn, type ArchiveRow, type ArchiveSection, cellText } from './archive-section.ts';

/** What the page says of a section before its rows. */
export interface SectionHead extends Pick<ArchiveSection, 'key' | 'title'> {
  readonly columns: readonly Omit<ArchiveColumn, 'value'>[];
  /** Of all its rows. */
  readonly count: number;
}

/** Rows of a section that stand one after the other, at most all of them. */
export interface SectionSlice<Row> extends SectionHead {
  readonly rows: readonly Row[];
  readonly isFirst: boolean;
  readonly isLast: boolean;
}

const style = `body{font:15px/1.5 Arial,sans-serif;color:#17232a;margin:32px;max-width:1200px}
h1{font-size:26px}h2{font-size:19px;margin-top:36px}nav ul{columns:2}
.wide{overflow-x:auto}table{border-collapse:collapse;width:100%;font-size:13px}
th,td{border:1px solid #c9d3d8;padding:5px 8px;text-align:left;vertical-align:top}
th{background:#eef3f5}.num{text-align:right;white-space:nowrap}.lines{white-space:pre-wrap;min-width:200px;max-width:480px}
a{color:#0f5566}`;

/** The readable form of the archive begins: one page of HTML that needs nothing else to be read or printed. */
export function pageHead(
  name: string,
  sections: readonly SectionHead[],
  now: Date,
  timeZone: string,
): string {
  const title = `Datenauskunft: ${name}`;
  return `<!doctype html><html lang="de"><head><meta charset="utf-8"><title>${escaped(title)}</title><style>${style}</style></head><body>
<h1>${escaped(title)}</h1><p>Auskunft nach Art. 15 und Datenübertragung nach Art. 20 DSGVO, erstellt am ${escaped(
    formatDateTime(now.toISOString(), timeZone),
  )}. Dieselben Angaben stehen maschinenlesbar in daten.json. Zeiten gelten für ${escaped(timeZone)}.</p>
<p>Die Daten dienen der Beratung und Verwaltung Ihrer Verträge. Sie kommen von Ihnen, von Ihren Instituten und aus der
Beratung. Sie haben das Recht auf Berichtigung, Löschung, Einschränkung der Verarbeitung, Widerspruch und Beschwerde bei
einer Aufsichtsbehörde. Unterlagen der Beratung werden bis zehn Jahre nach dem Ende des Jahres aufbewahrt, in dem zuletzt etwas dazu geschah.</p>
<nav><ul>${sections
    .map(({ key, title: text, count }) => `<li><a href="#${key}">${escaped(text)}</a> (${count})</li>`)
    .join('')}</ul></nav>`;
}

export function pageTail(files: readonly { readonly path: string; readonly title: string }[]): string {
  const links = files
    .map(({ path, title }) => `<li><a href="${escaped(encodeURI(path))}">${escaped(title)}</a></li>`)
    .join('');
  return `${links === '' ? '' : `<h2>Dateien in diesem Archiv</h2><ul>${links}</ul>`}</body></html>`;
}

export function pageSlice(slice: SectionSlice<ArchiveRow>, timeZone: string): string {
  const { key, title, columns, count, rows, isFirst, isLast } = slice;
  const heading = isFirst ? `<h2 id="${key}">${escaped(title)}</h2>` : '';
  if (count === 0) return `${heading}<p>Keine Daten gespeichert.</p>`;
  if (count === 1 && columns.length > 10) {
    // One object with many members reads better downwards.
    return `${heading}<table>${columns
      .map(
        (column) =>
          `<tr><th scope="row">${escaped(column.header)}</th>${cell(column, rows[0]?.[column.key], timeZone)}</tr>`,
      )
      .join('')}</table>`;
  }
  const names = columns.map(({ header }) => `<th scope="col">${escaped(header)}</th>`).join('');
  const start = isFirst ? `<div class="wide"><table><thead><tr>${names}</tr></thead><tbody>` : '';
  const lines = rows.map(
    (row) => `<tr>${columns.map((column) => cell(column, row[column.key], timeZone)).join('')}</tr>`,
  );
  return `${heading}${start}${lines.join('')}${isLast ? '</tbody></table></div>' : ''}`;
}

function cell(column: SectionHead['columns'][number], value: unknown, timeZone: string): string {
  const { kind } = column;
  const name =
    kind === 'json' || kind === 'answers'
      ? 'lines'
      : ['money', 'number', 'fraction'].includes(kind)
        ? 'num'
        : '';
  return `<td${name === '' ? '' : ` class="${name}"`}>${escaped(cellText(column, value, timeZone))}</td>`;
}
