import { formatDateTime } from '@depotwerk/domain/date-text';
import { escaped } from '../../../platform/http/plain-page.ts';
import { type ArchiveRow, type ArchiveSection, cellText } from './archive-section.ts';

export interface FilledSection {
  readonly section: ArchiveSection;
  readonly rows: readonly ArchiveRow[];
}

const style = `body{font:15px/1.5 Arial,sans-serif;color:#17232a;margin:32px;max-width:1200px}
h1{font-size:26px}h2{font-size:19px;margin-top:36px}nav ul{columns:2}
.wide{overflow-x:auto}table{border-collapse:collapse;width:100%;font-size:13px}
th,td{border:1px solid #c9d3d8;padding:5px 8px;text-align:left;vertical-align:top}
th{background:#eef3f5}.num{text-align:right;white-space:nowrap}.lines{white-space:pre-wrap;min-width:200px;max-width:480px}
a{color:#0f5566}`;

/** The readable form of the archive: one page of HTML that needs nothing else to be read or printed. */
export function* archivePage(
  name: string,
  sections: readonly FilledSection[],
  files: readonly { readonly path: string; readonly title: string }[],
  now: Date,
  timeZone: string,
): Generator<string> {
  const title = `Datenauskunft: ${name}`;
  yield `<!doctype html><html lang="de"><head><meta charset="utf-8"><title>${escaped(title)}</title><style>${style}</style></head><body>`;
  yield `<h1>${escaped(title)}</h1><p>Auskunft nach Art. 15 und Datenübertragung nach Art. 20 DSGVO, erstellt am ${escaped(
    formatDateTime(now.toISOString(), timeZone),
  )}. Dieselben Angaben stehen maschinenlesbar in daten.json. Zeiten gelten für ${escaped(timeZone)}.</p>`;
  yield `<p>Die Daten dienen der Beratung und Verwaltung Ihrer Verträge. Sie kommen von Ihnen, von Ihren Instituten und aus der
Beratung. Sie haben das Recht auf Berichtigung, Löschung, Einschränkung der Verarbeitung, Widerspruch und Beschwerde bei
einer Aufsichtsbehörde. Unterlagen der Beratung werden bis zehn Jahre nach dem Ende des Jahres aufbewahrt, in dem zuletzt etwas dazu geschah.</p>`;
  yield `<nav><ul>${sections
    .map(
      ({ section, rows }) =>
        `<li><a href="#${section.key}">${escaped(section.title)}</a> (${rows.length})</li>`,
    )
    .join('')}</ul></nav>`;
  for (const filled of sections) yield* sectionOf(filled, timeZone);
  if (files.length > 0) {
    yield `<h2>Dateien in diesem Archiv</h2><ul>${files
      .map(({ path, title: text }) => `<li><a href="${escaped(encodeURI(path))}">${escaped(text)}</a></li>`)
      .join('')}</ul>`;
  }
  yield '</body></html>';
}

function* sectionOf({ section, rows }: FilledSection, timeZone: string): Generator<string> {
  yield `<h2 id="${section.key}">${escaped(section.title)}</h2>`;
  if (rows.length === 0) {
    yield '<p>Keine Daten gespeichert.</p>';
    return;
  }
  const { columns } = section;
  if (rows.length === 1 && columns.length > 10) {
    // One object with many members reads better downwards.
    yield `<table>${columns
      .map(
        (column) =>
          `<tr><th scope="row">${escaped(column.header)}</th>${cell(column, rows[0]?.[column.key], timeZone)}</tr>`,
      )
      .join('')}</table>`;
    return;
  }
  yield `<div class="wide"><table><thead><tr>${columns
    .map(({ header }) => `<th scope="col">${escaped(header)}</th>`)
    .join('')}</tr></thead><tbody>`;
  for (const row of rows) {
    yield `<tr>${columns.map((column) => cell(column, row[column.key], timeZone)).join('')}</tr>`;
  }
  yield '</tbody></table></div>';
}

function cell(column: ArchiveSection['columns'][number], value: unknown, timeZone: string): string {
  const { kind } = column;
  const name =
    kind === 'json' || kind === 'answers'
      ? 'lines'
      : ['money', 'number', 'fraction'].includes(kind)
        ? 'num'
        : '';
  return `<td${name === '' ? '' : ` class="${name}"`}>${escaped(cellText(column, value, timeZone))}</td>`;
}
