import type { OverviewChart } from '@depotwerk/api/contracts/contract-detail';
import { expect, it } from 'vitest';
import { seriesOf } from './value-chart-card.tsx';

const chartOf = (paid: number | null): OverviewChart => ({
  chartConfig: {
    chartType: 'line',
    series: ['value', 'contributions'].map((key) => ({
      key,
      label: key,
      colour: '#0f5566',
      axis: 'left',
      unit: 'EUR',
    })),
    xAxis: { kind: 'time' },
    yAxis: { unit: 'EUR' },
    locale: 'de-DE',
  },
  chartData: {
    value: [{ x: '2026-01-02', y: 5000 }],
    contributions: paid === null ? [] : [{ x: '2026-01-02', y: paid }],
  },
});

it('draws no line of payments along 0 where nobody knows them', () => {
  const keys = (paid: number | null) => seriesOf(chartOf(paid)).map(({ key }) => key);
  expect(keys(4000)).toEqual(['value', 'contributions']);
  expect(keys(null)).toEqual(['value']);
  expect(keys(0)).toEqual(['value', 'contributions']);
});
