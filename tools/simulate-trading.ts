// Five years of the demo market's prices, traded by two habits whenever a hint on risk or weights appears: the smallest
// intervention to the destinations, or everything to the target. One fund a group, no payments: only prices move the weights.
import { allocationColumns } from '../apps/demo/src/allocation-columns.ts';
import { bankDaysBetween } from '../apps/demo/src/bank-days.ts';
import { marketReturns } from '../apps/demo/src/market.ts';
import { peergroups } from '../apps/demo/src/market-parameters.ts';
import {
  boldMixes,
  cautiousMixes,
  riskParameters,
  tariffParameters,
} from '../apps/demo/src/product-parameters.ts';
import { Random } from '../apps/demo/src/random.ts';
import { type ContractCheck, checkContract } from '../packages/engine/src/check/check-contract.ts';
import type { ContractInput } from '../packages/engine/src/check/contract-input.ts';
import {
  type CheckFund,
  defaultCheckRules,
  prepareTariff,
  type TariffContext,
} from '../packages/engine/src/check/tariff-context.ts';
import { defaultOrderRules, noLimits, type PlanRequest } from '../packages/engine/src/planning/plan-input.ts';
import { planNecessary } from '../packages/engine/src/planning/plan-necessary.ts';
import { type PortfolioPlan, planWithRetry } from '../packages/engine/src/planning/plan-portfolio.ts';

const daysPerYear = 252;

/** Prices of each peer group's index by day, and the covariance of their returns a year. */
export interface SimulatedMarket {
  readonly prices: readonly Float64Array[];
  readonly covariance: readonly (readonly number[])[];
}

/** The demo's market over its five years, or another one of the same kind. */
export function simulatedMarket(seed: number): SimulatedMarket {
  const days = bankDaysBetween('2021-11-19', '2026-11-20').length;
  const returns = marketReturns(new Random(seed, 'market'), days);
  const deviations = returns.map((series) => {
    const mean = series.reduce((sum, value) => sum + value, 0) / days;
    return series.map((value) => value - mean);
  });
  const product = (a: Float64Array, b: Float64Array) =>
    a.reduce((sum, value, day) => sum + value * (b[day] ?? 0), 0);
  const covariance = deviations.map((a) => deviations.map((b) => (daysPerYear * product(a, b)) / (days - 1)));
  const prices = returns.map((series) => {
    let level = 100;
    return series.map((value) => (level *= Math.exp(value)));
  });
  return { prices, covariance };
}

const isinOf = (group: number) => `DE${String(group).padStart(10, '0')}`;

const measures = {
  volatility: 'VOLATILITY',
  valueAtRisk: 'VALUE_AT_RISK',
  equityQuota: 'EQUITY_QUOTA',
} as const;

/** All classes of the demo's tariffs, each once, with one fund a group. */
export function simulatedClasses({ covariance }: SimulatedMarket): TariffContext[] {
  const numberOf = new Map(peergroups.map(({ key }, index) => [key, index + 1]));
  const weightsOf = (mix: Readonly<Record<string, number>>) =>
    new Map(Object.entries(mix).map(([key, percent]) => [numberOf.get(key) ?? 0, percent / 100]));
  const funds = peergroups.map(
    ({ key, equityQuota }, g): CheckFund => ({
      isin: isinOf(g),
      peerGroup: key,
      company: key,
      status: 'open',
      successor: null,
      rank: 5,
      ter: 0.002,
      equityQuota: equityQuota / 100,
      sri: 4,
      trackingError: 0,
      hasRiskData: true,
      isEtf: true,
      informationRatio: null,
      sfdrArticle: null,
      minimumSustainableShare: 0,
      considersPai: false,
    }),
  );
  const kinds = new Map(
    tariffParameters.map(({ risk, cautious, bold }) => [
      `${risk} ${cautious} ${bold}`,
      { risk, cautious, bold },
    ]),
  );
  return [...kinds.values()].flatMap(({ risk, cautious, bold }) => {
    const { classes, measure } = riskParameters[risk];
    const columns = allocationColumns(
      classes,
      weightsOf(cautiousMixes[cautious]),
      weightsOf(boldMixes[bold]),
      measure,
      covariance,
    );
    return classes.map(({ target, range }, k) => {
      const targetWeights = peergroups.map((_, g) => (columns[k]?.get(g + 1) ?? 0) / 1000);
      return prepareTariff({
        measure: measures[measure],
        target,
        range,
        peerGroups: peergroups.map(({ key }) => key),
        covariance,
        targetWeights,
        shortlists: peergroups.map((_, g) => [isinOf(g)]),
        proposal: targetWeights.flatMap((weight, g) => (weight > 0 ? [{ isin: isinOf(g), weight }] : [])),
        funds,
        universe: null,
        rules: defaultCheckRules,
        esg: null,
      });
    });
  });
}

const isOfGroup = ({ code }: { readonly code: string }) => code === 'H08' || code === 'H09' || code === 'H10';

/** A small deviation is no warning yet; here it is traded like one, so that the habits differ in the destination alone. */
const withWarnings = (check: ContractCheck): ContractCheck => ({
  ...check,
  hints: check.hints.map((hint) => (isOfGroup(hint) ? { ...hint, severity: 1 as const } : hint)),
});

const toDestinations = (context: TariffContext, request: PlanRequest): PortfolioPlan | null =>
  planNecessary(context, request, ({ after }) => withWarnings(checkContract(context, after)));

/**
 * The same with destinations nearer to the target, by costs for which those would be the best: a cent a trade, and moving
 * money so much cheaper than in the tariff. `part` is meant for the widest tolerance; narrower ones go nearer still.
 *
 * @param part of the tolerance, 1 = its edge, 0 = the target
 */
const nearer =
  (part: number) =>
  (context: TariffContext, request: PlanRequest): PortfolioPlan | null => {
    const ratio = (1 - part) ** 3 / (4 * part) - 1 / 16;
    const { input } = context;
    const total = request.contract.positions.reduce(
      (sum, { quantity, price }) => sum + quantity * (price ?? 0),
      0,
    );
    const switchSaving = part === 0 ? 0 : 0.01 / (ratio * total * input.rules.driftAbsolute);
    const own = { ...context, input: { ...input, rules: { ...input.rules, switchSaving } } };
    return toDestinations(own, { ...request, rules: { ...request.rules, planFee: 0.01 } });
  };

const habits = {
  destination: toDestinations,
  third: nearer(1 / 3),
  sixth: nearer(1 / 6),
  group: nearer(0),
  target: planWithRetry,
} as const;

export type TradingHabit = keyof typeof habits;

/** What a habit did to a contract. Turnover = purchases over value. */
export interface TradingRecord {
  readonly turnoverPerYear: number;
  readonly tradesPerYear: number;
  readonly ordersPerYear: number;
  /** Parts of the days, each seen before the day's trade: measure outside the band, a group outside its tolerance. */
  readonly outsideBand: number;
  readonly outsideTolerance: number;
}

/**
 * Holds a contract from its target through the days and trades when a hint asks for it.
 *
 * @param step days between two looks
 */
export function simulateTrading(
  context: TariffContext,
  { prices }: SimulatedMarket,
  habit: TradingHabit,
  value: number,
  step: number,
): TradingRecord {
  const days = prices[0]?.length ?? 0;
  const priceOf = (isin: string, day: number) => prices[Number(isin.slice(2))]?.[day] ?? 0;
  const at = (contract: ContractInput, day: number): ContractInput => ({
    ...contract,
    day,
    positions: contract.positions.map((position) => ({
      ...position,
      price: priceOf(position.isin, day),
      priceDay: day,
    })),
  });
  let contract: ContractInput = {
    day: 0,
    cash: 0,
    cashReserve: 0,
    savingsPlan: null,
    positions: [...context.proposal].map(([isin, weight]) => {
      const price = priceOf(isin, 0);
      const quantity = Math.round((1e4 * value * weight) / price) / 1e4;
      return { isin, quantity, price, priceDay: 0, costValue: null };
    }),
  };
  let [turnover, trades, orders, looks, band, tolerance] = [0, 0, 0, 0, 0, 0];
  for (let day = step; day < days; day += step) {
    contract = at(contract, day);
    const check = checkContract(context, contract);
    looks += 1;
    if (check.status !== 'in') band += 1;
    if (check.hints.some(isOfGroup)) tolerance += 1;
    if (check.status === 'in' && !check.hints.some(isOfGroup)) continue;
    const plan = habits[habit](context, requestOf(context, contract, day, priceOf));
    if (!plan || plan.orders.length === 0) continue;
    trades += 1;
    orders += plan.orders.length;
    for (const { action, amount } of plan.orders)
      if (action === 'buy') turnover += amount / 100 / check.total;
    contract = plan.after;
  }
  const years = (days - 1) / daysPerYear;
  return {
    turnoverPerYear: turnover / years,
    tradesPerYear: trades / years,
    ordersPerYear: orders / years,
    outsideBand: band / looks,
    outsideTolerance: tolerance / looks,
  };
}

function requestOf(
  context: TariffContext,
  contract: ContractInput,
  day: number,
  priceOf: (isin: string, day: number) => number,
): PlanRequest {
  return {
    contract,
    traded: new Map(
      context.input.funds.map(({ isin }) => [
        isin,
        { isin, price: priceOf(isin, day), unitDecimals: 4, minimumOrder: 0, savingsMinimum: 25 },
      ]),
    ),
    rules: { ...defaultOrderRules, driftAbsolute: 0, driftRelative: 0 },
    portfolioLimits: noLimits,
    savingsLimits: noLimits,
    savingsMode: 'TARGET',
    savingsUnits: 100,
    locked: new Set(),
    excluded: new Set(),
    addedCash: 0,
  };
}
