import type { ContractPerformance } from '@depotwerk/api/contracts/contract-performance';
import { type PaidValuations, unknownPaymentsText } from '@depotwerk/domain/contracts/known-contributions';
import { unknownText } from '@depotwerk/domain/unknown-text';
import {
  type DatedPayment,
  type PerformanceFigures,
  performanceOf,
  type Valuation,
} from '@depotwerk/engine/figures/contract-performance';
import { contractLine, paidFigure, salutationOf } from './common-blocks.ts';
import { comparisonBlocks } from './comparison-blocks.ts';
import * as paper from './report-document.ts';
import { day, money, none, signedMoney, signedShare } from './report-format.ts';
import type { BuildOptions, ContractSource, OverviewChart } from './report-source.ts';
import { valueChart } from './value-chart.ts';

/** Returns of each calendar year, the newest first. */
export function performanceByYear(
  valuations: readonly Valuation[],
  payments: readonly DatedPayment[] = [],
): [string, PerformanceFigures][] {
  const years = [...new Set(valuations.map((valuation) => valuation.date.slice(0, 4)))];
  return years.toReversed().flatMap((year): [string, PerformanceFigures][] => {
    const before = valuations.findLast((valuation) => valuation.date < `${year}-01-01`);
    const inside = valuations.filter((valuation) => valuation.date.startsWith(year));
    const figures = performanceOf(before ? [before, ...inside] : inside, payments);
    return figures ? [[year, figures]] : [];
  });
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
  { areKnown: arePaid, valuations, payments }: PaidValuations<Valuation, DatedPayment>,
  figures: PerformanceFigures,
  comparison: ContractPerformance['comparison'],
  options: BuildOptions,
): paper.ReportDocument {
  const { contract } = source.detail;
  const { from, to } = figures;
  // Of the same time as the figures above them.
  const years = performanceByYear(
    valuations.filter(({ date }) => date >= from.date),
    payments,
  );
  const toneOf = (value: number) => (value < 0 ? 'bad' : 'ok');
  const blocks: paper.Block[] = [
    paper.paragraph(`so hat sich Ihr Vertrag vom ${day(from.date)} bis zum ${day(to.date)} entwickelt.`),
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
  if (picture) blocks.push(paper.heading('Wertentwicklung'), picture);
  blocks.push(
    paper.heading('Renditen'),
    paper.table(
      [
        paper.column('Kennzahl', '1fr'),
        paper.column('Im Zeitraum', '30mm', 'right'),
        paper.column('Im Jahr', '30mm', 'right'),
      ],
      [
        paper.row(
          paper.cell('Zeitgewichtete Rendite', {
            sub: 'Leistung der Anlage, unabhängig von Höhe und Zeitpunkt der Beiträge',
          }),
          signedShare(figures.timeWeighted),
          signedShare(figures.timeWeightedYearly),
        ),
        paper.row(
          paper.cell('Geldgewichtete Rendite', { sub: 'Verzinsung Ihrer Beiträge (interner Zinsfuß)' }),
          none,
          signedShare(figures.moneyWeighted),
        ),
        paper.row(
          paper.cell('Größter Wertverlust', {
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
      paper.heading('Die einzelnen Jahre'),
      paper.table(
        [
          paper.column('Jahr', '1fr'),
          paper.column('Wert am Ende', 'auto', 'right'),
          paper.column(
            years.some(([, { paid }]) => paid < 0) ? 'Netto eingezahlt' : 'Eingezahlt',
            'auto',
            'right',
          ),
          paper.column('Gewinn/Verlust', 'auto', 'right'),
          paper.column('Zeitgewichtete Rendite', 'auto', 'right'),
        ],
        years.map(([year, one]) =>
          paper.row(
            paper.cell(year, { sub: `${day(one.from.date)} bis ${day(one.to.date)}` }),
            money(one.to.value),
            arePaid ? money(one.paid) : unknownText,
            paper.cell(signedMoney(one.gain), { tone: one.gain < 0 ? 'bad' : null }),
            signedShare(one.timeWeighted),
          ),
        ),
      ),
    );
  }
  blocks.push(
    ...comparisonBlocks(figures, comparison),
    ...(arePaid ? [] : [paper.smallPrint(unknownPaymentsText)]),
    paper.smallPrint(
      'Beiträge zwischen zwei Bewertungen zählen ab der früheren, in der geldgewichteten Rendite ab dem Tag der Zahlung, soweit er bekannt ist. Renditen im Jahr werden ab einem Jahr angegeben. ' +
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
