import type { HintCode } from '@depotwerk/domain/advice/hint-codes';
import type { RiskMeasure } from '@depotwerk/domain/tariff/risk-measure';
import { riskMeasures } from '../allocation/allocation-input.ts';
import type { ContractInput } from '../check/contract-input.ts';
import { selectForTariff, type TariffSelection } from '../check/select-for-tariff.ts';
import {
  type CheckFund,
  type CheckRules,
  defaultCheckRules,
  prepareTariff,
  type TariffContext,
} from '../check/tariff-context.ts';
import type { SelectableFund } from '../ranking/select-funds.ts';
import { Input, refuseTwice } from './input.ts';
import { readEsg, readSelectable } from './ranking-operations.ts';

const hintCodes = Array.from(
  { length: 21 },
  (_, k) => `H${String(k + 1).padStart(2, '0')}` as HintCode, // H01 to H21 by construction
);
const share = { min: 0, max: 1 };
/** Euros that an operation accepts. */
export const money = { min: 0, max: 1e12 };

function readFund(fund: Input): CheckFund & SelectableFund {
  const base = readSelectable(fund);
  return {
    ...base,
    company: fund.textOr('company', ''),
    successor: fund.textOr('successor', null),
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
    maximumPriceAgeDays: rules.numberOr('maximumPriceAgeDays', defaultCheckRules.maximumPriceAgeDays, {
      min: 0,
    }),
    sriLimit: rules.numberOr('sriLimit', null, { min: 1, max: 7 }),
    gainLimit: rules.numberOr('gainLimit', null, { min: 0 }),
    usesSpecificRisk: rules.booleanOr('usesSpecificRisk', true),
  }));
}

/** The tariff's class of a request, and how its funds were chosen where candidates were given instead of shortlists. */
export interface RequestedTariff {
  readonly context: TariffContext;
  readonly selection: TariffSelection | null;
}

/** The tariff's class of a request; the contract says which funds are held where the choice of funds depends on it. */
export function readTariff(input: Input, contract: ContractInput): RequestedTariff {
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
