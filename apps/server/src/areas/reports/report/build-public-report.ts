import type { PublicReport } from '@depotwerk/api/reports/reports';
import { formatNumber } from '@depotwerk/domain/number-text';
import { formatPercent } from '@depotwerk/domain/percent';
import {
  type Fund,
  type FundFigures,
  type FundPrices,
  figureBasis,
  largestLossLabel,
} from './build-fund-profile.ts';
import { dataColours, timeChart } from './chart-geometry.ts';
import { assumedReturn, costEffect, exampleYears } from './cost-effect.ts';
import * as paper from './report-document.ts';
import {
  axisMoney,
  costPoints,
  costShare,
  money,
  none,
  points,
  signedShare,
  yearsText,
} from './report-format.ts';

type Section = PublicReport['sections'][number];

/** What is stored of a public report; its secrets and dates stand beside it. */
export interface PublicContent {
  readonly title: string;
  readonly sections: readonly Section[];
  readonly disclaimer: string;
}

/** A section of words. */
export const textSection = (key: string, headingText: string, body: string): Section => ({
  key,
  heading: headingText,
  kind: 'text',
  body,
  columns: [],
  rows: [],
  chartConfig: null,
  chartData: null,
});

const pastPerformance =
  'Wertentwicklungen der Vergangenheit sind kein verlässlicher Hinweis auf die künftige Wertentwicklung. Diese Unterlage ist keine Empfehlung und ersetzt keine Beratung.';

type Price = FundPrices['prices'][number];

export interface ComparedFund {
  readonly fund: Fund;
  readonly figures: FundFigures;
  /** Of days on which all compared funds have one. */
  readonly prices: readonly Price[];
}

/** Two to five funds side by side, and their development from a common 100. */
export function buildFundComparison(funds: readonly ComparedFund[]): PublicContent {
  const line = (key: string, label: string, text: (one: ComparedFund) => string) => ({
    key,
    label,
    ...Object.fromEntries(funds.map((one, index) => [`fund${index + 1}`, text(one)])),
  });
  const rows = [
    line('isin', 'ISIN', ({ fund }) => fund.isin),
    line('company', 'Fondsgesellschaft', ({ fund }) => fund.companyName ?? none),
    line('peergroup', 'Peergroup', ({ fund }) => fund.peergroupName ?? none),
    line('ongoingFee', 'Laufende Kosten p.\u00a0a.', ({ fund }) => costShare(fund.ongoingFee)),
    line('risk', 'Risikoindikator', ({ fund }) =>
      fund.riskIndicator === null ? none : `${fund.riskIndicator} von 7`,
    ),
    line('return1y', 'Wertentwicklung 1 Jahr', ({ figures }) => signedShare(figures.return1y)),
    line('return3y', 'Wertentwicklung 3 Jahre p.\u00a0a.', ({ figures }) => signedShare(figures.return3y)),
    line('return5y', 'Wertentwicklung 5 Jahre p.\u00a0a.', ({ figures }) => signedShare(figures.return5y)),
    line('volatility', 'Volatilität 3 Jahre', ({ figures }) =>
      points(figures.volatility3y === null ? null : figures.volatility3y * 100),
    ),
    line('drawdown', largestLossLabel, ({ figures }) => signedShare(figures.drawdown5y)),
    line('sfdr', 'Offenlegung', ({ fund }) =>
      fund.sfdrArticle === null ? none : `Artikel-${fund.sfdrArticle}-Fonds`,
    ),
  ].map(({ key: _key, ...cells }) => cells as Record<string, string>);
  return {
    title: 'Fondsvergleich',
    sections: [
      textSection(
        'intro',
        'Worum es geht',
        `Die Übersicht stellt ${funds.length} Fonds mit ihren zuletzt bekannten Daten gegenüber.`,
      ),
      {
        key: 'figures',
        heading: 'Daten im Vergleich',
        kind: 'table',
        body: figureBasis,
        columns: [
          { key: 'label', label: '', align: 'left' },
          ...funds.map(({ fund }, index) => ({
            key: `fund${index + 1}`,
            label: fund.name,
            align: 'left' as const,
          })),
        ],
        rows,
        chartConfig: null,
        chartData: null,
      },
      {
        key: 'development',
        heading: 'Entwicklung seit einem gemeinsamen Tag (Beginn = 100)',
        kind: 'chart',
        body: 'Kurse ohne Ausschüttungen, am ersten gemeinsamen Tag auf 100 gesetzt. Fonds, die ausschütten, stehen deshalb niedriger als solche, die ihre Erträge behalten; die Wertentwicklungen oben rechnen sie ein.',
        columns: [],
        rows: [],
        chartConfig: {
          chartType: 'line',
          series: funds.map(({ fund }, index) => ({
            key: `fund${index + 1}`,
            label: fund.name,
            colour: dataColours[index % dataColours.length] ?? '#0f5566',
            axis: 'left',
            unit: 'percent',
          })),
          xAxis: { kind: 'time' },
          yAxis: { unit: 'percent' },
          locale: 'de-DE',
        },
        chartData: Object.fromEntries(
          funds.map(({ prices }, index) => [`fund${index + 1}`, indexed(prices)]),
        ),
      },
    ],
    disclaimer: pastPerformance,
  };
}

function indexed(prices: readonly Price[]): { x: string; y: number }[] {
  const base = prices[0]?.price;
  if (base === undefined) return [];
  return prices.map(({ date, price }) => ({ x: date, y: Math.round((price / base) * 1e4) / 100 }));
}

/** What the ongoing fee of one fund takes from an amount over the years. */
export function buildCostExample(
  fund: Fund & { readonly ongoingFee: number },
  amount: number,
  years: number,
): PublicContent {
  const effects = [...new Set([...exampleYears(years), years])]
    .filter((count) => count <= years)
    .toSorted((a, b) => a - b)
    .map((count) =>
      costEffect(
        {
          startValue: amount,
          monthlyContribution: 0,
          contributionGrowth: 0,
          oneOffCosts: 0,
          ongoingCost: fund.ongoingFee,
          entryCost: 0,
          monthlyFee: 0,
        },
        count,
      ),
    );
  return {
    title: 'Kostenbeispiel',
    sections: [
      textSection(
        'intro',
        'Annahmen',
        `${money(amount)} werden einmalig in ${fund.name} (${fund.isin}) angelegt. Laufende Kosten: ${costShare(fund.ongoingFee)} im Jahr. ` +
          `Angenommene Wertentwicklung vor Kosten: ${formatPercent(assumedReturn, 1)} im Jahr; die Annahme ist keine Prognose.`,
      ),
      {
        key: 'effects',
        heading: 'Wirkung der Kosten',
        kind: 'table',
        body: '',
        columns: [
          { key: 'years', label: 'Nach', align: 'left' },
          { key: 'withoutCosts', label: 'Wert ohne Kosten', align: 'right' },
          { key: 'withCosts', label: 'Wert mit Kosten', align: 'right' },
          { key: 'costs', label: 'Kosten insgesamt', align: 'right' },
          { key: 'reduction', label: 'Renditeminderung p.\u00a0a.', align: 'right' },
        ],
        rows: effects.map((effect) => ({
          years: yearsText(effect.years),
          withoutCosts: money(effect.withoutCosts),
          withCosts: money(effect.withCosts),
          costs: money(Math.round((effect.withoutCosts - effect.withCosts) * 100) / 100),
          reduction: costPoints(effect.returnReduction),
        })),
        chartConfig: null,
        chartData: null,
      },
    ],
    disclaimer: `Kosten beim Kauf und persönliche Steuern sind nicht berücksichtigt. ${pastPerformance}`,
  };
}

/** The same sections on paper. */
export function publicReportDocument(content: PublicContent & { reportType: string }): paper.ReportDocument {
  const blocks = content.sections.flatMap(sectionBlocks);
  return {
    reportType: content.reportType,
    title: content.title,
    subtitle: '',
    subject: content.title,
    keywords: [content.title],
    salutation: '',
    blocks: content.disclaimer === '' ? blocks : [...blocks, paper.smallPrint(content.disclaimer)],
  };
}

function sectionBlocks(section: Section): paper.Block[] {
  const title = paper.heading(section.heading);
  if (section.kind === 'text') return [title, paper.paragraph(section.body)];
  if (section.kind === 'table') {
    const columns = section.columns.map(({ label, align }, index) =>
      paper.column(label, index === 0 ? 'auto' : '1fr', align),
    );
    return [
      title,
      paper.table(
        columns,
        section.rows.map((cells) => paper.row(...section.columns.map(({ key }) => cells[key] ?? ''))),
        section.body,
      ),
    ];
  }
  const { chartConfig, chartData } = section;
  if (!chartConfig || !chartData) return [];
  const isMoney = chartConfig.yAxis.unit === 'EUR';
  const chart = timeChart(
    chartConfig.series.map((series) => ({
      label: series.label,
      colour: series.colour,
      points: chartData[series.key] ?? [],
    })),
    isMoney ? axisMoney : (value) => formatNumber(value, 0, 2),
    `Liniendiagramm: ${section.body} ${chartConfig.series.map((series) => series.label).join(', ')}.`,
  );
  return chart ? [title, chart] : [];
}
