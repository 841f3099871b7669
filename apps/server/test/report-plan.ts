import type { TaxedHolding } from '@depotwerk/engine/analysis/plan-tax';
import type { Plan } from '../src/areas/reports/report/report-source.ts';

const id = (number: number) => `0a000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

const figures = (shift: number): Plan['before'] => ({
  totalValue: 148_207.44,
  securitiesCount: 2 + shift,
  risk: {
    riskClassId: 4,
    value: 15.23 - 3 * shift,
    target: 12.4,
    bandLow: 10.5,
    bandHigh: 14.25,
    status: shift === 0 ? 'above' : 'in',
    distance: shift === 0 ? 0.98 : 0,
  },
  shareQuota: 71.2 - 15 * shift,
  costs: {
    perYearEuro: 2_084.98 - 160.99 * shift,
    perYearPercent: 1.35 - 0.11 * shift,
    fundsPerYearEuro: 1_593.3 - 160.99 * shift,
  },
  contractScore: {
    value: 49 + 41 * shift,
    stars: 2.5 + 2 * shift,
    level: shift === 0 ? 'poor' : 'good',
    parts: [],
  },
  peerGroups: [
    { peergroupId: 1, name: 'Aktien Welt', colour: '#0f5566', fraction: 0.6719 - 0.15 * shift, target: 0.52 },
    { peergroupId: 2, name: 'Renten Welt', colour: '#c77700', fraction: 0.3281 + 0.15 * shift, target: 0.48 },
  ],
  hints: [],
  monthsToNextHint: 0.4 + 14 * shift,
});

/** A stored plan with orders, a changed savings plan and checks of every result. */
export const reportPlan: Plan = {
  id: id(20),
  contractId: id(1),
  rowVersion: 1,
  createdAt: '2026-11-21T06:00:00.000Z',
  createdBy: 'Jürgen Weiß',
  expiresAt: '2026-11-24T06:00:00.000Z',
  mode: 'full',
  state: 'checked',
  isOutdated: false,
  outdatedReasons: [],
  isEdited: false,
  choices: {},
  before: figures(0),
  after: figures(1),
  transactions: [
    {
      id: id(21),
      action: 'sell',
      fundId: 1,
      isin: 'DE0000000001',
      fundName: 'Globalis Aktien Welt',
      switchWithFundId: null,
      quantity: 541.5,
      price: 41.05,
      amount: 22_228.58,
      fee: 0,
      fractionBefore: 0.6719,
      fractionAfter: 0.5219,
      reason: 'Das Risiko liegt 0,98 Prozentpunkte über dem Band.',
      hintCodes: ['H01'],
    },
    {
      id: id(22),
      action: 'buy',
      fundId: 3,
      isin: 'IE0000000003',
      fundName: 'Ruhig Renten Kurzläufer UCITS ETF',
      switchWithFundId: null,
      quantity: 222.1,
      price: 100.02,
      amount: 22_214.44,
      fee: 14.14,
      fractionBefore: 0,
      fractionAfter: 0.1499,
      reason: 'Renten Welt ist gegenüber dem Ziel zu klein.',
      hintCodes: ['H08'],
    },
  ],
  savingsPlanChanges: [
    {
      fundId: 1,
      isin: 'DE0000000001',
      fundName: 'Globalis Aktien Welt',
      fractionBefore: 0.625,
      fractionAfter: 0.52,
      amountBefore: 156.25,
      amountAfter: 130,
    },
  ],
  cashBefore: 1_207.33,
  cashAfter: 1_207.33,
  costs: {
    entry: 0,
    transaction: 14.14,
    switchFee: 15,
    ongoingBefore: 2_084.98,
    ongoingAfter: 1_923.99,
    thirdParty: 437.62,
    perYearEuro: 160.99,
    returnEffect: 0.11,
  },
  checks: [
    { checkKey: 'suitability', result: 'ok', text: 'Das Risiko passt zum Risikoprofil.' },
    { checkKey: 'targetMarket', result: 'warning', text: 'Ein Fonds richtet sich an erfahrene Anleger.' },
    { checkKey: 'esg', result: 'blocked', text: 'Ein Fonds erfüllt die Präferenz nicht.' },
  ],
  messages: [{ code: 'O02', text: 'Die Teilnote Kosten sinkt von 90 auf 88, weil Fonds teurer sind.' }],
  documents: [],
  recommended: {
    mode: 'necessary',
    isNeeded: true,
    sentence: 'Der kleinste Eingriff, der hilft: ein Fehler wird behoben; alles andere bleibt, wie es ist.',
    orderCount: 2,
    isSavingsPlanChanged: false,
    costsOnce: 9.8,
    savedPerYear: 45.1,
    scoreBefore: 49,
    scoreAfter: 84,
  },
};

/** What is held of the fund the plan sells, with its purchases. */
export const reportTaxed: readonly TaxedHolding[] = [
  {
    fundId: 1,
    quantity: 1000,
    costValue: null,
    equityQuota: 0.95,
    isRealEstate: false,
    movements: (
      [
        ['2021-05-03', 600, 24_000],
        ['2020-02-03', 400, 12_000],
      ] as const
    ).map(([day, quantity, amount]) => ({
      kind: 'purchase',
      day,
      acquiredDay: null,
      quantity,
      factor: null,
      amount,
    })),
  },
];

/** A contract that stayed behind its target. */
export const reportComparison = {
  timeWeighted: 0.05,
  moneyWeighted: 0.048,
  difference: -0.0123,
  allocation: 0.004,
  selection: -0.0103,
  fundCosts: -0.003,
  contractCosts: -0.002,
  other: -0.001,
  groups: [],
};
