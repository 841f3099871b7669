import type { ContractPerformance } from '@depotwerk/api/contract-performance';
import { unknownPaymentsText } from '@depotwerk/domain/contracts/known-contributions';
import { unknownText } from '@depotwerk/domain/unknown-text';
import {
  type PerformanceFigures,
  performanceOf,
  type Valuation,
} from '@depotwerk/engine/figures/contract-performance';
import { inCents } from '@depotwerk/engine/rounding/in-cents';
import { contractLine, paidFigure, salutationOf } from './common-blocks.ts';
import { comparisonBlocks } from './comparison-blocks.ts';
import {
  type Block,
  cell,
  column,
  heading,
  paragraph,
  type ReportDocument,
  row,
  smallPrint,
  table,
} from './report-document.ts';
import { day, money, none, signedMoney, signedShare } from './report-format.ts';
import type { BuildOptions, ContractSource, OverviewChart } from './report-source.ts';
import { valuationsOf, valueChart } from './value-chart.ts';

/** Returns of each calendar year, the newest first. */
export function performanceByYear(valuations: readonly Valuation[]): [string, PerformanceFigures][] {
  const years = [...new Set(valuations.map((valuation) => valuation.date.slice(0, 4)))];
  return years.toReversed().flatMap((year): [string, PerformanceFigures][] => {
    const before = valuations.findLast((valuation) => valuation.date < `${year}-01-01`);
    const inside = valuations.filter((valuation) => valuation.date.startsWith(year));
    const figures = performanceOf(before ? [before, ...inside] : inside);
    if (figures) return [[year, before ? sinceEmpty(figures, before) : figures]];
    const refilled = before ? filledAgain(inside, before) : null;
    return refilled ? [[year, refilled]] : [];
  });
}

/**
 * Figures of a year that an emptied contract begins with: what came in again was paid in this year, so that value, payments and gain
 * of the years add up, and earned from then on.
 */
function sinceEmpty(figures: PerformanceFigures, before: Valuation): PerformanceFigures {
  const { from, to } = figures;
  const flow = from.paidIn - before.paidIn;
  if (before.value > 0 || flow <= 0) return figures;
  const paid = inCents(to.paidIn - before.paidIn);
  return {
    ...figures,
    paid,
    gain: inCents(to.value - paid),
    timeWeighted: ((1 + figures.timeWeighted) * from.value) / flow - 1,
  };
}

/**
 * A year whose last valuation is the first one with a value after everything was taken out: what came in earned what it is worth more
 * or less by then. Null where nobody said that anything came in.
 */
function filledAgain(inside: readonly Valuation[], before: Valuation): PerformanceFigures | null {
  const to = inside.at(-1);
  if (!to || to.value <= 0 || before.value > 0) return null;
  const flow = to.paidIn - before.paidIn;
  if (flow <= 0) return null;
  const timeWeighted = to.value / flow - 1;
  return {
    from: before,
    to,
    paid: inCents(flow),
    gain: inCents(to.value - flow),
    timeWeighted,
    timeWeightedYearly: null,
    moneyWeighted: null,
    drawdown: Math.min(0, timeWeighted),
  };
}

/** The day of the value, or since when nothing is left. */
export function valueNote(valuations: readonly Valuation[]): string {
  const lastValue = valuations.findLastIndex(({ value }) => value > 0);
  const empty = valuations[lastValue + 1];
  return empty ? `leer seit dem ${day(empty.date)}` : `zum ${day(valuations.at(-1)?.date ?? '')}`;
}

/** Value, contributions, gain and the two returns, with the years one by one. */
export function buildPerformance(
  source: ContractSource,
  chart: OverviewChart,
  figures: PerformanceFigures,
  comparison: ContractPerformance['comparison'],
  options: BuildOptions,
): ReportDocument {
  const { contract } = source.detail;
  const { from, to } = figures;
  const { areKnown: arePaid, valuations } = valuationsOf(chart);
  const years = performanceByYear(valuations);
  const toneOf = (value: number) => (value < 0 ? 'bad' : 'ok');
  const blocks: Block[] = [
    paragraph(`so hat sich Ihr Vertrag vom ${day(from.date)} bis zum ${day(to.date)} entwickelt.`),
    {
      kind: 'figures',
      items: [
        { label: 'Vertragswert', value: money(to.value), note: valueNote(valuations), tone: null },
        paidFigure(arePaid ? figures.paid : null),
        {
          label: 'Gewinn/Verlust',
          value: signedMoney(figures.gain),
          note: arePaid ? 'ohne Beiträge' : 'einschließlich der Beiträge',
          tone: toneOf(figures.gain),
        },
      ],
    },
  ];
  const picture = options.withCharts ? valueChart(chart) : null;
  if (picture) blocks.push(heading('Wertentwicklung'), picture);
  blocks.push(
    heading('Renditen'),
    table(
      [column('Kennzahl', '1fr'), column('Im Zeitraum', '30mm', 'right'), column('Im Jahr', '30mm', 'right')],
      [
        row(
          cell('Zeitgewichtete Rendite', {
            sub: 'Leistung der Anlage, unabhängig von Höhe und Zeitpunkt der Beiträge',
          }),
          signedShare(figures.timeWeighted),
          signedShare(figures.timeWeightedYearly),
        ),
        row(
          cell('Geldgewichtete Rendite', { sub: 'Verzinsung Ihrer Beiträge (interner Zinsfuß)' }),
          none,
          signedShare(figures.moneyWeighted),
        ),
        row(
          cell('Größter Wertverlust', {
            sub: 'vom jeweiligen Höchststand, zwischen zwei Bewertungen gemessen',
          }),
          signedShare(figures.drawdown),
          none,
        ),
      ],
    ),
  );
  if (years.length > 1) {
    blocks.push(
      heading('Die einzelnen Jahre'),
      table(
        [
          column('Jahr', '1fr'),
          column('Wert am Ende', 'auto', 'right'),
          column('Eingezahlt', 'auto', 'right'),
          column('Gewinn/Verlust', 'auto', 'right'),
          column('Zeitgewichtete Rendite', 'auto', 'right'),
        ],
        years.map(([year, one]) =>
          row(
            cell(year, { sub: `${day(one.from.date)} bis ${day(one.to.date)}` }),
            money(one.to.value),
            arePaid ? money(one.paid) : unknownText,
            cell(signedMoney(one.gain), { tone: one.gain < 0 ? 'bad' : null }),
            signedShare(one.timeWeighted),
          ),
        ),
      ),
    );
  }
  blocks.push(
    ...comparisonBlocks(figures, comparison),
    ...(arePaid ? [] : [smallPrint(unknownPaymentsText)]),
    smallPrint(
      'Beiträge zwischen zwei Bewertungen zählen ab der früheren. Renditen im Jahr werden ab einem Jahr angegeben. ' +
        'Kosten sind berücksichtigt, soweit sie in den Bewertungen stecken, persönliche Steuern nicht. ' +
        'Wertentwicklungen der Vergangenheit sind kein verlässlicher Hinweis auf die künftige Wertentwicklung.',
    ),
  );
  return {
    reportType: 'performance',
    title: 'Wertentwicklung',
    subtitle: contractLine(source),
    subject: `Wertentwicklung des Vertrags ${contract.externalKey} vom ${day(from.date)} bis zum ${day(to.date)}`,
    keywords: ['Wertentwicklung', contract.externalKey],
    salutation: salutationOf(source.addressee, options),
    blocks,
  };
}
