import { describe, expect, it } from 'vitest';
import {
  type CombinationGroup,
  type CombinationInput,
  checkCombination,
  worstSeverity,
} from './check-combination.ts';

const group = (id: string, equityQuota: number, rest: Partial<CombinationGroup> = {}): CombinationGroup => ({
  id,
  expectedReturn: 0.03,
  equityQuota,
  lower: 0,
  upper: 1,
  isMoneyMarket: false,
  eligibleFunds: 5,
  totalFunds: 20,
  fundsAboveMinimumRank: 10,
  weeks: 260,
  sri: 3,
  ...rest,
});

/** A combination with nothing to complain about: quotas 20 / 50 / 80 in bands of ± 14.5. */
const fine: CombinationInput = {
  measure: 'EQUITY_QUOTA',
  allocationType: 'MIN_VARIANCE',
  classes: [20, 50, 80].map((target, k) => ({ id: `${k + 1}`, target, range: 14.5 })),
  groups: [group('a', 0), group('b', 0.5), group('c', 1), group('d', 1)],
  covariance: null,
  matrix: [
    [60, 40, 0, 0],
    [20, 60, 10, 10],
    [0, 40, 40, 20],
  ],
  units: 100,
  shortlistSize: 3,
  minPosition: 0.02,
  hasExpectedReturns: true,
  hasViews: false,
  hasEquityQuotas: true,
  editedClasses: [],
  dataAgeDays: 35,
  hasNewerData: false,
  savingsMinimum: 25,
  smallestRate: null,
  contractCount: 0,
};
// The first column has a group of 60 %: allowed to fifty only, so the base splits it.
const base: CombinationInput = {
  ...fine,
  groups: [group('a', 0), group('e', 0), ...fine.groups.slice(1)],
  matrix: [
    [30, 30, 40, 0, 0],
    [10, 10, 40, 20, 20],
    [0, 0, 40, 40, 20],
  ],
};
const codes = (rest: Partial<CombinationInput>) =>
  checkCombination({ ...base, ...rest }).map(
    ({ code, severity, subject }) => `${code}/${severity}/${subject}`,
  );
const withGroup = (i: number, rest: Partial<CombinationGroup>) => ({
  groups: base.groups.map((entry, k) => (k === i ? { ...entry, ...rest } : entry)),
});
const withColumn = (k: number, column: readonly number[]) => ({
  matrix: base.matrix.map((entry, i) => (i === k ? column : entry)),
});

describe('plausibility of a combination', () => {
  it('has nothing to say about a sound one', () => {
    expect(checkCombination(base)).toEqual([]);
    expect(worstSeverity([])).toBeNull();
  });

  it.each<[string, Partial<CombinationInput>, string[]]>([
    ['TA01', withColumn(1, [10, 10, 40, 20, 19]), ['TA01/2/2']],
    [
      'TA02 near',
      { classes: base.classes.map((entry, k) => (k === 0 ? { ...entry, target: 35 } : entry)) },
      ['TA02/1/1', 'TA03/1/2'],
    ],
    ['TA02 far', withColumn(1, [40, 30, 20, 10, 0]), ['TA02/2/2', 'TA05/2/2']],
    ['TA04', { classes: base.classes.map((entry) => ({ ...entry, range: 14.4 })) }, ['TA04/0/2', 'TA04/0/3']],
    ['TA06', { classes: base.classes.slice(0, 2) }, ['TA06/2/combination']],
    ['TA07', withGroup(2, { eligibleFunds: 0 }), ['TA07/2/b']],
    ['TA08', withGroup(2, { eligibleFunds: 2 }), ['TA08/1/b']],
    ['TA08 mild', { ...withGroup(2, { eligibleFunds: 1 }), shortlistSize: 2 }, ['TA08/0/b']],
    ['TA09', withGroup(2, { fundsAboveMinimumRank: 1 }), ['TA09/1/b']],
    ['TA10 returns', { allocationType: 'MAX_SHARPE', hasExpectedReturns: false }, ['TA10/2/combination']],
    ['TA10 views', { allocationType: 'BLACK_LITTERMAN' }, ['TA10/2/combination']],
    ['TA10 quotas', { hasEquityQuotas: false }, ['TA10/2/combination']],
    ['TA11', { editedClasses: ['2'] }, ['TA11/1/2']],
    ['TA11 manual', { editedClasses: ['2'], allocationType: 'MANUAL' }, []],
    ['TA12', { allocationType: 'MAX_RETURN' }, ['TA12/1/combination']],
    ['TA13 weight', withColumn(2, [0, 0, 37, 42, 21]), ['TA13/1/3/c']],
    ['TA14 age', { dataAgeDays: 36 }, ['TA14/1/combination']],
    ['TA14 newer', { hasNewerData: true }, ['TA14/1/combination']],
    ['TA15', withGroup(2, { weeks: 155 }), ['TA15/1/b']],
    ['TA16', withGroup(0, { sri: 6 }), ['TA16/1/a']],
    ['TA17', withGroup(0, { upper: 0.01 }), ['TA17/2/a']],
    ['TA17 sum', { groups: base.groups.map((entry) => ({ ...entry, upper: 0.1 })) }, ['TA17/2/combination']],
    ['TA18', { smallestRate: 100 }, ['TA18/0/2', 'TA18/0/3']],
    ['TA19', { contractCount: 3 }, ['TA19/0/combination']],
  ])('%s', (_, rest, expected) => {
    expect(codes(rest)).toEqual(expected);
  });

  it('puts the worst first and blocks at 2', () => {
    const messages = checkCombination({ ...base, contractCount: 1, dataAgeDays: 99, hasEquityQuotas: false });
    expect(messages.map(({ severity }) => severity)).toEqual([2, 1, 0]);
    expect(worstSeverity(messages)).toBe(2);
  });

  it('checks the funds against the product the tariff is sold as', () => {
    const fund = (isin: string, peerGroup: string, rest: object = {}) => ({
      isin,
      peerGroup,
      sri: 5,
      ter: 0.01,
      hasBib: true,
      ...rest,
    });
    const product = { sriLimit: 5, costCap: 0.01 };
    const all = ['a', 'e', 'b', 'c', 'd'].map((id) => fund(`F-${id}`, id));
    const found = (rest: Partial<CombinationInput>) =>
      checkCombination({ ...base, ...rest }).map(
        ({ code, severity, subject, values }) => `${code}/${severity}/${subject}/${JSON.stringify(values)}`,
      );
    expect(found({ funds: all, product })).toEqual([]);
    expect(
      found({ funds: [fund('X', 'a', { hasBib: false, sri: 6 }), fund('Y', 'nowhere', { sri: 7 })] }),
    ).toEqual(['fundWithoutBib/1/X/{}']);
    expect(found({ funds: [fund('X', 'a', { sri: 6 })], product: { ...product, costCap: null } })).toEqual([
      'sriAboveProductLimit/2/X/{"sri":6,"limit":5}',
    ]);
    // 10 % in group a at the mean of 1 and 3 %, the rest at 1 %: 1.1 %; the third class has nothing in it.
    const dear = [...all, fund('G-a', 'a', { ter: 0.03 })];
    expect(
      checkCombination({ ...base, funds: dear, product })
        .filter(({ code }) => code === 'costCapExceeded')
        .map(({ subject, severity, values }) => [
          subject,
          severity,
          Math.round(Number(values['cost']) * 1e6),
        ]),
    ).toEqual([
      ['1', 2, 13_000],
      ['2', 2, 11_000],
    ]);
    // Unknown costs are not none: the cap cannot be said to be kept.
    const without = all.map((own) => (own.peerGroup === 'a' ? { ...own, ter: null, sri: null } : own));
    expect(found({ funds: without, product })).toEqual([
      'costCapUnknown/1/1/{"unknown":0.3,"cap":0.01}',
      'costCapUnknown/1/2/{"unknown":0.1,"cap":0.01}',
      'sriUnknown/1/F-a/{"limit":5}',
    ]);
    expect(found({ funds: without, product: { sriLimit: null, costCap: null } })).toEqual([]);
    // Nor are those of one of several funds of a group, whatever the others cost.
    const half = [...all, fund('G-a', 'a', { ter: null })];
    expect(found({ funds: half, product: { ...product, costCap: 0.02 } })).toEqual([
      'costCapUnknown/1/1/{"unknown":0.15,"cap":0.02}',
      'costCapUnknown/1/2/{"unknown":0.05,"cap":0.02}',
    ]);
  });
});

describe('the funds of the selection', () => {
  const fund = (isin: string, peerGroup: string, rest: object = {}) => ({
    isin,
    peerGroup,
    isPriced: true,
    ter: 0.01,
    isForRetail: true,
    isForLowestClass: true,
    ...rest,
  });
  const found = (selected: CombinationInput['selected'], rest: Partial<CombinationInput> = {}) =>
    checkCombination({ ...base, ...rest, ...(selected && { selected }) }).map(
      ({ code, severity, subject, values }) => `${code}/${severity}/${subject}/${JSON.stringify(values)}`,
    );

  it('are not spoken of where everything is known and nobody excluded', () => {
    expect(found([fund('A', 'a'), fund('B', 'b')])).toEqual([]);
    expect(found(undefined)).toEqual([]);
  });

  it('are warned of once a group while their costs are unknown; none is 0 and known', () => {
    const unknown = ['B1', 'B2', 'B3', 'B4'].map((isin) => fund(isin, 'b', { ter: null }));
    expect(found([fund('B0', 'b', { ter: 0 }), ...unknown, fund('X', 'nowhere', { ter: null })])).toEqual([
      'fundCostsUnknown/1/b/{"count":4,"size":5,"isins":"B1 B2 B3"}',
    ]);
  });

  it('are warned of once a group when nobody can buy them any more, and of nothing else then', () => {
    const isVanished = true;
    expect(
      found([
        fund('A', 'a'),
        fund('B1', 'b', { isVanished, isPriced: false, ter: null }),
        fund('B2', 'b', { isVanished }),
        fund('B3', 'b', { ter: null }),
      ]),
    ).toEqual([
      'fundCostsUnknown/1/b/{"count":1,"size":1,"isins":"B3"}',
      'fundVanished/1/b/{"count":2,"size":3,"isins":"B1 B2"}',
    ]);
  });

  it('are warned of once a group while they have no price, whatever else is known', () => {
    const isPriced = false;
    expect(found([fund('A', 'a'), fund('B1', 'b', { isPriced }), fund('B2', 'b', { ter: null })])).toEqual([
      'fundCostsUnknown/1/b/{"count":1,"size":2,"isins":"B2"}',
      'fundWithoutPrice/1/b/{"count":1,"size":2,"isins":"B1"}',
    ]);
  });

  it('are warned of where their manufacturer excludes retail clients, or those of the lowest class the group is in', () => {
    const isForLowestClass = false;
    expect(
      found([
        fund('A1', 'a', { isForLowestClass }),
        fund('A2', 'a', { isForRetail: false, isForLowestClass }),
        fund('D1', 'd', { isForLowestClass }),
      ]),
    ).toEqual([
      'fundNotForLowestClass/1/a/{"count":1,"size":2,"isins":"A1"}',
      'fundNotForRetail/1/a/{"count":1,"size":2,"isins":"A2"}',
    ]);
  });

  it('are not spoken of in a group no class uses', () => {
    const matrix = base.matrix.map((column) => column.map((units, g) => (g === 2 ? 0 : units)));
    const codes = found([fund('B', 'b', { ter: null, isForRetail: false })], { matrix });
    expect(codes.filter((code) => code.startsWith('fund'))).toEqual([]);
  });
});

describe('the promise of a hybrid tariff', () => {
  const promised = (level: number | null, interest: number | null, isOffered: boolean | null = null) => ({
    level,
    interest,
    fund: isOffered === null ? null : { isin: 'DE1', isOffered },
  });
  const found = (guarantee: CombinationInput['guarantee']) =>
    checkCombination({ ...base, ...(guarantee && { guarantee }) })
      .filter(({ code }) => code.startsWith('guarantee'))
      .map(({ code, severity, subject }) => `${code}/${severity}/${subject}`);

  it('is kept at 80 % and 1 %, and nothing is said of a level that contracts choose', () => {
    expect(found(promised(0.8, 0.01, true))).toEqual([]);
    expect(found(promised(null, 0.01))).toEqual([]);
    expect(found(null)).toEqual([]);
  });

  it('warns of classes with more equities than the cushion bears, and blocks where there is none', () => {
    // Quotas of 20, 60 and 80 %; at 100 % and 1 % the cushion bears 56.3 %.
    expect(found(promised(1, 0.01))).toEqual([
      'guaranteeCushionTooSmall/1/2',
      'guaranteeCushionTooSmall/1/3',
    ]);
    expect(found(promised(1, 0))).toEqual([
      'guaranteeUnreachable/2/1',
      'guaranteeUnreachable/2/2',
      'guaranteeUnreachable/2/3',
    ]);
  });

  it.each([
    [0.008, 0.01, ['guaranteeLevelTooLow/1/combination']],
    [0.0999, 0.01, ['guaranteeLevelTooLow/1/combination']],
    [0.1, 0.01, []],
    [0.8, 0.0001, ['guaranteeInterestTooLow/1/combination']],
    [0.8, 0.001, []],
    [null, 0.0001, ['guaranteeInterestTooLow/1/combination']],
    [0.008, 0.0001, ['guaranteeInterestTooLow/1/combination', 'guaranteeLevelTooLow/1/combination']],
    // Nothing promised is no slip.
    [0, 0, []],
  ])('warns of what looks like a fraction typed for a percentage: %s, %s', (level, interest, codes) => {
    expect(found(promised(level, interest))).toEqual(codes);
  });

  it('warns of an interest nobody could promise, and blocks without the guarantee fund', () => {
    expect(found(promised(0.8, 0.04))).toEqual([]);
    expect(found(promised(0.8, 0.041))).toEqual(['guaranteeInterestTooHigh/1/combination']);
    expect(found(promised(0.8, 0.1))).toEqual(['guaranteeInterestTooHigh/1/combination']);
    for (const interest of [0.1001, 1])
      expect(found(promised(0.8, interest))).toEqual(['guaranteeInterestImpossible/2/combination']);
    expect(found(promised(0.8, 0.01, false))).toEqual(['guaranteeFundNotOffered/2/DE1']);
  });
});
