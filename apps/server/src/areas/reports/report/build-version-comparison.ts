import { formatDateTime } from '@depotwerk/domain/date-text';
import { locale } from '@depotwerk/domain/locale';
import { formatNumber } from '@depotwerk/domain/number-text';
import { compareTariffContents, type MatrixDifference } from '@depotwerk/domain/tariff/compare-tariffs';
import * as paper from './report-document.ts';
import { none } from './report-format.ts';
import {
  bandsBlock,
  classesOf,
  highestOf,
  matrixOf,
  measureName,
  sectionNames,
  stackedBlock,
  versionText,
} from './tariff-blocks.ts';
import type { TariffReportSource, VersionSource } from './tariff-source.ts';

/** What differs between two versions of a tariff, in words, matrices and pictures (Versionsvergleich). */
export function buildVersionComparison(
  { current, before, ...source }: TariffReportSource & { readonly before: VersionSource },
  withCharts: boolean,
): paper.ReportDocument {
  const { names } = source;
  const { differences, matrices } = compareTariffContents(before.content, current.content, names);
  const name = current.content.tariff.name;
  const [was, is] = [before.version.versionNumber, current.version.versionNumber];
  const isEqual = differences.length === 0 && matrices.length === 0;
  const changes = [
    counted(differences.length, 'Angabe', 'Angaben'),
    counted(
      matrices.reduce((sum, { rows }) => sum + rows.length, 0),
      'Zeile einer Matrix',
      'Zeilen der Matrizen',
    ),
  ];
  const blocks: paper.Block[] = [
    paper.table(
      [paper.column('', '28mm'), paper.column(`Version ${was}`, '1fr'), paper.column(`Version ${is}`, '1fr')],
      versionRows(before, current),
    ),
    isEqual
      ? {
          kind: 'notice',
          tone: 'ok',
          title: 'Keine Unterschiede',
          text: 'Beide Versionen sagen dasselbe.',
        }
      : {
          kind: 'notice',
          tone: 'info',
          title: 'Unterschiede',
          text: `Geändert wurden ${changes.join(' und ')}.`,
        },
  ];
  if (differences.length > 0)
    blocks.push(
      paper.heading('Geänderte Angaben'),
      paper.table(
        [
          paper.column('Angabe', '1fr'),
          paper.column(`Version ${was}`, '1fr'),
          paper.column(`Version ${is}`, '1fr'),
        ],
        [...Map.groupBy(differences, ({ section }) => section)].flatMap(([section, own]) => [
          group(sectionNames[section] ?? section),
          ...own.map(({ label, before: old, after }) => paper.row(label, old ?? none, after ?? none)),
        ]),
      ),
    );
  for (const matrix of matrices) blocks.push(paper.heading(matrixNames[matrix.kind]), matrixTable(matrix));
  if (withCharts) blocks.push(...pictures({ current, before, ...source }));
  blocks.push(
    paper.smallPrint(
      'Ein Baustein, der nach dem Einreichen einer Version geändert wurde, wirkt auf sie nicht mehr; bei einem Entwurf gilt sein heutiger Stand.',
    ),
  );
  return {
    reportType: 'tariffVersionComparison',
    title: `Versionsvergleich: ${name}`,
    subtitle: [current.content.tariff.key, `Version ${was} und Version ${is}`]
      .filter((part) => part !== '')
      .join(' · '),
    subject: `Versionsvergleich des Tarifs ${name}, Version ${was} und ${is}`,
    keywords: ['Versionsvergleich', name],
    salutation: '',
    blocks,
  };
}

const counted = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`;

const group = (title: string): paper.TableRow => ({ kind: 'group', cells: [title], isBreakable: false });

function versionRows(before: VersionSource, current: VersionSource): paper.TableRow[] {
  const sides = [before, current];
  const both = (label: string, read: (side: VersionSource) => string) => paper.row(label, ...sides.map(read));
  const at = (instant: string | null, by: string | null) =>
    instant === null ? none : [formatDateTime(instant, locale.timeZone), by].filter(Boolean).join(', ');
  return [
    both('Stand', (side) => versionText(side).replace(/^Version \d+, /, '')),
    both('Bearbeitet', ({ version }) => at(version.updatedAt, version.lastEditedBy)),
    both('Freigegeben', ({ version }) => at(version.approvedAt, version.approvedBy)),
    both('Anmerkung', ({ version }) => (version.comment === '' ? none : version.comment)),
  ];
}

const matrixNames = {
  risk: 'Risikoklassen, Prozent',
  allocation: 'Allokationsmatrix, Prozent',
  fundMatrix: 'Fonds-Risiko-Matrix, Prozent',
} as const;

/** Changed rows: the new figure, and below it the old one where it differs. */
function matrixTable({ rows }: MatrixDifference): paper.Block {
  const [first] = rows;
  const figure = (value: number | null) => (value === null ? none : formatNumber(value, 1, 1));
  return paper.table(
    [
      paper.column('', '1fr'),
      ...(first?.after ?? []).map((_, index) => paper.column(`Klasse ${index + 1}`, 'auto', 'right')),
    ],
    rows.map(({ label, before, after }) =>
      paper.row(
        label,
        ...after.map((value, index) => {
          const old = before[index] ?? null;
          return old === value
            ? figure(value)
            : paper.cell(figure(value), { sub: `bisher ${figure(old)}`, tone: 'info' });
        }),
      ),
    ),
    'Gezeigt werden geänderte Zeilen; unter einem geänderten Wert steht der bisherige.',
  );
}

/** Bands and columns of both sides where they differ. */
function pictures(source: TariffReportSource & { readonly before: VersionSource }): paper.Block[] {
  const { current, before } = source;
  const sides = [before, current];
  const differs = (read: (side: VersionSource) => unknown) =>
    JSON.stringify(read(before)) !== JSON.stringify(read(current));
  const titled = ({ version }: VersionSource, block: paper.Block | undefined): paper.Block[] =>
    block ? [paper.heading(`Version ${version.versionNumber}`, 2), block] : [];
  const blocks: paper.Block[] = [];
  const highest = Math.max(...sides.map(({ content }) => highestOf(classesOf(content))));
  if (differs(({ content }) => classesOf(content)))
    blocks.push(
      paper.heading('Risikobänder im Vergleich'),
      ...sides.flatMap((side) =>
        titled(side, bandsBlock(classesOf(side.content), measureName(side.content), highest)),
      ),
    );
  if (differs(({ content }) => matrixOf(content, source)))
    blocks.push(
      paper.heading('Aufteilung im Vergleich'),
      ...sides.flatMap((side) => {
        const rows = matrixOf(side.content, source);
        const classes = (rows[0]?.shares ?? []).map((_, index) => index);
        return titled(side, rows.length > 0 ? stackedBlock(rows, classes) : undefined);
      }),
    );
  return blocks;
}
