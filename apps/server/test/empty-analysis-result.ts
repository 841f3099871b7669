import type { AnalysisResult } from '@depotwerk/api/prospects/depot-analysis';

/** The smallest result an analysis can have. */
export const emptyAnalysisResult: AnalysisResult = {
  calculatedAt: '2026-11-20T10:00:00Z',
  contractScore: { value: 50, stars: 2.5, level: 'fair', parts: [], calculatedAt: '2026-11-20T10:00:00Z' },
  riskAssessment: {
    riskClassId: 1,
    riskClassCount: 3,
    decidedBy: [],
    isBorderline: false,
    measure: 'VOLATILITY',
    riskValue: null,
    bandLow: 0,
    bandHigh: 5,
    status: 'unknown',
  },
  optimizationHints: [],
  contradictions: [],
  totalValue: 0,
  yearlyCosts: null,
  costShare: null,
  costKnownShare: 0,
  positions: [],
  clusters: [],
  overlaps: [],
  chartConfig: {
    chartType: 'doughnut',
    series: [],
    xAxis: { kind: 'category' },
    yAxis: { unit: 'percent' },
    locale: 'de-DE',
  },
  chartData: {},
};
