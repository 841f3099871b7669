import {
  arePaymentsDrawn,
  drawnSeries,
  type PaidValuations,
  paidValuations,
} from '@depotwerk/domain/contracts/known-contributions';
import type { DatedPayment, Valuation } from '@depotwerk/engine/figures/contract-performance';
import { timeChart } from './chart-geometry.ts';
import type { TimeChartBlock } from './report-document.ts';
import { axisMoney, day, money } from './report-format.ts';
import type { OverviewChart } from './report-source.ts';

/** Valuations of the overview chart that figures are worked out from, with the payments whose day is known. */
export function valuationsOf(
  chart: OverviewChart,
  payments: readonly DatedPayment[],
): PaidValuations<Valuation, DatedPayment> {
  const paid = new Map((chart.chartData['contributions'] ?? []).map((point) => [point.x, point.y]));
  return paidValuations(
    (chart.chartData['value'] ?? []).map((point) => ({
      date: point.x,
      value: point.y,
      paidIn: paid.get(point.x) ?? null,
    })),
    payments,
  );
}

/** The contract's value and what was paid in, as on screen, the latter where it is known; null when there is nothing to draw. */
export function valueChart(chart: OverviewChart): TimeChartBlock | null {
  const values = chart.chartData['value'] ?? [];
  const first = values[0];
  const last = values.at(-1);
  if (!first || !last) return null;
  return timeChart(
    drawnSeries(chart).map((series) => ({
      label: series.key === 'value' ? 'Vertragswert' : series.label,
      colour: series.colour,
      isDashed: series.key === 'contributions',
      isFilled: series.key === 'value',
      points: chart.chartData[series.key] ?? [],
    })),
    axisMoney,
    `Liniendiagramm: Vertragswert vom ${day(first.x)} (${money(first.y)}) bis zum ${day(last.x)} (${money(last.y)})${arePaymentsDrawn(chart) ? ' und eingezahlte Beiträge' : ''}.`,
  );
}
