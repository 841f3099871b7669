/** A shrunk covariance per period and how far it was shrunk. */
export interface ShrunkCovariance {
  readonly covariance: number[][];
  /** 0 keeps the sample, 1 is the target. */
  readonly intensity: number;
}

export type ShrinkageTarget = 'constantCorrelation' | 'scaledIdentity';

/**
 * Ledoit-Wolf shrinkage S* = delta F + (1 - delta) S, delta = clamp((pi - rho) / gamma / T, 0, 1), divisor T.
 * Targets: constant correlation (Ledoit & Wolf 2003, "Honey, I shrunk the sample covariance matrix") and the scaled
 * identity (2004, J. Multivariate Analysis 88). engine.md section 1.
 *
 * @param series series[i] = observations of asset i, all of one length
 */
export function shrinkCovariance(
  series: readonly (readonly number[])[],
  target: ShrinkageTarget,
): ShrunkCovariance {
  const n = series.length;
  const count = series[0]?.length ?? 0;
  const x = series.map((values) => {
    let mean = 0;
    for (const value of values) mean += value / count;
    return Float64Array.from(values, (value) => value - mean);
  });
  const s = new Float64Array(n * n);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j <= i; j++) {
      let sum = 0;
      for (let t = 0; t < count; t++) sum += x[i]![t]! * x[j]![t]!;
      s[i * n + j] = s[j * n + i] = sum / count;
    }
  }
  const { prior, meanCorrelation } =
    target === 'constantCorrelation' ? constantCorrelation(s, n) : scaledIdentity(s, n);
  let pi = 0;
  let rho = 0;
  let gamma = 0;
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) {
      const sij = s[i * n + j]!;
      let spread = 0;
      let crossed = 0;
      for (let t = 0; t < count; t++) {
        const a = x[i]![t]!;
        const product = a * x[j]![t]! - sij;
        spread += product * product;
        crossed += (a * a - s[i * n + i]!) * product;
      }
      pi += spread / count;
      gamma += (prior[i * n + j]! - sij) * (prior[i * n + j]! - sij);
      if (target === 'scaledIdentity') continue;
      if (i === j) rho += spread / count;
      else if (s[i * n + i]! > 0)
        rho += (meanCorrelation * Math.sqrt(s[j * n + j]! / s[i * n + i]!) * crossed) / count;
    }
  }
  const intensity = gamma > 0 ? Math.min(1, Math.max(0, (pi - rho) / gamma / count)) : 0;
  const covariance = Array.from({ length: n }, (_, i) =>
    Array.from({ length: n }, (__, j) => intensity * prior[i * n + j]! + (1 - intensity) * s[i * n + j]!),
  );
  return { covariance, intensity };
}

function constantCorrelation(s: Float64Array, n: number) {
  const scale = (i: number, j: number) => Math.sqrt(s[i * n + i]! * s[j * n + j]!);
  let sum = 0;
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < i; j++) sum += scale(i, j) > 0 ? s[i * n + j]! / scale(i, j) : 0;
  }
  const meanCorrelation = n > 1 ? (2 * sum) / (n * (n - 1)) : 0;
  const prior = s.map((value, k) => {
    const i = Math.floor(k / n);
    const j = k % n;
    return i === j ? value : meanCorrelation * scale(i, j);
  });
  return { prior, meanCorrelation };
}

function scaledIdentity(s: Float64Array, n: number) {
  let mean = 0;
  for (let i = 0; i < n; i++) mean += s[i * n + i]! / n;
  return { prior: s.map((_, k) => (k % (n + 1) === 0 ? mean : 0)), meanCorrelation: 0 };
}
