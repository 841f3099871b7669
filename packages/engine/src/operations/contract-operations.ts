import { type RiskMeasure, riskMeasures } from '../allocation/allocation-input.ts';
import { checkContract, partWeights } from '../check/check-contract.ts';
import type { ContractInput, HintCode } from '../check/contract-input.ts';
import { selectForTariff, type TariffSelection } from '../check/select-for-tariff.ts';
import {
  type CheckFund,
  type CheckRules,
  defaultCheckRules,
  prepareTariff,
  type TariffContext,
} from '../check/tariff-context.ts';
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
import type { SelectableFund } from '../ranking/select-funds.ts';
import { hashOf } from './hash.ts';
import { Input, refuseTwice } from './input.ts';
import { readEsg, readSelectable } from './ranking-operations.ts';

const hintCodes = Array.from(
  { length: 21 },
  (_, k) => `H${String(k + 1).padStart(2, '0')}` as HintCode, // H01 to H21 by construction
);
const share = { min: 0, max: 1 };
const money = { min: 0, max: 1e12 };

function readFund(fund: Input): CheckFund & SelectableFund {
  const base = readSelectable(fund);
  return {
    ...base,
    company: fund.textOr('company', ''),
    successor: fund.textOr('successor', null),
    ter: base.ter ?? 0,
    equityQuota: fund.numberOr('equityQuota', null, share),
    sri: fund.numberOr('sri', null, { min: 1, max: 7 }),
    trackingError: fund.numberOr('trackingError', 0, share),
    hasRiskData: fund.booleanOr('hasRiskData', true),
    isEtf: fund.booleanOr('isEtf', false),
    informationRatio: fund.numberOr('informationRatio', null),
  };
}

function readRules(input: Input): CheckRules {
  return input.objectOr('rules', defaultCheckRules, (rules) => ({
    minimumRank: rules.numberOr('minimumRank', null, { min: 1, max: 5 }),
    allowsUnrated: rules.booleanOr('allowsUnrated', defaultCheckRules.allowsUnrated),
    driftAbsolute: rules.numberOr('driftAbsolute', defaultCheckRules.driftAbsolute, share),
    driftRelative: rules.numberOr('driftRelative', defaultCheckRules.driftRelative, { min: 0 }),
    driftFloor: rules.numberOr('driftFloor', defaultCheckRules.driftFloor, share),
    switchSaving: rules.numberOr('switchSaving', defaultCheckRules.switchSaving, share),
    switchSavingEuros: rules.numberOr('switchSavingEuros', defaultCheckRules.switchSavingEuros, money),
    switchPaybackMonths: rules.numberOr('switchPaybackMonths', defaultCheckRules.switchPaybackMonths, {
      min: 0,
      max: 1200,
    }),
    minimumOrder: rules.numberOr('minimumOrder', 0, money),
    maximumPriceAgeDays: rules.numberOr('maximumPriceAgeDays', 10, { min: 0 }),
    sriLimit: rules.numberOr('sriLimit', null, { min: 1, max: 7 }),
    gainLimit: rules.numberOr('gainLimit', null, { min: 0 }),
    usesSpecificRisk: rules.booleanOr('usesSpecificRisk', true),
  }));
}

/** The tariff's class of a request, and how its funds were chosen where candidates were given instead of shortlists. */
interface RequestedTariff {
  readonly context: TariffContext;
  readonly selection: TariffSelection | null;
}

function readTariff(input: Input, contract: ContractInput): RequestedTariff {
  const tariff = input.object('tariff');
  const covariance = tariff.square(['covariance', 'cov']);
  const n = covariance.length;
  const targetWeights = tariff.vector('targetWeights', n, share);
  const sum = targetWeights.reduce((total, weight) => total + weight, 0);
  if (Math.abs(sum - 1) > 1e-6) tariff.refuse(`the target weights sum to ${sum}, not 1`, 'targetWeights');
  const peerGroups = tariff.texts('peerGroups');
  if (peerGroups.length !== n) tariff.refuse(`${n} peer groups are needed`, 'peerGroups');
  refuseTwice(tariff, 'peerGroups', peerGroups, (name) => name);
  const rules = readRules(tariff);
  const funds = tariff.objectsOr('funds', [], readFund);
  refuseTwice(tariff, 'funds', funds, ({ isin }) => isin);
  const candidates = tariff.objectsOr('candidates', [], readFund);
  refuseTwice(tariff, 'candidates', candidates, ({ isin }) => isin);
  const groupOf = new Map(funds.map(({ isin, peerGroup }) => [isin, peerGroup]));
  candidates.forEach(({ isin, peerGroup }, i) => {
    if ((groupOf.get(isin) ?? peerGroup) !== peerGroup)
      tariff.refuse(`${isin} is listed in two peer groups`, `candidates[${i}].peerGroup`);
  });
  const selection = tariff.has('shortlists')
    ? null
    : readSelection(tariff, contract, peerGroups, targetWeights, funds, rules);
  for (const { isin, peerGroup } of candidates) groupOf.set(isin, peerGroup);
  const shortlists = selection?.shortlists ?? readShortlists(tariff, peerGroups, groupOf);
  const proposal =
    selection?.proposal ??
    readProposal(tariff) ??
    shortlists.flatMap((list, g) =>
      list[0] === undefined ? [] : [{ isin: list[0], weight: targetWeights[g] ?? 0 }],
    );
  const context = prepareTariff({
    measure: tariff.choiceOr<RiskMeasure>(['riskMeasure', 'measure'], riskMeasures, 'VOLATILITY'),
    target: tariff.number('target', { min: 0, max: 100 }),
    range: tariff.number('range', { min: 0, max: 100 }),
    peerGroups,
    covariance,
    targetWeights: selection?.targetWeights ?? targetWeights,
    shortlists,
    proposal: proposal.filter(({ weight }) => weight > 0),
    funds: [...funds, ...candidates],
    universe: tariff.textsOr('universe', null),
    rules,
    esg: readEsg(tariff),
    silencedHints: tariff.textsOr('silencedHints', []).map((code, i) => {
      const known = hintCodes.find((candidate) => candidate === code);
      return known ?? tariff.refuse('a hint is H01 to H21', `silencedHints[${i}]`);
    }),
  });
  return { context, selection };
}

/** One list of funds a peer group; each fund in the list of its own group, and once. */
function readShortlists(
  tariff: Input,
  peerGroups: readonly string[],
  groupOf: ReadonlyMap<string, string>,
): string[][] {
  const raw = tariff.raw('shortlists');
  if (!Array.isArray(raw) || raw.length !== peerGroups.length)
    return tariff.refuse(`${peerGroups.length} shortlists are needed, one per peer group`, 'shortlists');
  const seen = new Set<string>();
  return raw.map((list: unknown, g) => {
    if (!Array.isArray(list)) return tariff.refuse('a shortlist is a list of funds', `shortlists[${g}]`);
    return list.map((isin: unknown, k) => {
      const at = `shortlists[${g}][${k}]`;
      if (typeof isin !== 'string') return tariff.refuse('a fund is named by its ISIN', at);
      if (seen.has(isin)) return tariff.refuse(`${isin} is listed twice`, at);
      if ((groupOf.get(isin) ?? peerGroups[g]) !== peerGroups[g])
        return tariff.refuse(`${isin} belongs to another peer group`, at);
      seen.add(isin);
      return isin;
    });
  });
}

/** The funds of the target and their weights, or null where the request leaves them to the shortlists. */
function readProposal(tariff: Input) {
  const proposal = tariff.objectsOr('proposal', null, (entry) => ({
    isin: entry.text('isin'),
    weight: entry.number('weight', share),
  }));
  if (!proposal) return null;
  refuseTwice(tariff, 'proposal', proposal, ({ isin }) => isin);
  const sum = proposal.reduce((total, { weight }) => total + weight, 0);
  if (sum > 1 + 1e-6) tariff.refuse(`the weights of the proposal sum to ${sum}, more than 1`, 'proposal');
  return proposal;
}

/** Shortlists and proposal from `candidates` (by default all `funds`) by the tariff's rule `selection`. */
function readSelection(
  tariff: Input,
  contract: ContractInput,
  peerGroups: readonly string[],
  targetWeights: readonly number[],
  funds: readonly SelectableFund[],
  rules: CheckRules,
): TariffSelection {
  const candidates = tariff.objectsOr('candidates', null, readSelectable) ?? funds;
  if (candidates.length === 0) tariff.refuse('shortlists or candidates are needed', 'shortlists');
  const rule = tariff.has('selection') ? tariff.object('selection') : new Input({}, 'tariff.selection');
  const whole = { min: 1, max: 100, isInteger: true };
  const substitutes = rule.objectsOr('substitutes', [], (entry): [string, string[]] => [
    entry.text('peerGroup'),
    entry.texts('by'),
  ]);
  return selectForTariff(
    peerGroups,
    targetWeights,
    candidates,
    {
      universe: tariff.has('universe') ? new Set(tariff.texts('universe')) : null,
      minimumRank: rule.numberOr('minimumRank', rules.minimumRank, { min: 1, max: 5 }),
      allowsUnrated: rule.booleanOr('allowsUnrated', rules.allowsUnrated),
      shortlistSize: rule.numberOr('shortlistSize', 5, whole),
      fundsPerGroup: rule.numberOr('fundsPerGroup', 1, whole),
      substitutes: new Map(substitutes),
    },
    {
      held: new Set(contract.positions.flatMap(({ isin, quantity }) => (quantity > 0 ? [isin] : []))),
      saves: (contract.savingsPlan?.rate ?? 0) > 0,
      amount: rule.numberOr('amount', null, money),
      esg: readEsg(tariff),
    },
  );
}

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
