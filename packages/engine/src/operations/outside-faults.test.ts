import { describe, expect, it } from 'vitest';
import { examples } from './examples.ts';
import { runOperation } from './run-operation.ts';

type Answer = Record<string, unknown>;
const run = async (operation: string, input: unknown) => (await runOperation(operation, input)) as Answer;
const refusal = (path: string, code = 'INPUT_INVALID') => ({ code, path });

/** The example of `checkContract` with parts of tariff and contract replaced. */
function check(tariff: object, contract: object = {}) {
  const example = examples['checkContract'] as { tariff: Answer; contract: Answer };
  return run('checkContract', {
    ...example,
    tariff: { ...example.tariff, ...tariff },
    contract: { ...example.contract, ...contract },
  });
}

describe('risk indicators', () => {
  it('of a given VEV are one class higher for funds with monthly prices only', async () => {
    expect(await run('riskIndicators', { vev: 0.1 })).toMatchObject({ mrm: 3, sri: 3 });
    expect(await run('riskIndicators', { vev: 0.1, monthlyPricesOnly: true })).toMatchObject({
      mrm: 4,
      sri: 4,
    });
    expect(await run('riskIndicators', { vevs: [0.1, 0.9], monthlyPricesOnly: true })).toMatchObject({
      mrm: [4, 7],
    });
  });

  it('of many funds go by what the request says of all, and by what a fund says itself', async () => {
    const series = [{ vev: 0.1 }, { vev: 0.1, monthlyPricesOnly: false, creditRisk: 1 }];
    expect(await run('riskIndicators', { series, monthlyPricesOnly: true, creditRisk: 5 })).toEqual([
      { mrm: 4, sri: 5, estimated: true },
      { mrm: 3, sri: 3, estimated: true },
    ]);
  });

  it('say that a computed SRI is estimated, and take the published one where there is one', async () => {
    for (const input of [{ vev: 0.1 }, { mrm: 3 }, { sigma: 0.01, observations: 1260 }])
      expect(await run('riskIndicators', input)).toMatchObject({ estimated: true });
    expect(await run('riskIndicators', { vev: 0.1, publishedSri: 5 })).toMatchObject({
      mrm: 3,
      sri: 5,
      estimated: false,
    });
    expect(await run('riskIndicators', { volatility: 0.1 })).not.toHaveProperty('estimated');
  });
});

describe('ratios of nothing but rounding', () => {
  const prices = [100, 103, 99, 104, 107, 105, 111, 108, 113, 117, 116, 121, 119];
  const returnsOf = (values: number[]) => values.slice(1).map((value, t) => value / values[t]! - 1);
  const steady = prices.map((_, t) => 100 * 1.01 ** t);

  it('are none: a share class against its own fund, a money market against itself', async () => {
    const benchmark = returnsOf(prices.map((price) => 1.1 * price));
    const own = await run('performanceFigures', { returns: returnsOf(prices), benchmark });
    expect(own).toMatchObject({ informationRatio: null, mSquaredPerPeriod: expect.closeTo(0.0148, 3) });
    expect(own['trackingError']).toBeGreaterThan(0);
    expect(await run('performanceFigures', { prices: steady, riskFree: 0.01 })).toMatchObject({
      sharpe: null,
      sortino: null,
    });
  });

  it('do not order funds without risk by their volatility', async () => {
    const flat = [0.0033, -0.0007, 0, 0.0101, 0.0049].map((value, k) => ({
      id: `flat ${k}`,
      returns: Array.from({ length: 36 }, () => value),
    }));
    const answer = await run('rankFunds', { funds: flat, type: 'VOL_3Y' });
    const rankings = answer['rankings'] as { value: number; percentile: number }[];
    expect(new Set(rankings.map(({ value, percentile }) => `${value} ${percentile}`))).toEqual(
      new Set(['0 0.5']),
    );
  });

  it('place a fund that is its own index neither above nor below all others', async () => {
    const months = Array.from({ length: 36 }, (_, t) => 0.01 + 1e-17 * (t % 3));
    const others = [0.004, 0.002, -0.002, -0.004].map((more, k) => ({
      id: `other ${k}`,
      returns: months.map((value, t) => value + more + (t % 2 === 0 ? 0.01 : -0.01)),
    }));
    const funds = [{ id: 'same', returns: months }, ...others];
    const answer = await run('rankFunds', { funds, type: 'SHARPE_3Y', riskFree: 0.01 });
    const placed = (answer['rankings'] as { id: string; percentile: number }[]).toSorted(
      (a, b) => a.percentile - b.percentile,
    );
    expect(placed.map(({ id }) => id)).toEqual(['other 0', 'other 1', 'same', 'other 2', 'other 3']);
  });
});

describe('ranking', () => {
  const months = (value: (t: number) => number) => Array.from({ length: 36 }, (_, t) => value(t));
  const ordinary = Array.from({ length: 6 }, (_, k) => ({
    id: `fund ${k}`,
    returns: months((t) => 0.004 + 0.001 * k + (t % 2 === 0 ? 0.02 : -0.02)),
  }));

  it('places a fund that never fell below the money market first, by Sortino and by Sharpe', async () => {
    const steady = [
      { id: 'steady', returns: months((t) => 0.002 + (t % 3) * 0.001) },
      { id: 'flat', returns: months(() => 0.0035) },
      { id: 'slower', returns: months(() => 0.002) },
      { id: 'costly', returns: months(() => 0.0005) },
    ];
    const ranked = async (type: string) => {
      const answer = await run('rankFunds', { funds: [...ordinary, ...steady], type, riskFree: 0.001 });
      const rankings = answer['rankings'] as { id: string; value: number | null; percentile: number }[];
      return rankings.toSorted((a, b) => a.percentile - b.percentile);
    };
    const sortino = await ranked('SORTINO_3Y');
    expect(sortino.slice(0, 3).map(({ id }) => id)).toEqual(['flat', 'steady', 'slower']);
    expect(sortino[0]).toMatchObject({ value: null, rank: 5 });
    const sharpe = await ranked('SHARPE_3Y');
    expect(sharpe.slice(0, 2).map(({ id }) => id)).toEqual(['flat', 'slower']);
    // Always below the money market: worse than none of the ratios above.
    expect(sharpe.at(-1)).toMatchObject({ id: 'costly', value: null });
  });

  it('compares funds with those of their currency class only', async () => {
    const hedged = ordinary.map(({ id, returns }) => ({
      id: `hedged ${id}`,
      currencyClass: 'hedged',
      returns: returns.map((value) => value - 0.05),
    }));
    const answer = await run('rankFunds', { funds: [...ordinary, ...hedged], type: 'RETURN_3Y' });
    const rankings = answer['rankings'] as { id: string; percentile: number }[];
    expect(rankings.filter(({ percentile }) => percentile === 0.5 / 6).map(({ id }) => id)).toEqual([
      'fund 5',
      'hedged fund 5',
    ]);
    const few = await run('rankFunds', { funds: [...ordinary, ...hedged.slice(0, 4)], type: 'RETURN_3Y' });
    expect((few['rankings'] as { rank: number | null }[]).slice(6).every(({ rank }) => rank === null)).toBe(
      true,
    );
  });
});

describe('input that is none', () => {
  const fund = (id: string) => ({ id, returns: [] });

  it.each([
    ['rankFunds', { funds: [fund('a'), fund('b'), fund('a')] }, 'funds[2]'],
    ['covariance', { prices: [[100], [110], [-50], [90]] }, 'prices[2][0]'],
    ['expectedReturns', { prices: [[100], [0], [90]] }, 'prices[1][0]'],
    ['drawdown', { prices: [100, -5, 90] }, 'prices[1]'],
    ['efficientFrontier', { covariance: [[1]], riskAversions: [0] }, 'riskAversions[0]'],
    ['efficientFrontier', { covariance: [[1]], riskAversions: [2, -1] }, 'riskAversions[1]'],
    [
      'expectedReturns',
      { covariance: [[1]], referenceWeights: [1], referenceReturn: 0.01, rf: 0.02 },
      'riskAversion',
    ],
    ['blackLitterman', { covariance: [[1]], referenceWeights: [1], marketPrices: [9, 8, 6] }, 'riskAversion'],
    ['modifiedDietz', { start: 9, end: 9, days: 31, flows: [{ day: 32, amount: 1 }] }, 'flows[0]'],
    ['modifiedDietz', { start: 9, end: 9, days: 31, flows: [{ day: -1, amount: 1 }] }, 'flows[0]'],
  ])('%s refuses %j', async (operation, input, path) => {
    await expect(run(operation, input)).rejects.toMatchObject(refusal(path));
  });

  it.each(['automaticAllocation', 'checkCombination'])(
    '%s refuses a group or a class twice',
    async (operation) => {
      const example = examples[operation] as Record<'peerGroups' | 'classes', object[]>;
      for (const list of ['peerGroups', 'classes'] as const) {
        const twice = [...example[list].slice(0, -1), example[list][0]];
        await expect(run(operation, { ...example, [list]: twice })).rejects.toMatchObject(
          refusal(`${list}[${twice.length - 1}]`),
        );
      }
    },
  );

  it('keeps a series of a short position, negative throughout', async () => {
    expect(await run('covariance', { prices: [[-100], [-110], [-99]] })).toMatchObject({
      meanArithmetic: [expect.closeTo(0, 12)],
    });
  });

  it('is refused by the check: covariances that are none, funds and positions twice', async () => {
    const { tariff, contract } = examples['checkContract'] as { tariff: Answer; contract: Answer };
    const covariance = tariff['covariance'] as number[][];
    const changed = (i: number, j: number, value: number) =>
      covariance.map((row, a) => row.map((old, b) => (a === i && b === j ? value : old)));
    await expect(check({ covariance: changed(0, 1, 0.5) })).rejects.toMatchObject(
      refusal('tariff.covariance[1][0]'),
    );
    await expect(check({ covariance: changed(1, 1, -0.01) })).rejects.toMatchObject(
      refusal('tariff.covariance', 'COV_NOT_PSD'),
    );
    const loud = changed(0, 1, 1).map((row, a) => row.map((old, b) => (a === 1 && b === 0 ? 1 : old)));
    await expect(check({ covariance: loud })).rejects.toMatchObject(
      refusal('tariff.covariance', 'COV_NOT_PSD'),
    );
    const funds = tariff['funds'] as Answer[];
    const [first] = funds;
    const other = { ...first, peerGroup: (tariff['peerGroups'] as string[])[1] };
    await expect(check({ funds: [...funds, other] })).rejects.toMatchObject(
      refusal(`tariff.funds[${funds.length}]`),
    );
    await expect(check({ candidates: [other] })).rejects.toMatchObject(
      refusal('tariff.candidates[0].peerGroup'),
    );
    const [one, two, three] = ['DE0000000001', 'DE0000000002', 'DE0000000003'];
    for (const [shortlists, path] of [
      [[[one], [one], [three]], 'shortlists[1][0]'],
      [[[one, one], [two], [three]], 'shortlists[0][1]'],
      [[[one], [three], [two]], 'shortlists[1][0]'],
      [[[one], [{ isin: two }], [three]], 'shortlists[1][0]'],
      [[[one], two, [three]], 'shortlists[1]'],
      [[[one], [two]], 'shortlists'],
    ] as const)
      await expect(check({ shortlists })).rejects.toMatchObject(refusal(`tariff.${path}`));
    const peerGroups = ['Geldmarkt', 'Geldmarkt', 'Aktien Welt'];
    await expect(check({ peerGroups })).rejects.toMatchObject(refusal('tariff.peerGroups[1]'));
    const twice = [one, two, one].map((isin) => ({ isin, weight: 0.3 }));
    await expect(check({ proposal: twice })).rejects.toMatchObject(refusal('tariff.proposal[2]'));
    const much = [one, two].map((isin) => ({ isin, weight: 0.6 }));
    await expect(check({ proposal: much })).rejects.toMatchObject(refusal('tariff.proposal'));
    const positions = contract['positions'] as Answer[];
    await expect(check({}, { positions: [...positions, positions[0]] })).rejects.toMatchObject(
      refusal(`contract.positions[${positions.length}]`),
    );
    const entries = [60, 40].map((percent) => ({ isin: 'DE0000000004', percent }));
    await expect(check({}, { savingsPlan: { rate: 100, entries } })).rejects.toMatchObject(
      refusal('contract.savingsPlan.entries[1]'),
    );
  });

  it.each([
    'inverseVolatility',
    'equalWeight',
    'hierarchicalRiskParity',
    'riskBudget',
    'maximumDiversification',
    'checkOptimality',
    'expectedReturns',
    'blackLitterman',
  ])('is refused by %s: covariances that are none', async (operation) => {
    const example = examples[operation] as { covariance: number[][] };
    const changed = (i: number, j: number, value: number) =>
      example.covariance.map((row, a) => row.map((old, b) => (a === i && b === j ? value : old)));
    const asked = (covariance: number[][]) => run(operation, { ...example, covariance });
    await expect(asked(changed(0, 1, 0.5))).rejects.toMatchObject(refusal('covariance[1][0]'));
    await expect(asked(changed(1, 1, -0.01))).rejects.toMatchObject(refusal('covariance', 'COV_NOT_PSD'));
    const loud = changed(0, 1, 1).map((row, a) => row.map((old, b) => (a === 1 && b === 0 ? 1 : old)));
    await expect(asked(loud)).rejects.toMatchObject(refusal('covariance', 'COV_NOT_PSD'));
  });

  it('a price of 0 is a missing price, not a holding without value', async () => {
    const { contract } = examples['checkContract'] as { contract: Answer };
    const positions = (contract['positions'] as Answer[]).map((position, k) =>
      k === 0 ? { ...position, price: 0 } : position,
    );
    const { hints } = await check({}, { positions });
    const { isin } = positions[0] as { isin: string };
    expect(hints).toContainEqual(
      expect.objectContaining({ code: 'H14', severity: 2, subject: isin, values: { age: null } }),
    );
    expect(hints).not.toContainEqual(expect.objectContaining({ code: 'H17', subject: isin }));
  });
});

it('volatilities too far apart for an exact answer are no contradiction of the rows', async () => {
  const example = examples['efficientFrontier'] as { covariance: number[][] };
  const answerOf = (variance: number, more: object = {}) => {
    const covariance = example.covariance.map((row, i) =>
      row.map((value, j) => (i + j === 0 ? variance : value)),
    );
    return run('efficientFrontier', { ...example, covariance, ...more });
  };
  for (const variance of [1e6, 1e10]) expect(await answerOf(variance)).toHaveProperty('corners');
  for (const variance of [1e20, 1e40, 1e308])
    await expect(answerOf(variance)).rejects.toMatchObject({ code: 'NOT_CONVERGED' });
  const groups = [{ weights: [0, 1, 1], lower: 0.95, upper: 1 }];
  const upperBounds = [1, 0.4, 0.4];
  await expect(answerOf(1e10, { groups, upperBounds })).rejects.toMatchObject({
    code: 'INFEASIBLE',
  });
});

it('a day without a date is refused', async () => {
  const { tariff, contract } = examples['planOptimization'] as { tariff: Answer; contract: Answer };
  for (const day of [1e308, -1e7, 1e7])
    await expect(run('planOptimization', { tariff, contract: { ...contract, day } })).rejects.toMatchObject(
      refusal('contract.day'),
    );
});

it('a target return below the minimum-variance return is not reached', async () => {
  const input = {
    covariance: [
      [0.01, 0],
      [0, 0.04],
    ],
    mu: [0.02, 0.06],
    targetReturns: [0.01, 0.05, 0.07],
  };
  const { targets } = await run('efficientFrontier', input);
  expect((targets as { reached: boolean }[]).map(({ reached }) => reached)).toEqual([false, true, false]);
});
