import { formatMoney } from '@depotwerk/domain/money';
import { formatNumber } from '@depotwerk/domain/number-text';
import { formatPercent } from '@depotwerk/domain/percent';
import { settingsPairs } from '@depotwerk/domain/tariff/check-tariff-settings';
import { hintAnswerNames, hintChoices } from '@depotwerk/domain/tariff/hint-choices';
import type { TariffContent } from '@depotwerk/domain/tariff/tariff-drafts';
import { isHybridTariffType } from '@depotwerk/domain/tariff/tariff-steps';
import { facts } from './common-blocks.ts';
import { guaranteeLevelBlocks } from './guarantee-level-blocks.ts';
import * as paper from './report-document.ts';
import { costShare, none } from './report-format.ts';
import {
  classesOf,
  fieldsBySection,
  matrixBlocks,
  matrixOf,
  riskBlocks,
  sectioned,
  versionText,
} from './tariff-blocks.ts';
import { tariffPerformanceBlocks } from './tariff-performance-blocks.ts';
import type { TariffReportSource } from './tariff-source.ts';

/** Everything a version of a tariff says (Tarifgrundlagen). */
export function buildTariffBasics(source: TariffReportSource, withCharts: boolean): paper.ReportDocument {
  const { current, names } = source;
  const { content, version } = current;
  const { tariff, components } = content;
  const fields = fieldsBySection(content, names);
  const section = (key: string): paper.Block[] => {
    const own = fields.get(key) ?? [];
    return own.length === 0 ? [] : [facts(own, 2)];
  };
  const blocks: paper.Block[] = [
    {
      kind: 'figures',
      items: [
        { label: 'Version', value: String(version.versionNumber), note: stateNote(source), tone: null },
        {
          label: 'Tarifart',
          value: tariff.tariffTypeId === null ? none : names('tariffType', tariff.tariffTypeId),
          note: '',
          tone: null,
        },
        { label: 'Risikoklassen', value: String(classesOf(content).length), note: '', tone: null },
      ],
    },
    ...sectioned('Angaben', section('info')),
    ...sectioned('Produktart', section('product-type')),
    ...guaranteeLevelBlocks(source),
    ...sectioned('Bausteine', section('components')),
    ...riskMatrixBlocks(source, withCharts),
    ...(components
      ? [
          ...sectioned('Verwandte Peergroups', relationBlocks(components, names)),
          ...sectioned('Anlageuniversum', [
            ...section('fund-universe'),
            ...universeBlocks(components, source),
          ]),
          ...sectioned('Fondsauswahl', [
            ...section('fund-selection'),
            ...selectionBlocks(components, source),
          ]),
        ]
      : []),
    ...(isHybridTariffType(tariff.tariffTypeId) ? [] : sectioned('Einstellungen', [settingsTable(tariff)])),
    ...sectioned('Optimierungshinweise', [hintTable(content, names, false)]),
    ...sectioned('Expertenhinweise', [
      hintTable(content, names, true),
      ...section('optimization-hints-expert'),
    ]),
    ...(source.performance ? tariffPerformanceBlocks(source.performance, withCharts) : []),
    paper.smallPrint(
      'Die Tarifgrundlagen geben die genannte Version des Tarifs wieder. Verträge folgen der veröffentlichten Version; Änderungen an einem Baustein wirken erst mit einer neuen Version.',
    ),
  ];
  return reportOf('tariffBasics', 'Tarifgrundlagen', source, blocks);
}

/** Risk classes and matrix alone. */
export const buildTariffRiskMatrix = (
  source: TariffReportSource,
  withCharts: boolean,
): paper.ReportDocument =>
  reportOf('tariffRiskMatrix', 'Risikomatrix', source, riskMatrixBlocks(source, withCharts));

function reportOf(
  reportType: string,
  title: string,
  { current }: TariffReportSource,
  blocks: readonly paper.Block[],
): paper.ReportDocument {
  const { name, key } = current.content.tariff;
  return {
    reportType,
    title: `${title}: ${name}`,
    subtitle: [key, versionText(current)].filter((part) => part !== '').join(' · '),
    subject: `${title} des Tarifs ${name}, Version ${current.version.versionNumber}`,
    keywords: [title, name],
    salutation: '',
    blocks,
  };
}

const stateNote = ({ current }: TariffReportSource) => versionText(current).replace(/^Version \d+, /, '');

/** As the domain labels the field. */
const unusedFields = 'Nicht verwendete Felder';

function riskMatrixBlocks(source: TariffReportSource, withCharts: boolean): paper.Block[] {
  const { current, names } = source;
  const { content } = current;
  const fields = fieldsBySection(content, names);
  // Long as it may get, it stands below the matrix it is about.
  const isUnused = ([label]: readonly [string, string]) => label === unusedFields;
  const own = (key: string): paper.Block[] =>
    fields.has(key)
      ? [
          facts(
            (fields.get(key) ?? []).filter((field) => !isUnused(field)),
            2,
          ),
        ]
      : [];
  const unused = (fields.get('allocation-matrix') ?? []).filter(isUnused);
  const matrix = matrixOf(content, source);
  return content.components
    ? [
        ...sectioned('Risikoklassen', [...own('risk'), ...riskBlocks(content, withCharts)]),
        ...sectioned('Allokationsmatrix', [
          ...own('allocation-matrix'),
          ...matrixBlocks(matrix, 'Peergroup', withCharts),
          ...unused.map(([label, value]) => paper.smallPrint(`${label}: ${value}.`)),
        ]),
      ]
    : [
        ...sectioned('Risikoklassen', [...own('fund-matrix'), ...riskBlocks(content, withCharts)]),
        ...sectioned('Fonds-Risiko-Matrix', matrixBlocks(matrix, 'Fonds', withCharts)),
      ];
}

type Components = NonNullable<TariffContent['components']>;

function relationBlocks({ allocation }: Components, names: TariffReportSource['names']): paper.Block[] {
  const related = allocation.relationships.filter(
    ({ relatedPeergroupIds }) => relatedPeergroupIds.length > 0,
  );
  if (related.length === 0) return [];
  return [
    paper.table(
      [paper.column('Peergroup', '1fr'), paper.column('Vertreten durch, in dieser Reihenfolge', '2fr')],
      related.map(({ peergroupId, relatedPeergroupIds }) =>
        paper.row(
          names('peergroup', peergroupId),
          relatedPeergroupIds.map((id) => names('peergroup', id)).join(', '),
        ),
      ),
    ),
  ];
}

/** Funds by peer group, in the order of the selection. */
function selectionBlocks({ selection }: Components, source: TariffReportSource): paper.Block[] {
  return fundTable(selection.tariffSelectedFunds, source, 'Empfohlene Fonds');
}

function universeBlocks({ universe }: Components, source: TariffReportSource): paper.Block[] {
  return universe.tariffUniverseSelectionManualMode
    ? fundTable(universe.tariffUniverseItems, source, 'Fonds des Universums')
    : [];
}

function fundTable(
  ids: readonly number[],
  { funds, groups, names }: TariffReportSource,
  title: string,
): paper.Block[] {
  if (ids.length === 0) return [];
  const byGroup = Map.groupBy(ids, (id) => funds.get(id)?.peergroupId ?? 0);
  const ordered = [...groups.keys(), 0].filter((id) => byGroup.has(id));
  return [
    paper.heading(`${title} (${ids.length})`, 2),
    paper.table(
      [
        paper.column('Fonds', '1fr'),
        paper.column('ISIN', 'auto'),
        paper.column('Laufende Kosten p.\u00a0a.', 'auto', 'right'),
      ],
      ordered.flatMap((groupId) => [
        {
          kind: 'group' as const,
          cells: [
            paper.cell(groups.get(groupId)?.name ?? 'Ohne Peergroup', {
              swatch: groups.get(groupId)?.colour ?? null,
            }),
          ],
          isBreakable: false,
        },
        ...(byGroup.get(groupId) ?? []).map((id) => {
          const fund = funds.get(id);
          return paper.row(
            fund?.name ?? names('fund', id),
            fund?.isin ?? none,
            costShare(fund?.ongoingFee ?? null),
          );
        }),
      ]),
    ),
  ];
}

/** Limits are counts, shares and euros. */
const limitName = (unit: string | undefined) =>
  unit === 'fraction' ? 'Anteil je Fonds' : unit === 'euro' ? 'Wert je Fonds' : 'Anzahl Wertpapiere';

function settingsTable(tariff: TariffContent['tariff']): paper.Block {
  const write = (value: number | null, unit: string | undefined) => {
    if (value === null) return 'ohne Grenze';
    if (unit === 'fraction') return formatPercent(value, 0, 4);
    return unit === 'euro' ? formatMoney(value) : formatNumber(value);
  };
  return paper.table(
    [
      paper.column('', '1fr'),
      paper.column('Mindestens', '32mm', 'right'),
      paper.column('Höchstens', '32mm', 'right'),
    ],
    (['Portfolio', 'SavingsPlan'] as const).flatMap((place) => [
      {
        kind: 'group' as const,
        cells: [place === 'Portfolio' ? 'Portfolio' : 'Sparplan'],
        isBreakable: false,
      },
      ...settingsPairs
        .filter(({ min }) => min.endsWith(place))
        .map(({ min, max, limits }) =>
          paper.row(limitName(limits.unit), write(tariff[min], limits.unit), write(tariff[max], limits.unit)),
        ),
    ]),
  );
}

function hintTable(
  { tariff }: TariffContent,
  names: TariffReportSource['names'],
  isExtended: boolean,
): paper.Block {
  const answers = isExtended ? tariff.optimizationHintsExpert : tariff.optimizationHints;
  return paper.table(
    [paper.column('Hinweis', '1fr'), paper.column('Antwort', '52mm')],
    hintChoices
      .filter((choice) => choice.isExtended === isExtended)
      .map(({ id }) => paper.row(names('hint', id), hintAnswerNames[answers[String(id)] ?? 0] ?? none)),
  );
}
