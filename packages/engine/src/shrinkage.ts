/**
 * Covariance of several return series, shrunk towards constant correlation (Ledoit & Wolf 2003;
 * engine rules, section 1). `series[i]` are the returns of asset i, all of one length; the result is
 * multiplied by `periodsPerYear` (1 keeps the period's covariance).
 */
export function shrunkCovariance(series: readonly (readonly number[])[], periodsPerYear: number): number[][] {
  const n = series.length;
  const count = series[0]?.length ?? 0;
  const x = series.map((returns) => {
    const mean = returns.reduce((sum, value) => sum + value, 0) / count;
    return Float64Array.from(returns, (value) => value - mean);
  });
  const at = (i: number): Float64Array => x[i] ?? new Float64Array(count);
  const meanOfProduct = (a: Float64Array, b: Float64Array): number => {
    let sum = 0;
    for (let t = 0; t < count; t += 1) sum += (a[t] ?? 0) * (b[t] ?? 0);
    return sum / count;
  };
  const sample = x.map((_, i) => x.map((__, j) => meanOfProduct(at(i), at(j))));
  const s = (i: number, j: number): number => sample[i]?.[j] ?? 0;
  let correlations = 0;
  for (let i = 0; i < n; i += 1)
    for (let j = 0; j < n; j += 1) if (i !== j) correlations += s(i, j) / Math.sqrt(s(i, i) * s(j, j));
  const meanCorrelation = n > 1 ? correlations / (n * (n - 1)) : 0;
  const target = (i: number, j: number): number =>
    i === j ? s(i, i) : meanCorrelation * Math.sqrt(s(i, i) * s(j, j));

  let pi = 0;
  let rho = 0;
  let gamma = 0;
  for (let i = 0; i < n; i += 1) {
    const a = at(i);
    for (let j = 0; j < n; j += 1) {
      const b = at(j);
      let spread = 0;
      let crossed = 0;
      for (let t = 0; t < count; t += 1) {
        const product = (a[t] ?? 0) * (b[t] ?? 0) - s(i, j);
        spread += product * product;
        crossed += ((a[t] ?? 0) ** 2 - s(i, i)) * product;
      }
      pi += spread / count;
      gamma += (target(i, j) - s(i, j)) ** 2;
      rho += i === j ? spread / count : (meanCorrelation * Math.sqrt(s(j, j) / s(i, i)) * crossed) / count;
    }
  }
  const intensity = gamma > 0 ? Math.min(1, Math.max(0, (pi - rho) / gamma / count)) : 0;
  return sample.map((row, i) =>
    row.map((value, j) => (intensity * target(i, j) + (1 - intensity) * value) * periodsPerYear),
  );
}
