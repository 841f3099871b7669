import { describe, expect, it } from 'vitest';
import { flatten } from '../linear-algebra/matrix.ts';
import { blackLitterman } from './black-litterman.ts';
import { fromCorrelation, sampleCovariance, toCorrelation } from './covariance.ts';
import { equilibriumReturns, jamesSteinReturns, riskAversionOfMix } from './expected-returns.ts';
import { shrinkCovariance } from './ledoit-wolf.ts';
import {
  annualVolatility,
  completeHistory,
  geometricReturn,
  logReturns,
  simpleReturns,
  smoothingOf,
  unsmoothReturns,
} from './returns.ts';

describe('returns', () => {
  it('skips missing prices on both sides', () => {
    expect(simpleReturns([null, 100, 110, null, 121])).toEqual([null, expect.closeTo(0.1, 12), null, null]);
    expect(logReturns([100, 110])).toEqual([expect.closeTo(Math.log(1.1), 12)]);
  });

  it('annualises', () => {
    expect(geometricReturn([0.1, 0.1], 1)).toBeCloseTo(0.1, 12);
    expect(geometricReturn([-1, 0.5], 12)).toBe(-1);
    expect(annualVolatility([0.01, -0.01, 0.01, -0.01], 12)).toBeCloseTo(Math.sqrt((12 / 3) * 4e-4), 12);
  });

  it('completes short histories and marks them', () => {
    expect(completeHistory([null, 0.02], [0.5, 0.6, 0.7])).toEqual({
      returns: [0.5, 0.6, 0.02],
      proxy: true,
      ownObservations: 1,
    });
    expect(completeHistory([0.1, 0.2], [0.5, 0.6])).toEqual({
      returns: [0.1, 0.2],
      proxy: false,
      ownObservations: 2,
    });
  });

  it('takes appraisal smoothing back', () => {
    const raw = [0.01, -0.02, 0.03, 0.01, -0.01, 0.02];
    const smoothed = raw.reduce<number[]>(
      (list, value, t) => [...list, t === 0 ? value : 0.5 * value + 0.5 * (list[t - 1] ?? 0)],
      [],
    );
    unsmoothReturns(smoothed, 0.5).forEach((value, t) => {
      expect(value).toBeCloseTo(raw[t + 1] ?? 0, 12);
    });
    expect(smoothingOf([1, -1, 1, -1])).toBe(0);
    expect(smoothingOf([1, 1, 1])).toBe(0);
    expect(smoothingOf([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20])).toBe(0.8);
  });
});

describe('covariance', () => {
  it('uses the periods two series share', () => {
    const { covariance, correlation, observations } = sampleCovariance(
      [
        [1, 2, 3, null],
        [2, 4, 6, 100],
      ],
      12,
    );
    expect(covariance[0]?.[1]).toBeCloseTo(24, 12);
    expect(correlation[0]?.[1]).toBeCloseTo(1, 12);
    expect(observations).toBe(3);
    expect(sampleCovariance([[1, 3]], 1, 'population').covariance).toEqual([[1]]);
  });

  it('goes to correlation and back', () => {
    const matrix = [
      [0.04, 0.01],
      [0.01, 0.09],
    ];
    fromCorrelation(toCorrelation(matrix), [0.2, 0.3])
      .flat()
      .forEach((value, k) => {
        expect(value).toBeCloseTo(matrix.flat()[k] ?? 0, 14);
      });
    expect(
      toCorrelation([
        [0, 0],
        [0, 1],
      ]),
    ).toEqual([
      [1, 0],
      [0, 1],
    ]);
  });

  it('keeps variances under constant correlation and does not divide by a riskless series', () => {
    const { covariance, intensity } = shrinkCovariance(
      [
        [1, 2, -1, -2],
        [2, 4, 6, 2],
        [0, 0, 0, 0],
      ],
      'constantCorrelation',
    );
    expect([covariance[0]?.[0], covariance[2]?.[2]]).toEqual([2.5, 0]);
    expect(intensity).toBeGreaterThanOrEqual(0);
    expect(intensity).toBeLessThanOrEqual(1);
  });
});

describe('expected returns', () => {
  const s = flatten([
    [0.01, 0],
    [0, 0.04],
  ]);

  it('come from the reference mix', () => {
    const aversion = riskAversionOfMix(s, [0.5, 0.5], 0.045, 0.02);
    expect(aversion).toBeCloseTo(0.025 / 0.0125, 12);
    expect(
      equilibriumReturns(s, [0.5, 0.5], aversion, 0.02).map((value) => Number(value.toFixed(12))),
    ).toEqual([0.03, 0.06]);
    expect(() => riskAversionOfMix(flatten([[0]]), [1], 0.05, 0)).toThrow(
      expect.objectContaining({ code: 'INPUT_INVALID' }),
    );
  });

  it('are pulled to their mean, wholly if they hardly differ', () => {
    const identity = flatten([
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ]);
    expect(jamesSteinReturns([1, 2, 3], identity, 10)).toEqual({
      expectedReturns: [expect.closeTo(1.05, 12), expect.closeTo(2, 12), expect.closeTo(2.95, 12)],
      intensity: expect.closeTo(0.05, 12),
    });
    expect(jamesSteinReturns([1, 1, 1], identity, 10).intensity).toBe(1);
    expect(
      jamesSteinReturns(
        [0, 1],
        flatten([
          [1, 0],
          [0, 1],
        ]),
        10,
      ).intensity,
    ).toBe(0);
  });

  it('obey a certain view and ignore a doubtful one', () => {
    const views = { picks: [[1, 0]], returns: [0.1] };
    expect(
      blackLitterman(s, [0.03, 0.06], { ...views, confidences: [1] }, 0.05, 2).expectedReturns[0],
    ).toBeCloseTo(0.1, 12);
    expect(
      blackLitterman(s, [0.03, 0.06], { ...views, confidences: [0.5] }, 0.05, 2).expectedReturns,
    ).toEqual([expect.closeTo(0.065, 12), 0.06]);
    expect(
      blackLitterman(s, [0.03, 0.06], { ...views, omega: [1e9] }, 0.05, 2).expectedReturns[0],
    ).toBeCloseTo(0.03, 8);
    expect(() =>
      blackLitterman(
        s,
        [0, 0],
        {
          picks: [
            [1, 0],
            [1, 0],
          ],
          returns: [1, 2],
          omega: [0, 0],
        },
        0.05,
        2,
      ),
    ).toThrow(expect.objectContaining({ path: 'views' }));
  });
});
