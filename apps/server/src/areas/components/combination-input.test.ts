import { emptyComponent } from '@depotwerk/domain/tariff/empty-drafts';
import type { TariffContent } from '@depotwerk/domain/tariff/tariff-drafts';
import { checkCombination } from '@depotwerk/engine/plausibility/check-combination';
import { describe, expect, it } from 'vitest';
import { riskFund, smallMarket } from '../../../test/risk-market.ts';
import { automaticMatrix } from './allocation-answers.ts';
import { changedClasses } from './changed-classes.ts';
import { type CombinationFacts, combinationInput, fundMatrixInput } from './combination-input.ts';

type Components = NonNullable<TariffContent['components']>;

const market = smallMarket();
const id = '00000000-0000-4000-8000-000000000000';
const classes = { targets: [4, 7.5, 10.5], ranges: [1.5, 1.5, 1.5] };
const cell = (riskClassId: number, peergroupId: number, percent: number) => ({
  riskClassId,
  peergroupId,
  fraction: percent / 100,
  isUsed: percent > 0,
});
const column = (riskClassId: number, percents: readonly number[]) =>
  percents.map((percent, k) => cell(riskClassId, k + 1, percent));

/** Money market, bonds, equity and gold in three classes; nothing to complain about but spread. */
const sound = (): Components => ({
  risk: {
    ...emptyComponent('risk'),
    id,
    tariffRiskItemsNumber: 3,
    tariffRiskType: 1,
    tariffRiskItemsTargets: classes.targets,
    tariffRiskItemsRanges: classes.ranges,
  },
  universe: {
    ...emptyComponent('universe'),
    id,
    tariffUniverseSelectionManualMode: false,
    tariffUniverseType: 1,
  },
  selection: {
    ...emptyComponent('selection'),
    id,
    tariffUniverseComponent: id,
    tariffRankingType: 1,
    tariffFundShortlistSize: 2,
    tariffSelectedFunds: [11, 12, 21, 22, 31, 32, 41, 42],
  },
  allocation: {
    ...emptyComponent('allocation'),
    id,
    peergroupIds: [1, 2, 3, 4],
    riskComponent: id,
    allocationType: 1,
    allocationItems: [
      ...column(1, [40, 35, 10, 15]),
      ...column(2, [15, 40, 35, 10]),
      ...column(3, [0, 40, 40, 20]),
    ],
  },
});
const candidates = [...market.funds.values()].map((fund) => ({
  id: fund.id,
  isin: fund.isin,
  peergroupId: fund.peergroupId,
  rank: 4,
  rankingValue: 1,
  ter: fund.ongoingFee,
}));
const facts = (rest: Partial<CombinationFacts> = {}): CombinationFacts => ({
  market,
  candidates,
  tariffTypeId: 2,
  costCap: null,
  maximumRiskIndicator: null,
  contractCount: 0,
  minimumSavingsValue: 1000,
  today: '2026-11-21',
  allocationSavedOn: '2026-11-21',
  changedClasses: [],
  ...rest,
});
const codes = async (
  change: (given: Components) => object = (given) => given,
  rest: Partial<CombinationFacts> = {},
) => {
  const given = sound();
  const components = { ...given, ...change(given) };
  const changed = await changedClasses(rest.market ?? market, components);
  return checkCombination(combinationInput(components, facts({ ...rest, changedClasses: changed }))).map(
    ({ code, severity, subject }) => `${code}/${severity}/${subject}`,
  );
};

describe('what the combination check looks at', () => {
  it('has nothing to say about a sound combination', async () => {
    expect(await codes()).toEqual([]);
  });
  const withItems = (items: readonly ReturnType<typeof cell>[]) => (given: Components) => ({
    allocation: { ...given.allocation, allocationItems: items },
  });
  const columns = sound().allocation.allocationItems;
  it.each<[string, (given: Components) => object, Partial<CombinationFacts>, string]>([
    [
      'a sum',
      withItems(columns.map((item, k) => (k === 1 ? { ...item, fraction: 0.3 } : item))),
      {},
      'TA01/2/1',
    ],
    [
      'a column outside of its band',
      withItems([...columns.filter(({ riskClassId }) => riskClassId !== 2), ...column(2, [60, 30, 5, 5])]),
      {},
      'TA02/2/2',
    ],
    [
      'bands that overlap',
      ({ risk }) => ({ risk: { ...risk, tariffRiskItemsRanges: [2.5, 1.5, 1.5] } }),
      {},
      'TA03/1/2',
    ],
    ['a gap', ({ risk }) => ({ risk: { ...risk, tariffRiskItemsRanges: [1.5, 1.5, 0.3] } }), {}, 'TA04/0/3'],
    [
      'targets that do not grow',
      ({ risk }) => ({ risk: { ...risk, tariffRiskItemsTargets: [4, 7.5, 7.5] } }),
      {},
      'TA05/2/3',
    ],
    ['another number of classes', withItems(columns.slice(0, 8)), {}, 'TA06/2/combination'],
    [
      'a group without eligible fund',
      ({ selection }) => ({ selection: { ...selection, tariffSelectedFunds: [11, 12, 21, 22, 31, 32] } }),
      {},
      'TA07/2/4',
    ],
    [
      'a short list',
      ({ selection }) => ({ selection: { ...selection, tariffFundShortlistSize: 3 } }),
      {},
      'TA08/1/1',
    ],
    [
      'a strict minimum rank',
      ({ selection }) => ({ selection: { ...selection, minimumRank: 5 } }),
      {},
      'TA09/1/1',
    ],
    [
      'views that are missing',
      ({ allocation }) => ({ allocation: { ...allocation, isManual: false, allocationType: 8 } }),
      {},
      'TA10/2/combination',
    ],
    [
      'an automatic column changed by hand',
      ({ allocation }) => ({ allocation: { ...allocation, isManual: false } }),
      {},
      'TA11/1/2',
    ],
    [
      'quotas with the highest return',
      ({ risk, allocation }) => ({
        risk: { ...risk, useQuota: true },
        allocation: { ...allocation, isManual: false },
      }),
      {},
      'TA12/1/combination',
    ],
    ['too little spread', withItems([...columns.slice(0, 8), ...column(3, [0, 55, 45, 0])]), {}, 'TA13/1/3'],
    ['old data', (given) => given, { today: '2026-12-31' }, 'TA14/1/combination'],
    [
      'newer data than the automatic matrix',
      ({ allocation }) => ({ allocation: { ...allocation, isManual: false } }),
      { allocationSavedOn: '2026-11-01' },
      'TA14/1/combination',
    ],
    ['a small rate', (given) => given, { minimumSavingsValue: null }, 'TA18/0/1'],
    ['contracts that follow it', (given) => given, { contractCount: 3 }, 'TA19/0/combination'],
  ])('finds %s', async (_, change, rest, expected) => {
    expect(await codes(change, rest)).toContain(expected);
  });

  it('names no savings rate where no fund takes savings plans', async () => {
    const funds = new Map(
      [...market.funds].map(([id, fund]) => [id, { ...fund, isSavingsPlanCapable: false }]),
    );
    expect(
      await codes(undefined, { market: smallMarket({ funds }), minimumSavingsValue: null }),
    ).not.toContain('TA18/0/1');
  });

  it('finds short histories and a risky group in the lowest class', async () => {
    const groups = new Map(market.groups);
    const bonds = groups.get(2);
    if (bonds) groups.set(2, { ...bonds, weeks: 100 });
    const funds = new Map(market.funds);
    for (const number of [41, 42]) funds.set(number, riskFund(number, { peergroupId: 4, riskIndicator: 6 }));
    expect(await codes(undefined, { market: smallMarket({ groups, funds }) })).toEqual([
      'TA15/1/2',
      'TA16/1/4',
    ]);
  });

  it('checks the funds that would be proposed against the product', async () => {
    const funds = new Map(market.funds);
    funds.set(31, riskFund(31, { peergroupId: 3, riskIndicator: 6, hasKiid: false }));
    // The second fund of the group is proposed as well, because the group has more than 20 %.
    funds.set(32, riskFund(32, { peergroupId: 3, riskIndicator: 7 }));
    funds.set(12, riskFund(12, { riskIndicator: 7 }));
    const rest = { market: smallMarket({ funds }) };
    expect(await codes(undefined, { ...rest, tariffTypeId: 5 })).toEqual([
      'sriAboveProductLimit/2/F12',
      'sriAboveProductLimit/2/F31',
      'sriAboveProductLimit/2/F32',
      'TA16/1/3',
      'fundWithoutBib/1/F31',
    ]);
    expect(await codes(undefined, rest)).toEqual(['TA16/1/3', 'fundWithoutBib/1/F31']);
  });

  it('warns of every fund of the selection nobody can buy, without known costs, or whose manufacturer excludes clients', async () => {
    const funds = new Map(market.funds);
    funds.set(22, riskFund(22, { peergroupId: 2, ongoingFee: null, mifidR: null }));
    funds.set(11, riskFund(11, { status: 'merged', price: null }));
    funds.set(12, riskFund(12, { price: null }));
    funds.set(41, riskFund(41, { peergroupId: 4, mifidR: 'N' }));
    funds.set(42, riskFund(42, { peergroupId: 4, targetMarket: { investmentAdvice: 'P' } }));
    funds.set(31, riskFund(31, { peergroupId: 3, targetMarket: { notForLowestRiskTolerance: 'Y' } }));
    const rest = { market: smallMarket({ funds }), candidates: candidates.slice(1) };
    expect(await codes(undefined, rest)).toEqual([
      'fundCostsUnknown/1/2',
      'fundNotForLowestClass/1/3',
      'fundNotForRetail/1/4',
      'fundVanished/1/1',
      'fundWithoutPrice/1/1',
      'TA08/0/1',
    ]);
  });

  it('does not call an automatic column changed that is what the rules give', async () => {
    const answer = await automaticMatrix(market, {
      peergroupIds: [1, 2, 3, 4],
      allocationTypeId: 5,
      riskTypeId: 1,
      useQuota: false,
      riskItems: classes.targets.map((target, k) => ({ riskClassId: k + 1, target, range: 1.5 })),
      relationships: [],
    });
    const asComputed = (given: Components) => ({
      allocation: {
        ...given.allocation,
        isManual: false,
        allocationType: 5,
        allocationItems: answer.allocationItems,
      },
    });
    expect((await codes(asComputed)).filter((code) => /TA(11|14)/.test(code))).toEqual([]);
    const saved = await codes(asComputed, { allocationSavedOn: '2020-01-01' });
    expect(saved.filter((code) => /TA(11|14)/.test(code))).toEqual([]);
  });

  it('takes no risk for granted where a group has no data', async () => {
    const given = sound();
    const { allocation } = given;
    const withNew = { ...allocation, peergroupIds: [1, 2, 3, 4, 5] };
    const input = combinationInput({ ...given, allocation: withNew }, facts());
    expect(input.covariance).toBeNull();
    expect(input.hasExpectedReturns).toBe(false);
  });
});

describe('a fund risk matrix', () => {
  const fund = (riskClassId: number, securityId: number, percent: number) => ({
    riskClassId,
    securityId,
    fraction: percent / 100,
  });
  const matrix = {
    riskTypeId: 1,
    riskItemsNumber: 3,
    useQuota: false,
    riskItems: classes.targets.map((target, k) => ({
      riskClassId: k + 1,
      upperBorder: target + 1.5,
      target,
      range: 1.5,
    })),
    securityIds: [11, 21, 31, 41],
    allocationItems: [
      fund(1, 11, 40),
      fund(1, 21, 35),
      fund(1, 31, 10),
      fund(1, 41, 15),
      fund(2, 11, 15),
      fund(2, 21, 40),
      fund(2, 31, 35),
      fund(2, 41, 10),
      fund(3, 21, 40),
      fund(3, 31, 40),
      fund(3, 41, 20),
    ],
  };
  const check = (rest: Partial<typeof matrix> = {}, given = facts()) =>
    checkCombination(fundMatrixInput({ ...matrix, ...rest }, given)).map(
      ({ code, severity, subject }) => `${code}/${severity}/${subject}`,
    );

  it('is checked like an allocation, with funds in place of groups', () => {
    expect(check()).toEqual([]);
    expect(check({ allocationItems: matrix.allocationItems.slice(1) })).toContain('TA01/2/1');
    const single = [...matrix.allocationItems.slice(0, 8), fund(3, 31, 60), fund(3, 21, 40)];
    expect(check({ allocationItems: single })).toEqual(expect.arrayContaining(['TA13/1/3', 'TA13/1/3/F31']));
    const closed = new Map(market.funds);
    closed.set(31, riskFund(31, { peergroupId: 3, status: 'closed', equityQuota: 0.95 }));
    expect(check({}, facts({ market: smallMarket({ funds: closed }) }))).toEqual(['TA07/2/F31']);
  });

  it('is checked for unknown costs and excluded clients, fund by fund', () => {
    const funds = new Map(market.funds);
    funds.set(21, riskFund(21, { peergroupId: 2, ongoingFee: null, equityQuota: 0 }));
    funds.set(41, riskFund(41, { peergroupId: 4, mifidR: 'N', equityQuota: 0, price: 0 }));
    const found = check({}, facts({ market: smallMarket({ funds }) }));
    expect(found.filter((code) => code.startsWith('fund'))).toEqual([
      'fundCostsUnknown/1/F21',
      'fundNotForRetail/1/F41',
      'fundWithoutPrice/1/F41',
    ]);
  });

  it('is checked with what the tariff promises and its guarantee fund', () => {
    const promised = { level: 1, interest: 0, fundId: 31 };
    expect(check({}, { ...facts(), guarantee: promised })).toContain('guaranteeUnreachable/2/3');
    const kept = { ...promised, level: 0.8, interest: 0.01 };
    expect(check({}, { ...facts(), guarantee: kept })).toEqual([]);
    const closed = new Map(market.funds);
    closed.set(51, riskFund(51, { peergroupId: 3, status: 'closed', equityQuota: 0.3 }));
    const given = {
      ...facts({ market: smallMarket({ funds: closed }) }),
      guarantee: { ...kept, fundId: 51 },
    };
    expect(check({}, given)).toEqual(['guaranteeFundNotOffered/2/F51']);
  });

  it('has the own risk of its funds in it', () => {
    const input = fundMatrixInput({ ...matrix, securityIds: [21, 22] }, facts());
    expect(input.covariance?.map((row) => row.map((value) => Math.round(value * 1e6) / 1e6))).toEqual([
      [0.0045, 0.0036],
      [0.0036, 0.0045],
    ]);
  });
});
