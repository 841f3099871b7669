import { describe, expect, it } from 'vitest';
import { flatten } from '../linear-algebra/matrix.ts';
import { blackLitterman } from './black-litterman.ts';
import { sampleCovariance, toCorrelation } from './covariance.ts';
import {
  equilibriumReturns,
  impliedRiskAversion,
  jamesSteinReturns,
  riskAversionOfMix,
} from './expected-returns.ts';
import { shrinkCovariance } from './ledoit-wolf.ts';
import {
  annualVolatility,
  completeHistory,
  geometricReturn,
  logReturns,
  meanOf,
  present,
  simpleReturns,
  smoothingOf,
  unsmoothReturns,
} from './returns.ts';

// Values of these examples were computed with NumPy 2.4 from the formulas of the papers named, not with this engine.

const close = (values: readonly number[], digits = 12) =>
  values.map((value) => expect.closeTo(value, digits));
const rows = (matrix: Float64Array, n: number) =>
  Array.from({ length: n }, (_, i) => Array.from(matrix.subarray(i * n, (i + 1) * n)));

describe('Black and Litterman by the form with precisions (He & Litterman 1999)', () => {
  // mu = A ((tau S)^-1 pi + P' Omega^-1 Q), covariance S + A, A = ((tau S)^-1 + P' Omega^-1 P)^-1.
  const s = flatten([
    [0.04, 0.012, 0.006],
    [0.012, 0.09, 0.018],
    [0.006, 0.018, 0.0225],
  ]);
  const prior = [0.05, 0.08, 0.03];
  const views = {
    picks: [
      [1, -1, 0],
      [0, 0.4, 0.6],
    ],
    returns: [0.01, 0.07],
  };

  it.each([
    {
      name: 'confidences (Idzorek 2005)',
      more: { confidences: [0.25, 0.8] },
      omega: [0.0159, 0.00038925],
      mu: [0.05992933962490119, 0.09912213466190804, 0.04193848954465976],
      covariance: [
        [0.041738856020503486, 0.012244601068289061, 0.006037078732424729],
        [0.012244601068289061, 0.091555382763659, 0.01769031713334451],
        [0.006037078732424729, 0.01769031713334451, 0.02306541294402261],
      ],
      weights: [0.357830478771947, 0.2965336776979586, 0.23278881928077672],
    },
    {
      name: 'variances given',
      more: { omega: [0.002, 0.003] },
      omega: [0.002, 0.003],
      mu: [0.06360825160498586, 0.06852929542895975, 0.033319506283025185],
      covariance: [
        [0.04157817827767016, 0.013092290996866094, 0.006244432499315409],
        [0.013092290996866094, 0.0919901702857027, 0.01829494011095447],
        [0.006244432499315409, 0.01829494011095447, 0.023385787888315298],
      ],
      weights: [0.4418131608214254, 0.1607720919015685, 0.15512046366040852],
    },
    {
      name: 'neither',
      more: {},
      omega: [0.0053, 0.001557],
      mu: [0.06191733169633724, 0.08137262124002458, 0.036859422958870486],
      covariance: [
        [0.04165107427869859, 0.012717311233885819, 0.006153683241252302],
        [0.01271731123388582, 0.09210038674033148, 0.01813220994475138],
        [0.006153683241252302, 0.01813220994475138, 0.023280842541436465],
      ],
      weights: [0.40480635916656316, 0.21766855375076957, 0.18495495395191647],
    },
  ])('with $name', ({ more, omega, mu, covariance, weights }) => {
    const result = blackLitterman(s, prior, { ...views, ...more }, 0.05, 2.5, 0.01);
    expect(result.omega).toEqual(close(omega));
    expect(result.expectedReturns).toEqual(close(mu));
    expect(rows(result.covariance, 3)).toEqual(covariance.map((row) => close(row)));
    expect(result.weights).toEqual(close(weights, 10));
  });

  it('says that the covariance of what is believed cannot be used', () => {
    const singular = flatten([
      [1, 1],
      [1, 1],
    ]);
    const view = { picks: [[1, 0]], returns: [0.1], omega: [1] };
    expect(() => blackLitterman(singular, [0, 0], view, 0.05, 2)).toThrow(
      expect.objectContaining({
        code: 'COV_NOT_PSD',
        path: 'covariance',
        message: expect.stringContaining('posterior covariance'),
      }),
    );
  });

  it('takes no riskless rate for one of nothing', () => {
    const { weights } = blackLitterman(s, prior, { picks: [], returns: [] }, 0.05, 2.5);
    // Without views (lambda (1 + tau) S)^-1 pi.
    const [a = 0, b = 0, c = 0] = weights;
    const back = rows(s, 3).map((row) => 2.5 * 1.05 * (row[0]! * a + row[1]! * b + row[2]! * c));
    expect(back).toEqual(close(prior));
  });
});

describe('expected returns', () => {
  it('of James and Stein, between correlated assets and wholly shrunk with few observations', () => {
    const means = [0.01, 0.03, 0.02, 0.05];
    const s = flatten([
      [0.04, 0.01, 0, 0.005],
      [0.01, 0.09, 0.02, 0],
      [0, 0.02, 0.03, 0.006],
      [0.005, 0, 0.006, 0.05],
    ]);
    const { expectedReturns, intensity } = jamesSteinReturns(means, s, 2000);
    expect(intensity).toBeCloseTo(0.03743313155486731, 12);
    expect(expectedReturns).toEqual(
      close([0.010655079802210178, 0.029906417171112833, 0.020280748486661507, 0.04915775454001549]),
    );
    expect(jamesSteinReturns(means, s, 60)).toEqual({
      expectedReturns: close([0.0275, 0.0275, 0.0275, 0.0275]),
      intensity: 1,
    });
    expect(() =>
      jamesSteinReturns(
        [1, 2],
        flatten([
          [1, 1],
          [1, 1],
        ]),
        9,
      ),
    ).toThrow(expect.objectContaining({ code: 'COV_NOT_PSD', path: 'covariance' }));
  });

  it('of a reference that earns no more than the riskless rate tell no risk aversion', () => {
    expect(impliedRiskAversion(0.08, 0.0225, 0.02)).toBeCloseTo(0.06 / 0.0225, 12);
    for (const earned of [0.02, 0.01])
      expect(() => impliedRiskAversion(earned, 0.0225, 0.02)).toThrow(
        expect.objectContaining({ code: 'INPUT_INVALID', path: 'riskAversion' }),
      );
    expect(() => riskAversionOfMix(flatten([[0]]), [1], 0.05, 0)).toThrow(
      expect.objectContaining({ code: 'INPUT_INVALID', path: 'referenceWeights' }),
    );
  });

  it('without a riskless rate are what the mix is rewarded for', () => {
    const s = flatten([
      [0.04, 0.01],
      [0.01, 0.09],
    ]);
    // S w = (0.028, 0.042) with w = (0.6, 0.4).
    expect(equilibriumReturns(s, [0.6, 0.4], 2.5)).toEqual(close([0.07, 0.105]));
  });
});

describe('Ledoit and Wolf', () => {
  const series = [
    [3, -1, 4, -1, 5, -9, 2, -6, 5, 3, -5, 8],
    [2, -2, 5, 1, 3, -7, 4, -5, 2, 4, -6, 6],
    [1, 0, -2, 2, 1, -1, 3, -3, 0, -1, 2, 1],
    [0, 1, 1, -2, -1, 3, -4, 2, -1, 0, 1, -2],
  ].map((values) => values.map((value) => value / 100));

  it('to a constant correlation (2003, appendix B)', () => {
    const { covariance, intensity } = shrinkCovariance(series, 'constantCorrelation');
    expect(intensity).toBeCloseTo(0.1163169172366728, 10);
    expect(covariance).toEqual(
      [
        [0.0024222222222222223, 0.0017270984040923716, 0.00016571394206094518, -0.0005399128646615744],
        [0.0017270984040923716, 0.0018409722222222221, 0.00013214793219184186, -0.000510125477798289],
        [0.00016571394206094518, 0.00013214793219184186, 0.0002854166666666667, -0.00020668404626159194],
        [-0.0005399128646615744, -0.000510125477798289, -0.00020668404626159194, 0.00034722222222222224],
      ].map((row) => close(row, 14)),
    );
  });

  it('to the scaled identity (2004, equations 2 to 5)', () => {
    const { covariance, intensity } = shrinkCovariance(series, 'scaledIdentity');
    expect(intensity).toBeCloseTo(0.16262018864029512, 10);
    expect(covariance).toEqual(
      [
        [0.0022273603225702572, 0.001663129347561636, 0.00016747596227194097, -0.0005001018317842682],
        [0.001663129347561636, 0.001740633307217429, 0.00013432967807228596, -0.00047335219892138866],
        [0.00016747596227194097, 0.00013432967807228596, 0.00043804248954677695, -0.0001918995401032657],
        [-0.0005001018317842682, -0.00047335219892138866, -0.0001918995401032657, 0.0004897972139988699],
      ].map((row) => close(row, 14)),
    );
  });

  it('keeps a single series and none as they are', () => {
    expect(shrinkCovariance([[1, 3]], 'constantCorrelation')).toEqual({ covariance: [[1]], intensity: 0 });
    expect(shrinkCovariance([[1, 3]], 'scaledIdentity')).toEqual({ covariance: [[1]], intensity: 0 });
    expect(shrinkCovariance([], 'scaledIdentity')).toEqual({ covariance: [], intensity: 0 });
  });

  it('is wholly the target where series say little, and never beyond it', () => {
    const short = [
      [0.01, -0.02, 0.03, 0, 0.015, -0.01],
      [0.02, -0.01, 0.01, 0.005, -0.02, 0],
      [-0.01, 0.03, 0.02, -0.025, 0.01, 0.004],
    ];
    const { covariance, intensity } = shrinkCovariance(short, 'scaledIdentity');
    expect(intensity).toBe(1);
    const mean = 0.0002579166666666667;
    expect(covariance).toEqual([close([mean, 0, 0], 14), close([0, mean, 0], 14), close([0, 0, mean], 14)]);
    expect(shrinkCovariance(short, 'constantCorrelation').intensity).toBe(1);
  });

  it('leaves a riskless series out of the mean correlation, not out of its count', () => {
    const { covariance } = shrinkCovariance(
      [
        [0.01, -0.02, 0.03, 0, 0.015, -0.01],
        [0.02, -0.01, 0.01, 0.005, -0.02, 0],
        [0, 0, 0, 0, 0, 0],
      ],
      'constantCorrelation',
    );
    expect(covariance[2]).toEqual([0, 0, 0]);
    expect(covariance.flat().every(Number.isFinite)).toBe(true);
  });
});

describe('covariance pair by pair', () => {
  const series = [
    [0.01, null, 0.03, -0.02, 0.05],
    [0.02, 0.04, null, -0.01, 0.01],
    [null, 0.01, 0.02, 0.04, -0.03],
  ];

  it('takes means and moments of the common periods alone', () => {
    const sample = sampleCovariance(series, 12);
    expect(sample.observations).toBe(3);
    expect(sample.covariance).toEqual([
      close([0.0107, 0.0038, -0.0138], 14),
      close([0.0038, 0.0052, -0.0034], 14),
      close([-0.0138, -0.0034, 0.0104], 14),
    ]);
    expect(sample.correlation).toEqual([
      [1, expect.closeTo(0.5903012777011402, 12), expect.closeTo(-0.8846153846153848, 12)],
      [expect.closeTo(0.5903012777011402, 12), 1, expect.closeTo(-0.3205835717220036, 12)],
      [expect.closeTo(-0.8846153846153848, 12), expect.closeTo(-0.3205835717220036, 12), 1],
    ]);
    expect(sampleCovariance(series, 12, 'population').covariance[1]).toEqual(
      close([0.0025333333333333328, 0.0039, -0.002266666666666667], 14),
    );
    // Of a period, where nothing else is said.
    expect(sampleCovariance(series).covariance[0]?.[0]).toBeCloseTo(0.0107 / 12, 14);
  });

  it('knows no correlation with what does not move, on either side', () => {
    const still = [0.01, 0.01, 0.01];
    const moving = [0.01, 0.02, 0.04];
    for (const pair of [
      [still, moving],
      [moving, still],
    ])
      expect(sampleCovariance(pair).correlation).toEqual([
        [1, 0],
        [0, 1],
      ]);
    expect(
      toCorrelation([
        [0.04, 0.03],
        [0.03, 0.09],
      ]),
    ).toEqual([
      [1, expect.closeTo(0.5, 12)],
      [expect.closeTo(0.5, 12), 1],
    ]);
  });

  it('ends with the shorter of two series', () => {
    expect(
      sampleCovariance([
        [1, 2, 4],
        [2, 4],
      ]).covariance,
    ).toEqual([close([7 / 3, 1]), close([1, 2])]);
  });
});

describe('returns', () => {
  it('are known between two known prices', () => {
    expect(simpleReturns([100, 50, null, 60, 90])).toEqual([-0.5, null, null, 0.5]);
    expect(logReturns([1, Math.E, null, 1])).toEqual([expect.closeTo(1, 12), null, null]);
    expect(simpleReturns([100])).toEqual([]);
    expect(present([0, null, -1, 2])).toEqual([0, -1, 2]);
  });

  it('of less than a year are not stretched to one, of more they are drawn together', () => {
    // 4 quarters of 2 % are a year; 2 of them stay 4.04 %; 8 are a mean year of 1.02^4 - 1.
    expect(geometricReturn([0.02, 0.02, 0.02, 0.02], 4)).toBeCloseTo(0.08243216, 12);
    expect(geometricReturn([0.02, 0.02], 4)).toBeCloseTo(0.0404, 12);
    expect(
      geometricReturn(
        Array.from({ length: 8 }, () => 0.02),
        4,
      ),
    ).toBeCloseTo(0.08243216, 12);
    // More than all lost, and all.
    expect(geometricReturn([-1.5, 0.2], 2)).toBe(-1);
    expect(geometricReturn([-1, 0.2], 2)).toBe(-1);
  });

  it('have a mean and a spread around it', () => {
    expect(meanOf([1, 2, 6])).toBe(3);
    expect(meanOf([])).toBe(0);
    // Around 0.02: 0.0001, 0.0001 and 0; half of it a period, times 4.
    expect(annualVolatility([0.01, 0.03, 0.02], 4)).toBeCloseTo(0.02, 12);
  });

  it('fill gaps of their own from the index, at the end of which they lie', () => {
    expect(completeHistory([0.1, null, 0.3], [0.5, 0.6, 0.7, 0.8])).toEqual({
      returns: [0.5, 0.1, 0.7, 0.3],
      proxy: true,
      ownObservations: 2,
    });
  });

  it('remember the period before as much as their lag-1 autocorrelation says (Geltner 1993)', () => {
    expect(smoothingOf([0.02, -0.01, 0.03, 0.04, 0.01, -0.02, 0])).toBeCloseTo(0.10714285714285715, 12);
    const smooth = [0.01, 0.02, 0.035, 0.03, 0.045, 0.05, 0.03, 0.02];
    expect(smoothingOf(smooth)).toBeCloseTo(0.36, 12);
    expect(unsmoothReturns(smooth)).toEqual(
      close([0.025625, 0.0434375, 0.0271875, 0.0534375, 0.0528125, 0.01875, 0.014375]),
    );
    expect(unsmoothReturns([0.02], 0.5)).toEqual([]);
    // Equal but for the noise of their sum: no memory.
    expect(smoothingOf([0.1, 0.1, 0.1, 0.1, 0.1, 0.1])).toBe(0);
  });
});
