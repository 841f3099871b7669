import type { TariffPerformance } from '@depotwerk/api/tariffs/tariff-performance';
import { performanceEffectTexts } from '@depotwerk/domain/contracts/performance-effects';
import {
  causeRows,
  countedText,
  explainedComparison,
  groupEffects,
  groupRows,
  indexText,
  leftOutTexts,
  missingTargetText,
  noTariffPerformance,
  performanceWords,
  returnRows,
  tariffPerformanceMethod,
  tariffPerformanceTitle,
  unexplainedText,
} from '@depotwerk/domain/contracts/performance-words';
import { formatDateTime } from '@depotwerk/domain/date-text';
import { formatNumber } from '@depotwerk/domain/number-text';
import { formatPointsColumn } from '@depotwerk/domain/percent';
import { timeChart } from './chart-geometry.ts';
import { type Block, cell, column, paragraph, row, smallPrint, table, totalRow } from './report-document.ts';
import { sectioned } from './tariff-blocks.ts';

/** What the contracts of a tariff earned beside what it aims at, in the figures and words of the screen. */
export const tariffPerformanceBlocks = (found: TariffPerformance, withCharts: boolean): Block[] =>
  sectioned(tariffPerformanceTitle, [
    ...(found.state === 'done' ? figures(found, withCharts) : [paragraph(notYet(found))]),
  ]);

/** Where a job has to run first, paper says so: it starts none. */
function notYet({ state, contractCount }: TariffPerformance): string {
  if (state === 'running')
    return 'Die Wertentwicklung wird gerade berechnet. Bitte erstellen Sie den Bericht danach neu.';
  return `Der Tarif hat ${formatNumber(contractCount)} Verträge. Ihre Wertentwicklung in diesem Zeitraum ist noch nicht berechnet. Bitte starten Sie die Berechnung auf der Seite der Versionen und erstellen Sie den Bericht danach neu.`;
}

function figures(found: TariffPerformance, withCharts: boolean): Block[] {
  const leftOut = leftOutTexts(found).map(paragraph);
  const computedAt =
    found.computedAt === null ? [] : [smallPrint(`Berechnet am ${formatDateTime(found.computedAt)}.`)];
  if (found.performance === null)
    return [
      paragraph(`${noTariffPerformance.title}. ${noTariffPerformance.text}`),
      ...leftOut,
      ...computedAt,
    ];
  const notes = [missingTargetText(found), unexplainedText(found)].filter((text) => text !== null);
  return [
    paragraph(countedText(found)),
    returnTable(found),
    ...(withCharts ? pictureOf(found) : []),
    paragraph(indexText(found.months.at(-1)?.contracts ?? 100)),
    ...causeBlocks(found),
    ...notes.map(paragraph),
    ...leftOut,
    smallPrint(tariffPerformanceMethod),
    ...computedAt,
  ];
}

const returnTable = (found: TariffPerformance): Block =>
  table(
    [
      column(performanceWords.returns, '1fr'),
      column(performanceWords.timeWeighted, 'auto', 'right'),
      column(performanceWords.timeWeightedYearly, 'auto', 'right'),
      column(performanceWords.moneyWeighted, 'auto', 'right'),
    ],
    returnRows(found).map(({ label, unit, cells }) => row(cell(label, { sub: unit }), ...cells)),
  );

function pictureOf({ months }: TariffPerformance): Block[] {
  const target = months.flatMap(({ day, target: y }) => (y === null ? [] : [{ x: day, y }]));
  const chart = timeChart(
    [
      {
        label: performanceWords.contracts,
        colour: '#0f5566',
        isDashed: false,
        isFilled: false,
        points: months.map(({ day, contracts }) => ({ x: day, y: contracts })),
      },
      ...(target.length === 0
        ? []
        : [
            {
              label: performanceWords.target,
              colour: '#b4541a',
              isDashed: true,
              isFilled: false,
              points: target,
            },
          ]),
    ],
    (value) => formatNumber(value, 0, 1),
    indexText(months.at(-1)?.contracts ?? 100),
  );
  return chart === null ? [] : [chart];
}

function causeBlocks(found: TariffPerformance): Block[] {
  const explained = explainedComparison(found);
  if (explained === null) return [];
  const { groups, shown } = explained;
  const byGroup = groupRows(groups, shown);
  return [
    table(
      [column(performanceWords.causes, '1fr'), column(performanceWords.points, '35mm', 'right')],
      [
        ...causeRows(shown).map(({ name, meaning, points }) => row(cell(name, { sub: meaning }), points)),
        totalRow(performanceWords.difference, formatPointsColumn(shown.difference)),
      ],
    ),
    table(
      [
        column(performanceWords.byGroup, '1fr'),
        column(performanceWords.weight, 'auto', 'right'),
        column(performanceWords.aim, 'auto', 'right'),
        ...groupEffects.map((effect) => column(performanceEffectTexts[effect].name, '20mm', 'right')),
        column(performanceWords.together, 'auto', 'right'),
      ],
      [
        ...byGroup.rows.map(({ name, weights, effects, together }) =>
          row(name, ...weights, ...effects, together),
        ),
        totalRow(performanceWords.sum, '', '', ...byGroup.sums, byGroup.together),
      ],
    ),
  ];
}
