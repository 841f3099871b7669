import { checkContract, partWeights } from '../check/check-contract.ts';
import type { ContractInput } from '../check/contract-input.ts';
import type { TariffSelection } from '../check/select-for-tariff.ts';
import { EngineError } from '../engine-error.ts';
import { dayNumber } from '../figures/cash-flow-returns.ts';
import { monthsToNextHint } from '../planning/next-hint.ts';
import {
  defaultOrderRules,
  type Limit,
  noLimits,
  type PlanLimits,
  type PlanRequest,
  type TradedFund,
} from '../planning/plan-input.ts';
import {
  type Proposal,
  planOptimization,
  planProposal,
  proposalModes,
} from '../planning/plan-optimization.ts';
import { savingsTarget } from '../planning/savings-plan.ts';
import { hashOf } from './hash.ts';
import { type Input, refuseTwice } from './input.ts';
import { money, readTariff } from './read-tariff.ts';

const share = { min: 0, max: 1 };

/** What a result says about the choice of funds. */
const selected = (selection: TariffSelection | null) =>
  selection ? { selection: selection.groups, messages: selection.messages } : {};

/** Days since 1970 of years with four digits. */
const dayRule = { isInteger: true, min: -700_000, max: 2_900_000 };
function readDay(input: Input, name: string, fallback: number | null): number {
  const raw = input.raw(name);
  if (raw === undefined && fallback !== null) return fallback;
  const day = typeof raw === 'string' ? dayNumber(raw) : input.number(name, dayRule);
  return day ?? input.refuse(`${name} is no date YYYY-MM-DD`, name);
}

function readEntries(plan: Input) {
  const entries = plan.objects('entries', (entry) => ({
    isin: entry.text('isin'),
    percent: entry.number('percent', { min: 0, max: 1000 }),
  }));
  refuseTwice(plan, 'entries', entries, ({ isin }) => isin);
  return entries;
}

/** A contract; positions in the order of their ISIN, so that sums do not depend on the order of the input. */
function readContract(input: Input): ContractInput {
  const contract = input.object('contract');
  const day = readDay(contract, 'day', null);
  const positions = contract.objects('positions', (position) => ({
    isin: position.text('isin'),
    quantity: position.number('quantity', { min: 0, max: 1e12 }),
    price: position.numberOr('price', null, { min: 0, max: 1e9 }),
    priceDay: readDay(position, 'priceDay', day),
    costValue: position.numberOr('costValue', null, money),
  }));
  refuseTwice(contract, 'positions', positions, ({ isin }) => isin);
  positions.sort((a, b) => (a.isin < b.isin ? -1 : 1));
  return {
    day,
    positions,
    cash: contract.numberOr('cash', 0, money),
    cashReserve: contract.numberOr('cashReserve', 0, money),
    savingsPlan: contract.objectOr('savingsPlan', null, (plan) => ({
      rate: plan.numberOr('rate', 0, money),
      entries: readEntries(plan),
    })),
  };
}

/** `checkContract`: score, five parts and all hints. */
export function checkContractOperation(input: Input): unknown {
  const contract = readContract(input);
  const { context, selection } = readTariff(input, contract);
  const check = checkContract(context, contract);
  return {
    ...check,
    ...selected(selection),
    partWeights,
    inputHash: hashOf(input.raw('tariff'), input.raw('contract')),
  };
}

const readLimit = (limits: Input, name: string, max: number): Limit =>
  limits.objectOr(name, { min: null, max: null }, (limit) => ({
    min: limit.numberOr('min', null, { min: 0, max }),
    max: limit.numberOr('max', null, { min: 0, max }),
  }));

const readLimits = (input: Input, name: string): PlanLimits =>
  input.objectOr(name, noLimits, (limits) => ({
    count: readLimit(limits, 'count', 10_000),
    share: readLimit(limits, 'share', 1),
    value: readLimit(limits, 'value', 1e12),
  }));

function readOrderRules(input: Input) {
  return input.objectOr('orders', defaultOrderRules, (rules) => ({
    mode: rules.choiceOr('mode', ['EXACT', 'NEAREST_BAND'], defaultOrderRules.mode),
    driftAbsolute: rules.numberOr('driftAbsolute', defaultOrderRules.driftAbsolute, share),
    driftRelative: rules.numberOr('driftRelative', defaultOrderRules.driftRelative, { min: 0, max: 10 }),
    minimumOrder: rules.numberOr('minimumOrder', 0, money),
    fee: rules.objectOr('fee', defaultOrderRules.fee, (fee) => ({
      fixed: fee.numberOr('fixed', 0, money),
      percent: fee.numberOr('percent', 0, share),
      cap: fee.numberOr('cap', null, money),
    })),
    planFee: rules.numberOr('planFee', 0, money),
    maximumTurnover: rules.numberOr('maximumTurnover', null, { min: 0 }),
    buyOnly: rules.booleanOr('buyOnly', false),
  }));
}

function readRequest(input: Input): PlanRequest {
  const traded = input.objectsOr(
    'trading',
    [],
    (entry): TradedFund => ({
      isin: entry.text('isin'),
      price: entry.number('price', { min: 1e-9, max: 1e9 }),
      unitDecimals: entry.numberOr('unitDecimals', 4, { min: 0, max: 6, isInteger: true }),
      minimumOrder: entry.numberOr('minimumOrder', 0, money),
      savingsMinimum: entry.numberOr('savingsMinimum', 25, money),
    }),
  );
  refuseTwice(input, 'trading', traded, ({ isin }) => isin);
  return {
    contract: readContract(input),
    traded: new Map(traded.map((fund) => [fund.isin, fund])),
    rules: readOrderRules(input),
    portfolioLimits: readLimits(input, 'portfolioLimits'),
    savingsLimits: readLimits(input, 'savingsPlanLimits'),
    savingsMode: input.choiceOr('savingsMode', ['TARGET', 'CORRECT'], 'TARGET'),
    savingsUnits: input.numberOr('savingsUnits', 100, { min: 1, max: 10_000, isInteger: true }),
    locked: new Set(input.textsOr(['lockedFundIds', 'locked'], [])),
    excluded: new Set(input.textsOr(['excludedFundIds', 'excluded'], [])),
    addedCash: input.numberOr(['addedCash', 'cashAmount'], 0, money),
  };
}

/** `planOptimization`: four proposals, or the one of `mode`; OPTIMIZATION_INFEASIBLE with reasons if none can be made. */
export function planOptimizationOperation(input: Input): unknown {
  const asked = readRequest(input);
  const { context, selection } = readTariff(input, asked.contract);
  // Where the funds are chosen here, what is held decides which: a plan's result is judged as a check of it would.
  const request = selection
    ? { ...asked, contextOf: (contract: ContractInput) => readTariff(input, contract).context }
    : asked;
  const mode = input.has('mode') ? input.choiceOr('mode', proposalModes, 'full') : null;
  const proposals = mode ? [planProposal(context, request, mode)] : planOptimization(context, request);
  const inputHash = hashOf(input.raw('tariff'), input.raw('contract'), input.raw('trading'));
  const [single] = proposals;
  if (mode && single && !single.isFeasible) {
    const text = single.reasons.map((reason) => reason.text).join(' ');
    throw new EngineError('OPTIMIZATION_INFEASIBLE', text, single.reasons[0]?.limit ?? '', {
      reasons: single.reasons,
    });
  }
  return { proposals: proposals.map(withNextHint), ...selected(selection), inputHash };

  function withNextHint(proposal: Proposal) {
    const { contractAfter, after } = proposal;
    const own = request.contextOf?.(contractAfter) ?? context;
    return { ...proposal, monthsToNextHint: monthsToNextHint(own, contractAfter, after.hints) };
  }
}

/** `savingsPlan`: percentages and amounts for a rate. */
export function savingsPlanOperation(input: Input): unknown {
  const targets = input.objects('targets', (entry) => ({
    isin: entry.text('isin'),
    weight: entry.number('weight', share),
    value: entry.numberOr('value', 0, money),
    minimum: entry.numberOr('savingsMinimum', 25, money),
  }));
  refuseTwice(input, 'targets', targets, ({ isin }) => isin);
  const minimums = new Map(targets.map(({ isin, minimum }) => [isin, minimum]));
  return savingsTarget({
    targets: new Map(targets.map(({ isin, weight }) => [isin, weight])),
    values: new Map(targets.map(({ isin, value }) => [isin, Math.round(value * 100)])),
    rate: input.number('rate', money),
    mode: input.choiceOr('mode', ['TARGET', 'CORRECT'], 'TARGET'),
    minimumOf: (isin) => minimums.get(isin) ?? 25,
    units: input.numberOr('units', 100, { min: 1, max: 10_000, isInteger: true }),
    limits: readLimits(input, 'limits'),
    reserve: [],
  });
}
