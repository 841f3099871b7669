import {
  dayNumber,
  moneyWeightedReturn,
  periodGrowth,
  type SubPeriod,
  timeWeightedReturn,
} from '@depotwerk/engine/figures/cash-flow-returns';
import { largestDrawdown } from '@depotwerk/engine/figures/drawdown';
import { contractLine, salutationOf } from './common-blocks.ts';
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
import { valueChart } from './value-chart.ts';

interface Valuation {
  readonly date: string;
  readonly value: number;
  readonly paidIn: number;
}

export interface PerformanceFigures {
  readonly from: Valuation;
  readonly to: Valuation;
  /** Paid in between the two; negative where more was taken out. */
  readonly paid: number;
  readonly gain: number;
  /** Over the whole time, contributions taken out; and a year, when it is at least one. */
  readonly timeWeighted: number;
  readonly timeWeightedYearly: number | null;
  /** A year; null when there is no such rate. */
  readonly moneyWeighted: number | null;
  readonly drawdown: number;
}

const inCents = (value: number) => Math.round(value * 100) / 100;

/** Valuations as the overview chart has them. */
export function valuationsOf(chart: OverviewChart): Valuation[] {
  const paid = new Map((chart.chartData['contributions'] ?? []).map((point) => [point.x, point.y]));
  return (chart.chartData['value'] ?? []).map((point) => ({
    date: point.x,
    value: point.y,
    paidIn: paid.get(point.x) ?? 0,
  }));
}

/**
 * Returns between the first and the last valuation, by the engine's rules (section 4): money paid between two
 * valuations counts from the earlier one on, what empties a contract at the later one. Null without two valuations of positive value on different days.
 */
export function performanceOf(valuations: readonly Valuation[]): PerformanceFigures | null {
  const started = valuations.slice(
    Math.max(
      0,
      valuations.findIndex((valuation) => valuation.value > 0),
    ),
  );
  const [from] = started;
  const to = started.at(-1);
  if (!from || !to || from === to || from.value <= 0) return null;
  const periods = started.slice(1).map((valuation, index) => {
    // As many valuations before it as its index says.
    const before = started[index] as Valuation;
    return {
      start: before.value,
      flow: valuation.paidIn - before.paidIn,
      end: valuation.value,
      date: before.date,
    };
  });
  const earned = periods.map(earning);
  const growths = earned.map(periodGrowth);
  if (growths.includes(null)) return null;
  const days = (dayNumber(to.date) ?? 0) - (dayNumber(from.date) ?? 0);
  const timeWeighted = timeWeightedReturn(earned);
  let index = 1;
  const curve = [1, ...growths.map((growth) => (index *= growth ?? 1))];
  return {
    from,
    to,
    paid: inCents(to.paidIn - from.paidIn),
    gain: inCents(to.value - from.value - (to.paidIn - from.paidIn)),
    timeWeighted,
    timeWeightedYearly: days >= 365 ? (1 + timeWeighted) ** (365 / days) - 1 : null,
    moneyWeighted: moneyWeighted(from, to, periods),
    // The engine measures the depth of the fall; a loss is written with its sign.
    drawdown: 0 - largestDrawdown(curve),
  };
}

/** What a period earned: a contract that is emptied in it was worth what was taken out last. */
function earning({ start, flow, end }: SubPeriod): SubPeriod {
  return end === 0 && flow < 0 ? { start, flow: 0, end: -flow } : { start, flow, end };
}

function moneyWeighted(
  from: Valuation,
  to: Valuation,
  periods: readonly { flow: number; date: string }[],
): number | null {
  const at = (date: string) => dayNumber(date) ?? 0;
  if (at(to.date) - at(from.date) < 365) return null;
  try {
    return moneyWeightedReturn([
      { day: at(from.date), amount: -from.value },
      ...periods.filter(({ flow }) => flow !== 0).map(({ flow, date }) => ({ day: at(date), amount: -flow })),
      { day: at(to.date), amount: to.value },
    ]);
  } catch {
    // No rate between -99.99 % and 1,000 %, or no change of sign: there is nothing to print.
    return null;
  }
}

/** Returns of each calendar year, the newest first. */
export function performanceByYear(valuations: readonly Valuation[]): [string, PerformanceFigures][] {
  const years = [...new Set(valuations.map((valuation) => valuation.date.slice(0, 4)))];
  return years.toReversed().flatMap((year): [string, PerformanceFigures][] => {
    const before = valuations.findLast((valuation) => valuation.date < `${year}-01-01`);
    const inside = valuations.filter((valuation) => valuation.date.startsWith(year));
    const figures = performanceOf(before ? [before, ...inside] : inside);
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
  figures: PerformanceFigures,
  options: BuildOptions,
): ReportDocument {
  const { contract } = source.detail;
  const { from, to } = figures;
  const years = performanceByYear(valuationsOf(chart));
  const toneOf = (value: number) => (value < 0 ? 'bad' : 'ok');
  const blocks: Block[] = [
    paragraph(`so hat sich Ihr Vertrag vom ${day(from.date)} bis zum ${day(to.date)} entwickelt.`),
    {
      kind: 'figures',
      items: [
        { label: 'Vertragswert', value: money(to.value), note: valueNote(valuationsOf(chart)), tone: null },
        {
          label: figures.paid < 0 ? 'Entnommen im Zeitraum' : 'Eingezahlt im Zeitraum',
          value: money(Math.abs(figures.paid)),
          note: '',
          tone: null,
        },
        {
          label: 'Gewinn/Verlust',
          value: signedMoney(figures.gain),
          note: 'ohne Beiträge',
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
            money(one.paid),
            cell(signedMoney(one.gain), { tone: one.gain < 0 ? 'bad' : null }),
            signedShare(one.timeWeighted),
          ),
        ),
      ),
    );
  }
  blocks.push(
    smallPrint(
      'Beiträge zwischen zwei Bewertungen zählen ab der früheren. Renditen im Jahr werden ab einem Jahr angegeben. ' +
        'Kosten der Fonds und des Vertrags sind berücksichtigt, persönliche Steuern nicht. ' +
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
