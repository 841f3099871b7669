import { describe, expect, it } from 'vitest';
import { checkContract } from '../check/check-contract.ts';
import type { ContractInput } from '../check/contract-input.ts';
import { measureContract } from '../check/measure-contract.ts';
import { prepareTariff, type TariffContext } from '../check/tariff-context.ts';
import { adviceCase } from '../fixtures/advice-case.ts';
import { randomSource } from '../fixtures/random-source.ts';
import { factorCholesky } from '../linear-algebra/cholesky.ts';
import { normalQuantile } from '../projection/normal-quantile.ts';
import { riskBandStatus } from '../risk-band.ts';
import { expectedExit, survivalOf, type Walk } from './exit-time.ts';
import { monthsToNextHint } from './next-hint.ts';

describe('time until a walk leaves its edges', () => {
  it('is the product of the ways over the variance for one walk, but for the days nobody looks', () => {
    for (const [below, above] of [
      [1, 1],
      [0.2, 1.8],
      [0.05, 3],
    ] as const) {
      const late = 0.5826 / Math.sqrt(252);
      const exact = (below + late) * (above + late);
      expect(Math.abs((expectedExit([{ below, above, spread: 1 }], () => 0) ?? 0) / exact - 1)).toBeLessThan(
        1e-3,
      );
    }
    expect(expectedExit([], () => 0)).toBeNull();
    expect(expectedExit([{ below: 1, above: 1, spread: 0 }], () => 0)).toBeNull();
  });

  it('goes over from one series to the other without a step, and falls with time', () => {
    const walk: Walk = { below: 0.6, above: 1.4, spread: 1 };
    const seam = 0.05 * 4;
    const survival = survivalOf(walk);
    expect(survival(seam * (1 - 1e-9))).toBeCloseTo(survival(seam * (1 + 1e-9)), 4);
    expect(survival(0)).toBe(1);
    expect(survival(100)).toBeCloseTo(0, 12);
    const probabilities = [0.01, 0.1, 0.5, 1, 2].map(survival);
    expect(probabilities).toEqual(probabilities.toSorted((a, b) => b - a));
  });
});

/** A contract of one fund a group at these weights. */
function contractAt(
  { input }: TariffContext,
  contract: ContractInput,
  weights: readonly number[],
): ContractInput {
  return {
    ...contract,
    cash: 0,
    positions: weights.flatMap((weight, g) => {
      const isin = input.shortlists[g]?.[0];
      return isin && weight > 0
        ? [{ isin, quantity: weight, price: 1000, priceDay: 1, costValue: null }]
        : [];
    }),
  };
}

/**
 * Months until values that wander by the covariance bring a hint, on average over `paths`.
 *
 * @param step days from one look to the next
 * @param years a path ends without a hint after: where many do, their mean is too short
 */
function simulatedMonths(
  context: TariffContext,
  contract: ContractInput,
  paths: number,
  step = 1,
  years = 40,
): number {
  const { input, covariance } = context;
  const n = input.peerGroups.length;
  const root = covariance.slice();
  expect(factorCholesky(root, n)).toBe(true);
  const random = randomSource(5);
  const start = [...measureContract(context, contract).groupWeights];
  let days = 0;
  for (let path = 0; path < paths; path++) {
    const values = [...start];
    const normals = new Float64Array(n);
    for (let day = step; ; day += step) {
      for (let g = 0; g < n; g++) normals[g] = normalQuantile(random());
      let total = 0;
      for (let g = 0; g < n; g++) {
        let shock = 0;
        for (let k = 0; k <= g; k++) shock += root[g * n + k]! * normals[k]!;
        values[g]! *= 1 + shock * Math.sqrt(step / 252);
        total += values[g]!;
      }
      const weights = values.map((value) => value / total);
      if (!bringsHint(context, weights) && day < 252 * years) continue;
      days += day;
      break;
    }
  }
  return (12 * days) / 252 / paths;
}

function bringsHint({ input, target, covariance, band }: TariffContext, weights: readonly number[]): boolean {
  const n = weights.length;
  const { driftAbsolute, driftRelative, driftFloor } = input.rules;
  for (let g = 0; g < n; g++) {
    const drift = Math.abs(weights[g]! - target[g]!);
    if (target[g]! > 0 && drift > Math.min(driftAbsolute, Math.max(driftFloor, driftRelative * target[g]!)))
      return true;
  }
  let variance = 0;
  for (let i = 0; i < n; i++)
    for (let j = 0; j < n; j++) variance += weights[i]! * weights[j]! * covariance[i * n + j]!;
  const quota = weights.reduce(
    (sum, w, g) =>
      sum + w * (input.funds.find(({ peerGroup }) => peerGroup === input.peerGroups[g])?.equityQuota ?? 0),
    0,
  );
  const points = input.measure === 'VALUE_AT_RISK' ? 196 : 100;
  const measure = input.measure === 'EQUITY_QUOTA' ? 100 * quota : points * Math.sqrt(variance);
  return riskBandStatus(Math.round(measure * 100) / 100, band).status !== 'in';
}

describe('months until the next hint', () => {
  it('agrees with simulated prices', () => {
    // Of three measures: 8 to 11 groups and three; the errors of the simulation are about 5 %.
    for (const seed of [1, 2, 3, 4, 9, 12]) {
      const { tariff, request } = adviceCase(randomSource(seed), 'calm');
      const context = prepareTariff({ ...tariff, rules: { ...tariff.rules, usesSpecificRisk: false } });
      const contract = contractAt(context, request.contract, context.input.targetWeights);
      const { hints } = checkContract(context, contract);
      const months = monthsToNextHint(context, contract, hints) ?? Number.NaN;
      const ratio = months / simulatedMonths(context, contract, 100);
      expect(ratio, `seed ${seed}`).toBeGreaterThan(0.8);
      expect(ratio, `seed ${seed}`).toBeLessThan(1.25);
    }
  });

  it('agrees as well where it is many years, if every path is followed to its end', () => {
    for (const seed of [74, 93, 262]) {
      const { tariff, request } = adviceCase(randomSource(seed), 'calm');
      const context = prepareTariff({ ...tariff, rules: { ...tariff.rules, usesSpecificRisk: false } });
      const contract = contractAt(context, request.contract, context.input.targetWeights);
      const months =
        monthsToNextHint(context, contract, checkContract(context, contract).hints) ?? Number.NaN;
      expect(months, `seed ${seed}`).toBeGreaterThan(120);
      const ratio = months / simulatedMonths(context, contract, 200, 10, 500);
      expect(ratio, `seed ${seed}`).toBeGreaterThan(0.8);
      expect(ratio, `seed ${seed}`).toBeLessThan(1.25);
    }
  });

  it('is unknown without risk, shorter near an edge, and waits for the next step where a group is outside', () => {
    const { tariff, request } = adviceCase(randomSource(2), 'calm');
    const context = prepareTariff(tariff);
    const months = (weights: readonly number[], own = context) => {
      const contract = contractAt(own, request.contract, weights);
      return monthsToNextHint(own, contract, checkContract(own, contract).hints);
    };
    const moved = (by: number) => {
      const weights = [...tariff.targetWeights];
      const [from, to] = weights
        .map((weight, g) => ({ weight, g }))
        .toSorted((a, b) => b.weight - a.weight)
        .map(({ g }) => g);
      weights[from!]! += by;
      weights[to!]! -= by;
      return weights;
    };
    const [atTarget, nearEdge, outside] = [0, 0.03, 0.055].map((by) => months(moved(by)));
    expect(atTarget).toBeGreaterThan(nearEdge!);
    expect(outside).toBeGreaterThan(0);
    const still = prepareTariff({ ...tariff, covariance: tariff.covariance.map((row) => row.map(() => 0)) });
    expect(months(tariff.targetWeights, still)).toBeNull();
    const unknown = prepareTariff({
      ...tariff,
      funds: tariff.funds.map((fund) => ({ ...fund, hasRiskData: false })),
    });
    expect(months(tariff.targetWeights, unknown)).toBeNull();
    const silenced = prepareTariff({ ...tariff, silencedHints: ['H01', 'H02', 'H10'] });
    expect(months(tariff.targetWeights, silenced)).toBeNull();
  });
});
