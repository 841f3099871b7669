import { describe, expect, it } from 'vitest';
import {
  distance,
  filledForward,
  frontierInput,
  isPresent,
  type Json,
  load,
  readCsv,
  relative,
  run,
} from './engine-reference.ts';

describe.skipIf(!isPresent)('reference cases', () => {
  it.each([
    't1_cla_bailey_lopezdeprado_10',
    't1_cla_markowitz1959_ch8',
    't1_cla_psd_cash',
    't1_cla_tied_returns_3',
    't1_cla_box_30',
  ])('%s', async (id) => {
    const { input, expected, tolerance } = load(id);
    const result = await run('efficientFrontier', frontierInput(input));
    expect(result.corners).toHaveLength(expected.corners.length);
    expected.corners.forEach((corner: Json, k: number) => {
      expect(distance(result.corners[k].weights, corner.weights)).toBeLessThanOrEqual(tolerance.weights);
      const gap = Math.abs(result.corners[k].lambda - corner.riskTolerance);
      const allowed =
        tolerance.riskTolerance ?? tolerance.riskToleranceRel * Math.max(corner.riskTolerance, 1e-9);
      expect(gap).toBeLessThanOrEqual(allowed);
    });
  });

  it('t1_cla_box_30: target volatilities', async () => {
    const { input, expected, tolerance } = load('t1_cla_box_30');
    const targetVolatilities = expected.targetVolatility.map((target: Json) => target.vol);
    const result = await run('efficientFrontier', { ...frontierInput(input), targetVolatilities });
    expected.targetVolatility.forEach((target: Json, k: number) => {
      expect(distance(result.targets[k].weights, target.weights)).toBeLessThanOrEqual(tolerance.weights);
      expect(Math.abs(result.targets[k].volatility - target.vol)).toBeLessThanOrEqual(tolerance.vol);
    });
  });

  it('t1_cla_bailey_lopezdeprado_10: maximum Sharpe and minimum variance', async () => {
    const { input, expected, tolerance } = load('t1_cla_bailey_lopezdeprado_10');
    const { maximumSharpe, minimumVariance } = await run('efficientFrontier', frontierInput(input));
    expect(Math.abs(maximumSharpe.sharpe - expected.maxSharpe.sharpe)).toBeLessThanOrEqual(tolerance.sharpe);
    expect(distance(maximumSharpe.weights, expected.maxSharpe.weights)).toBeLessThanOrEqual(
      tolerance.weights,
    );
    expect(Math.abs(minimumVariance.volatility - expected.minVariance.vol)).toBeLessThanOrEqual(
      tolerance.vol,
    );
    expect(Math.abs(minimumVariance.expectedReturn - expected.minVariance.ret)).toBeLessThanOrEqual(
      tolerance.ret,
    );
  });

  it('t2_gmv_roncalli', async () => {
    const { input, expected, tolerance } = load('t2_gmv_roncalli');
    const results = await run('efficientFrontier', input);
    expected.forEach((entry: Json, k: number) => {
      expect(distance(results[k].minimumVariance.weights, entry.weights)).toBeLessThanOrEqual(
        tolerance.weights,
      );
    });
  });

  it('t2_target_return_roncalli', async () => {
    const { input, expected, tolerance } = load('t2_target_return_roncalli');
    const result = await run('efficientFrontier', {
      ...frontierInput(input),
      targetReturns: [input.targetReturn],
    });
    expect(distance(result.targets[0].weights, expected.weights)).toBeLessThanOrEqual(tolerance.weights);
  });

  it('t2_max_sharpe_kwan_yuan (optional: indefinite, rejected as recommended)', async () => {
    const { input } = load('t2_max_sharpe_kwan_yuan');
    await expect(
      run('efficientFrontier', { ...frontierInput(input), riskFreeRate: input.rf }),
    ).rejects.toThrow('COV_NOT_PSD');
  });

  it('t2_markowitz1959_ch2_target', async () => {
    const { input, expected } = load('t2_markowitz1959_ch2_target');
    const result = await run('efficientFrontier', { ...frontierInput(input), targets: input.targets });
    expected.forEach((entry: Json, k: number) => {
      expect(distance(result.targets[k].weights, entry.weights)).toBeLessThanOrEqual(entry.tol);
    });
  });

  it('t2_ppo_minvol_return', async () => {
    const { input, expected, tolerance } = load('t2_ppo_minvol_return');
    const result = await run('efficientFrontier', {
      ...frontierInput(input),
      targetReturns: [0.25],
      riskFreeRate: input.rf,
    });
    [result.minimumVariance, result.targets[0]].forEach((point, k) => {
      expect(Math.abs(point.expectedReturn - expected[k].ret)).toBeLessThanOrEqual(tolerance.ret);
      expect(Math.abs(point.volatility - expected[k].vol)).toBeLessThanOrEqual(tolerance.vol);
      expect(Math.abs(point.sharpe - expected[k].sharpe)).toBeLessThanOrEqual(tolerance.sharpe);
    });
  });

  it('t2_groups_ppo_sectors', async () => {
    const { input, expected, tolerance } = load('t2_groups_ppo_sectors');
    const { assets, groups } = input;
    const result = await run('efficientFrontier', {
      ...frontierInput(input),
      assets,
      groups,
      targetVolatilities: [0.19, 0.22],
    });
    [result.minimumVariance, ...result.targets].forEach((point, k) => {
      expect(distance(point.weights, expected[k].weights)).toBeLessThanOrEqual(tolerance.weights);
      expect(Math.abs(point.expectedReturn - expected[k].ret)).toBeLessThanOrEqual(tolerance.ret);
      expect(Math.abs(point.volatility - expected[k].vol)).toBeLessThanOrEqual(tolerance.vol);
    });
  });

  it('answers lists of problems in the words of the cases', async () => {
    for (const id of ['t2_ppo_minvol_return', 't2_groups_ppo_sectors']) {
      const { input, expected, tolerance } = load(id);
      const { problems } = await run('efficientFrontier', input);
      expect(problems).toHaveLength(expected.length);
      problems.forEach((point: Json, k: number) => {
        expect(Math.abs(point.expectedReturn - expected[k].ret)).toBeLessThanOrEqual(tolerance.ret);
        expect(Math.abs(point.volatility - expected[k].vol)).toBeLessThanOrEqual(tolerance.vol);
      });
    }
  });

  it('reads the price tables that cases name', async () => {
    const hrp = load('t3_hrp_ppo');
    const { weightsByAsset } = await run('hierarchicalRiskParity', hrp.input);
    for (const [asset, weight] of Object.entries<number>(hrp.expected.weights))
      expect(relative(weightsByAsset[asset], weight)).toBeLessThanOrEqual(hrp.tolerance.weightsRel);
    const history = load('t4_mean_hist_ppo');
    const { mean } = await run('expectedReturns', history.input);
    for (const [asset, value] of Object.entries<number>(history.expected.mean))
      expect(Math.abs(mean[asset] - value)).toBeLessThanOrEqual(history.tolerance.mean);
    const prior = load('t5_bl_ppo_prior');
    const result = await run('blackLitterman', prior.input);
    expect(Math.abs(result.riskAversion - prior.expected.riskAversion)).toBeLessThanOrEqual(
      prior.tolerance.riskAversion,
    );
    expect(distance(result.prior, prior.expected.prior)).toBeLessThanOrEqual(prior.tolerance.prior);
  });

  it('t3_erc_maillard', async () => {
    const { input, expected } = load('t3_erc_maillard');
    const results = await run('riskBudget', input);
    expected.forEach((entry: Json, k: number) => {
      expect(distance(results[k].weights, entry.weights)).toBeLessThanOrEqual(entry.tol);
    });
  });

  it('t3_rb_richard_roncalli_4', async () => {
    const { input, expected, tolerance } = load('t3_rb_richard_roncalli_4');
    const results = await run('riskBudget', input);
    expected.forEach((entry: Json, k: number) => {
      expect(distance(results[k].weights, entry.weights)).toBeLessThanOrEqual(tolerance.weights);
    });
  });

  it('t3_mdp_choueifaty_2008', async () => {
    const { input, expected, tolerance } = load('t3_mdp_choueifaty_2008');
    const result = await run('maximumDiversification', input);
    expect(distance(result.weights, expected.weights)).toBeLessThanOrEqual(tolerance.weights);
  });

  it('t3_hrp_ppo', async () => {
    const { expected, tolerance } = load('t3_hrp_ppo');
    const { assets, prices } = readCsv('ppo_stock_prices.csv');
    const result = await run('hierarchicalRiskParity', {
      assets,
      prices: filledForward(prices),
      riskFreeRate: 0.02,
    });
    for (const [asset, weight] of Object.entries<number>(expected.weights)) {
      expect(relative(result.weightsByAsset[asset], weight)).toBeLessThanOrEqual(tolerance.weightsRel);
    }
    expect(Math.abs(result.expectedReturn - expected.ret)).toBeLessThanOrEqual(tolerance.ret);
    expect(Math.abs(result.volatility - expected.vol)).toBeLessThanOrEqual(tolerance.ret);
    expect(Math.abs(result.sharpe - expected.sharpe)).toBeLessThanOrEqual(1e-4);
  });
});
