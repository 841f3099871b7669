import type { RiskFund, RiskGroup, RiskMarket } from '../src/areas/components/risk-market.view.ts';

const group = (id: number, rest: Partial<RiskGroup>): RiskGroup => ({
  id,
  name: `Gruppe ${id}`,
  categoryName: 'Renten',
  colour: '#000000',
  equityQuota: 0,
  isMoneyMarket: false,
  isAlternative: false,
  place: id - 1,
  volatility: 0.1,
  valueAtRisk: 0.196,
  expectedReturn: 0.03,
  weeks: 260,
  dataFrom: '2021-11-20',
  dataTo: '2026-11-20',
  ...rest,
});
/** A fund of the small market; group 1 unless told. */
export const riskFund = (id: number, rest: Partial<RiskFund> = {}): RiskFund => ({
  id,
  isin: `F${id}`,
  name: `Fonds ${id}`,
  peergroupId: 1,
  status: 'open',
  isInactive: false,
  ongoingFee: 0.01,
  riskIndicator: 3,
  equityQuota: null,
  trackingError: 0.03,
  hasKiid: true,
  price: 100,
  minimumSavingsAmount: 10,
  isSavingsPlanCapable: true,
  mifidR: 'Y',
  targetMarket: null,
  holdingYears: null,
  ...rest,
});

/**
 * Three groups to reckon with by hand: money market (0.5 %), bonds (6 %), equity (20 %), bonds and equity correlated
 * by 0.25; a group of gold and one without risk data. Two funds a group, ids 11, 12, 21, 22, …
 */
export function smallMarket(rest: Partial<RiskMarket> = {}): RiskMarket {
  const groups = [
    group(1, {
      name: 'Geldmarkt',
      isMoneyMarket: true,
      volatility: 0.005,
      valueAtRisk: 0.0098,
      expectedReturn: 0.02,
    }),
    group(2, { name: 'Renten', volatility: 0.06, valueAtRisk: 0.1176, expectedReturn: 0.03 }),
    group(3, { name: 'Aktien', volatility: 0.2, valueAtRisk: 0.392, expectedReturn: 0.06, equityQuota: 1 }),
    group(4, {
      name: 'Gold',
      isAlternative: true,
      volatility: 0.16,
      valueAtRisk: 0.3136,
      expectedReturn: 0.05,
    }),
    group(5, {
      name: 'Neu',
      place: null,
      volatility: null,
      valueAtRisk: null,
      expectedReturn: null,
      weeks: 0,
    }),
  ];
  const covariance = [
    [0.000025, 0, 0, 0],
    [0, 0.0036, 0.003, 0],
    [0, 0.003, 0.04, 0],
    [0, 0, 0, 0.0256],
  ];
  const funds = groups.flatMap(({ id, place }) =>
    [1, 2].map((k) =>
      riskFund(10 * id + k, {
        peergroupId: id,
        equityQuota: id === 3 ? 0.95 : null,
        trackingError: place === null ? null : 0.03,
      }),
    ),
  );
  return {
    stamp: '',
    groups: new Map(groups.map((entry) => [entry.id, entry])),
    covariance,
    funds: new Map(funds.map((fund) => [fund.id, fund])),
    fundNames: new Map(funds.map(({ isin, name }) => [isin, name])),
    ...rest,
  };
}
