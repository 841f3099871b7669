import { timeChart } from './chart-geometry.ts';
import type { TimeChartBlock } from './report-document.ts';
import { axisMoney, day, money } from './report-format.ts';
import type { OverviewChart } from './report-source.ts';

/** The contract's value and what was paid in, as on screen; null when there is nothing to draw. */
export function valueChart(chart: OverviewChart): TimeChartBlock | null {
  const values = chart.chartData['value'] ?? [];
  const first = values[0];
  const last = values.at(-1);
  if (!first || !last) return null;
  return timeChart(
    chart.chartConfig.series.map((series) => ({
      label: series.key === 'value' ? 'Vertragswert' : series.label,
      colour: series.colour,
      isDashed: series.key === 'contributions',
      isFilled: series.key === 'value',
      points: chart.chartData[series.key] ?? [],
    })),
    axisMoney,
    `Liniendiagramm: Vertragswert vom ${day(first.x)} (${money(first.y)}) bis zum ${day(last.x)} (${money(last.y)}) und eingezahlte Beiträge.`,
  );
}
