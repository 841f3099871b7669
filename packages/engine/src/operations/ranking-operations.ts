import type { FundStatus } from '@depotwerk/domain/master-data/fund-status';
import { present, simpleReturns } from '../estimation/returns.ts';
import { filled } from '../linear-algebra/matrix.ts';
import { multiHorizonRank, rankFunds } from '../ranking/rank-funds.ts';
import { type RankableFund, type RankingType, rankingTypes } from '../ranking/ranking-figures.ts';
import { type SelectableFund, selectFunds } from '../ranking/select-funds.ts';
import { type Input, refuseTwice } from './input.ts';

function readRankable(fund: Input): RankableFund {
  const returns = fund.has('prices')
    ? present(simpleReturns(fund.numbers('prices', { min: Number.MIN_VALUE })))
    : fund.numbersOr('returns', [], { min: -1 });
  return {
    id: fund.text(['id', 'isin']),
    peerGroup: fund.textOr('peerGroup', ''),
    currencyClass: fund.textOr('currencyClass', ''),
    returns,
    ter: fund.numberOr('ter', null, { min: 0, max: 1 }),
    esgScore: fund.numberOr('esgScore', null),
  };
}

/** `rankFunds`: percentile and rank 1 to 5 inside each peer group; `rankingTypes` for several types at once. */
export function rankFundsOperation(input: Input): unknown {
  const funds = input.objects('funds', readRankable);
  refuseTwice(input, 'funds', funds, ({ id }) => id);
  const periodsPerYear = input.numberOr('periodsPerYear', 12, { min: 1, max: 366 });
  const longest = Math.round(periodsPerYear * 5);
  const given = input.raw('riskFree');
  const riskFree = Array.isArray(given)
    ? input.numbers('riskFree')
    : filled(longest, input.numberOr('riskFree', 0));
  if (riskFree.length < longest) input.refuse(`${longest} values are needed`, 'riskFree');
  const composite = input.objectsOr('composite', [], (part) => ({
    type: part.choiceOr<RankingType>('type', rankingTypes, 'SHARPE_3Y'),
    weight: part.number('weight', { min: 0, max: 100 }),
  }));
  const sum = composite.reduce((total, { weight }) => total + weight, 0);
  if (composite.length > 0 && Math.abs(sum - 100) > 1e-9)
    input.refuse('the weights of a composite sum to 100', 'composite');
  if (composite.some(({ type }) => type === 'COMPOSITE'))
    input.refuse('a composite cannot contain itself', 'composite');
  const rank = (type: RankingType) => {
    if (type === 'COMPOSITE' && composite.length === 0)
      input.refuse('COMPOSITE needs its parts', 'composite');
    return rankFunds(funds, { type, periodsPerYear, riskFree, composite });
  };
  const minimumRank = input.numberOr('minimumRank', null, { min: 1, max: 5 });
  const mark = (rankings: ReturnType<typeof rank>) =>
    rankings.map((ranking) => ({
      ...ranking,
      passesMinimum: minimumRank === null || (ranking.rank ?? 0) >= minimumRank,
    }));
  if (input.has('rankingTypes')) {
    const types = input.texts('rankingTypes').map((text, i) => {
      const type = rankingTypes.find((candidate) => candidate === text);
      return type ?? input.refuse('unknown ranking type', `rankingTypes[${i}]`);
    });
    return { rankings: Object.fromEntries(types.map((type) => [type, mark(rank(type))])) };
  }
  const type = input.choiceOr<RankingType>(['rankingType', 'type'], rankingTypes, 'SHARPE_3Y');
  return { rankingType: type, rankings: mark(rank(type)) };
}

/** `multiHorizonRank` {three, five, ten}. */
export function multiHorizonRankOperation(input: Input): unknown {
  const star = { min: 1, max: 5, isInteger: true };
  return {
    rank: multiHorizonRank({
      three: input.numberOr('three', null, star),
      five: input.numberOr('five', null, star),
      ten: input.numberOr('ten', null, star),
    }),
  };
}

const statuses: readonly FundStatus[] = ['open', 'softClosed', 'closed', 'merged', 'liquidated'];

function readArticle(input: Input, name: string): 6 | 8 | 9 | null {
  const value = input.numberOr(name, null);
  if (value === null || value === 6 || value === 8 || value === 9) return value;
  return input.refuse('an SFDR article is 6, 8 or 9', name);
}

/** A fund for the selection; unknown figures default to those of an ordinary open fund. */
export function readSelectable(fund: Input): SelectableFund {
  return {
    isin: fund.text('isin'),
    peerGroup: fund.text('peerGroup'),
    status: fund.choiceOr('status', statuses, 'open'),
    rank: fund.numberOr('rank', null, { min: 1, max: 5, isInteger: true }),
    rankingValue: fund.numberOr('rankingValue', null),
    ter: fund.numberOr('ter', null, { min: 0, max: 1 }),
    isSavingsPlanCapable: fund.booleanOr('isSavingsPlanCapable', true),
    minimumInvestment: fund.numberOr('minimumInvestment', 0, { min: 0 }),
    sfdrArticle: readArticle(fund, 'sfdrArticle'),
    minimumSustainableShare: fund.numberOr('minimumSustainableShare', 0, { min: 0, max: 1 }),
    minimumTaxonomyShare: fund.numberOr('minimumTaxonomyShare', 0, { min: 0, max: 1 }),
    considersPai: fund.booleanOr('considersPai', false),
  };
}

/** The client's preference of sustainability. */
export const readEsg = (input: Input) =>
  input.objectOr('esg', null, (esg) => ({
    minimumSustainableShare: esg.numberOr('minimumSustainableShare', 0, { min: 0, max: 1 }),
    minimumTaxonomyShare: esg.numberOr('minimumTaxonomyShare', 0, { min: 0, max: 1 }),
    needsPai: esg.booleanOr('needsPai', false),
    minimumArticle: readArticle(esg, 'minimumArticle') ?? 6,
  }));

/** `selectFunds`: shortlist and proposed funds per peer group. */
export function selectFundsOperation(input: Input): unknown {
  const byGroup = new Map<string, SelectableFund[]>();
  const funds = input.objects('funds', readSelectable);
  refuseTwice(input, 'funds', funds, ({ isin }) => isin);
  for (const fund of funds) {
    const members = byGroup.get(fund.peerGroup);
    if (members) members.push(fund);
    else byGroup.set(fund.peerGroup, [fund]);
  }
  const whole = { min: 1, max: 100, isInteger: true };
  const rule = {
    universe: input.has('universe') ? new Set(input.texts('universe')) : null,
    minimumRank: input.numberOr('minimumRank', null, { min: 1, max: 5 }),
    allowsUnrated: input.booleanOr('allowsUnrated', false),
    shortlistSize: input.numberOr('shortlistSize', 5, whole),
    fundsPerGroup: input.numberOr('fundsPerGroup', 1, whole),
    substitutes: new Map(
      input.objectsOr('substitutes', [], (entry): [string, string[]] => [
        entry.text('peerGroup'),
        entry.texts('by'),
      ]),
    ),
  };
  const client = {
    held: new Set(input.textsOr('held', [])),
    saves: input.booleanOr('saves', false),
    amount: input.numberOr('amount', null, { min: 0 }),
    esg: readEsg(input),
  };
  const groups = input.objects('groups', (group) => ({
    peerGroup: group.text('peerGroup'),
    weight: group.numberOr('weight', 0, { min: 0, max: 1 }),
  }));
  refuseTwice(input, 'groups', groups, ({ peerGroup }) => peerGroup);
  return {
    groups: groups.map(({ peerGroup, weight }) => selectFunds(byGroup, peerGroup, weight, rule, client)),
  };
}
