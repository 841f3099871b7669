// @vitest-environment happy-dom
import type { AnalysisResult } from '@depotwerk/api/prospects/depot-analysis';
import { expect, it } from 'vitest';
import { speaksGerman } from '../../texts/german-for-test.ts';
import { renderForTest } from '../../ui/render-for-test.tsx';
import { AnalysisResultView } from './analysis-result.tsx';

speaksGerman();

const result: AnalysisResult = {
  calculatedAt: '2026-11-20T10:00:00Z',
  contractScore: { value: 50, stars: 2.5, level: 'fair', parts: [], calculatedAt: '2026-11-20T10:00:00Z' },
  riskAssessment: {
    riskClassId: 3,
    riskClassCount: 5,
    decidedBy: [],
    isBorderline: false,
    measure: 'VOLATILITY',
    riskValue: 16.28,
    bandLow: 7.2,
    bandHigh: 10.4,
    status: 'above',
  },
  optimizationHints: [],
  contradictions: [],
  totalValue: 10_000,
  yearlyCosts: null,
  costShare: null,
  costKnownShare: 0,
  positions: [],
  clusters: [
    { kind: 'fund', name: 'Welt A', share: 0.55 },
    { kind: 'company', name: 'Haus Nord', share: 0.7 },
  ],
  overlaps: [{ peergroup: 'Aktien Welt', funds: ['Welt A', 'Welt B'], share: 0.7 }],
  chartConfig: {
    chartType: 'doughnut',
    series: [],
    xAxis: { kind: 'category' },
    yAxis: { unit: 'percent' },
    locale: 'de-DE',
  },
  chartData: {},
};

it('shows the risk against its band, clusters and overlaps', () => {
  const { target } = renderForTest(<AnalysisResultView result={result} />);
  const risk = target.querySelector('.analysis__risk')?.textContent;
  for (const said of ['Volatilität 16,3\u00a0%', 'Risikoband 7,2\u00a0% – 10,4\u00a0%', 'über dem Band'])
    expect(risk).toContain(said);
  expect(
    [...target.querySelectorAll('.analysis__clusters li')].map(({ textContent }) => textContent),
  ).toEqual([
    '55,0\u00a0% des Werts liegen in einem Fonds: Welt A.',
    '70,0\u00a0% des Werts liegen bei einer Gesellschaft: Haus Nord.',
    'Mehrere Fonds im Bereich Aktien Welt (70,0\u00a0% des Werts): Welt A, Welt B.',
  ]);
});

it('says so where nothing lies too close together', () => {
  const { target } = renderForTest(<AnalysisResultView result={{ ...result, clusters: [], overlaps: [] }} />);
  expect(target.querySelector('.analysis__clusters')).toBeNull();
  expect(target.textContent).toContain('Es sind keine bekannt.');
});
