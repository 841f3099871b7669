/*
 * One small example per operation: shown in docs/engine-operations.md with its real answer, and the starting point of
 * the hostile-input test. The numbers are made up.
 */

const covariance = [
  [0.0004, 0.0002, 0.0003],
  [0.0002, 0.0036, 0.003],
  [0.0003, 0.003, 0.0324],
];

const months = [0.01, -0.02, 0.015, 0.03, -0.01, 0.005, 0.02, -0.015, 0.01, 0.025, -0.005, 0.012];
const benchmark = [0.008, -0.015, 0.012, 0.025, -0.012, 0.004, 0.018, -0.01, 0.009, 0.02, -0.004, 0.01];
/** Sixty months; a different mixture per fund. */
const series = (tilt: number) =>
  Array.from({ length: 60 }, (_, t) => (months[t % 12] ?? 0) * (0.6 + tilt) + 0.001 * tilt);

const peerGroups = [
  { id: 'Geldmarkt', expectedReturn: 0.02, equityQuota: 0, upper: 1, isMoneyMarket: true },
  { id: 'Renten Euro', expectedReturn: 0.03, equityQuota: 0, upper: 0.8 },
  { id: 'Aktien Welt', expectedReturn: 0.065, equityQuota: 1, upper: 0.8 },
];

const classes = [
  { id: '1', target: 3, range: 1 },
  { id: '2', target: 8, range: 2 },
  { id: '3', target: 13, range: 2 },
];

const fund = (isin: string, peerGroup: string, rank: number, ter: number, rest: object = {}) => ({
  isin,
  peerGroup,
  company: 'A',
  rank,
  ter,
  sri: 4,
  ...rest,
});

const tariff = {
  riskMeasure: 'VOLATILITY',
  target: 8,
  range: 2,
  peerGroups: ['Geldmarkt', 'Renten Euro', 'Aktien Welt'],
  covariance,
  targetWeights: [0.2, 0.4, 0.4],
  shortlists: [['DE0000000001'], ['DE0000000002'], ['DE0000000003', 'DE0000000004']],
  funds: [
    fund('DE0000000001', 'Geldmarkt', 4, 0.001, { equityQuota: 0 }),
    fund('DE0000000002', 'Renten Euro', 5, 0.005, { equityQuota: 0 }),
    fund('DE0000000003', 'Aktien Welt', 5, 0.004, { equityQuota: 1, company: 'B', isEtf: true }),
    fund('DE0000000004', 'Aktien Welt', 3, 0.016, { equityQuota: 1, informationRatio: -0.2 }),
  ],
  rules: { minimumRank: 3 },
};

const contract = {
  day: '2026-11-20',
  cash: 1000,
  cashReserve: 200,
  positions: [
    { isin: 'DE0000000002', quantity: 40, price: 50, priceDay: '2026-11-19' },
    { isin: 'DE0000000004', quantity: 70, price: 100, priceDay: '2026-11-19' },
  ],
  savingsPlan: { rate: 100, entries: [{ isin: 'DE0000000004', percent: 100 }] },
};

const trading = [
  { isin: 'DE0000000001', price: 100, unitDecimals: 3 },
  { isin: 'DE0000000002', price: 50, unitDecimals: 3 },
  { isin: 'DE0000000003', price: 80, unitDecimals: 0 },
  { isin: 'DE0000000004', price: 100, unitDecimals: 3 },
];

/** Input of each operation's example, by name. */
export const examples: Readonly<Record<string, unknown>> = {
  efficientFrontier: {
    expectedReturns: [0.02, 0.03, 0.065],
    covariance,
    lowerBounds: [0, 0, 0],
    upperBounds: [1, 0.8, 0.8],
    groups: [{ weights: [0, 1, 1], lower: 0.3, upper: 0.9 }],
    targetVolatilities: [0.08],
    targetReturns: [0.04],
    riskFreeRate: 0.02,
  },
  checkOptimality: {
    expectedReturns: [0.02, 0.06],
    covariance: [
      [0.01, 0],
      [0, 0.04],
    ],
    weights: [0.8, 0.2],
    lambda: 0,
  },
  riskBudget: { covariance, budgets: [0.2, 0.3, 0.5], upperBounds: [0.7, 1, 1] },
  maximumDiversification: { covariance },
  inverseVolatility: { covariance },
  equalWeight: { covariance },
  hierarchicalRiskParity: { covariance },
  covariance: { series: [months, benchmark], target: 'constantCorrelation', periodsPerYear: 12 },
  expectedReturns: {
    covariance,
    referenceWeights: [0.2, 0.4, 0.4],
    referenceReturn: 0.045,
    riskFreeRate: 0.02,
  },
  blackLitterman: {
    covariance,
    referenceWeights: [0.2, 0.4, 0.4],
    riskAversion: 2.5,
    riskFreeRate: 0.02,
    picks: [[0, -1, 1]],
    returns: [0.05],
    confidences: [0.6],
  },
  priceGrid: {
    frequency: 'weekly',
    prices: [
      { date: '2026-10-01', price: 100 },
      { date: '2026-10-08', price: 98 },
      { date: '2026-10-16', price: 99 },
    ],
    distributions: [{ date: '2026-10-07', amount: 2 }],
  },
  completeHistory: { own: [null, 0.01, 0.02], index: [0.005, 0.004, 0.012, 0.015] },
  unsmooth: { returns: [0.004, 0.005, 0.004, 0.006, 0.005, 0.003], phi: 0.5 },
  performanceFigures: { returns: months, benchmark, riskFree: 0.002, periodsPerYear: 12 },
  drawdown: { equity: [60, 80, 40, 90] },
  moneyWeightedReturn: {
    flows: [
      ['2025-01-01', -1000],
      ['2025-07-01', -500],
      ['2026-01-01', 1600],
    ],
  },
  timeWeightedReturn: {
    periods: [
      { start: 1000, flow: 0, end: 1050 },
      { start: 1050, flow: 500, end: 1600 },
    ],
    days: 400,
  },
  modifiedDietz: { start: 74.2, end: 104.4, days: 31, flows: [{ day: 14, amount: 37.1 }] },
  riskIndicators: {
    volatility: 0.12,
    sigma: 0.0036,
    skew: -1.7,
    excessKurtosis: 23,
    observations: 1238,
    holdingYears: 3,
    creditRisk: 1,
  },
  roundToUnits: { weights: [0.333, 0.333, 0.334], units: 100 },
  isinCheck: { isins: ['US0378331005', 'US0378331003'] },
  rankFunds: {
    rankingType: 'SHARPE_3Y',
    periodsPerYear: 12,
    riskFree: 0.001,
    minimumRank: 3,
    funds: [0, 0.2, 0.4, 0.6, 0.8].map((tilt, k) => ({
      isin: `DE000000000${k}`,
      peerGroup: 'Aktien Welt',
      returns: series(tilt),
      ter: 0.01,
    })),
  },
  multiHorizonRank: { three: 5, five: 4, ten: 3 },
  selectFunds: {
    funds: tariff.funds,
    groups: [{ peerGroup: 'Aktien Welt', weight: 0.4 }],
    minimumRank: 3,
    shortlistSize: 2,
    held: ['DE0000000004'],
  },
  automaticAllocation: {
    peerGroups,
    covariance,
    classes,
    allocationType: 'MAX_RETURN',
    riskMeasure: 'VOLATILITY',
    units: 100,
    riskFreeRate: 0.02,
  },
  checkContract: { tariff, contract },
  planOptimization: {
    tariff,
    contract,
    trading,
    mode: 'full',
    orders: { minimumOrder: 50, fee: { fixed: 5, percent: 0 } },
    portfolioLimits: { count: { min: 2, max: 10 }, share: { min: 0.05, max: 0.6 } },
  },
  savingsPlan: {
    rate: 100,
    targets: [
      { isin: 'DE0000000002', weight: 0.6 },
      { isin: 'DE0000000003', weight: 0.4 },
    ],
  },
  checkCombination: {
    peerGroups,
    covariance,
    classes,
    matrix: [
      [60, 30, 10],
      [20, 40, 40],
      [0, 30, 70],
    ],
    units: 100,
    allocationType: 'MANUAL',
  },
  projection: {
    startValue: 10_000,
    monthlyContribution: 100,
    years: 10,
    expectedReturn: 0.06,
    volatility: 0.12,
    ongoingCost: 0.01,
  },
};
