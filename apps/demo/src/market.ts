/** Daily total returns of the peer groups and their factors over the sample (no prices, no costs). */
import {
  calmRegime,
  crisisRegime,
  crisisWindows,
  factorKeys,
  type PeergroupParameters,
  peergroups,
  shocks,
  tailDegrees,
} from './market-parameters.ts';
import type { Random } from './random.ts';

const daysPerYear = 252;

/** Student-t with `tailDegrees` degrees of freedom: normal over the root of a chi-square mean. */
function studentT(random: Random): number {
  let chiSquare = 0;
  for (let degree = 0; degree < tailDegrees; degree += 1) chiSquare += random.normal() ** 2;
  return random.normal() / Math.sqrt(chiSquare / tailDegrees);
}

/** Moves a series to mean 0 and annual variance 1. */
function matchMoments(series: Float64Array): void {
  const mean = series.reduce((sum, value) => sum + value, 0) / series.length;
  const variance = series.reduce((sum, value) => sum + (value - mean) ** 2, 0) / series.length;
  const scale = 1 / Math.sqrt(variance * daysPerYear);
  for (let day = 0; day < series.length; day += 1) series[day] = ((series[day] ?? 0) - mean) * scale;
}

function factorSeries(random: Random, days: number): Float64Array[] {
  const regime = Float64Array.from({ length: days }, (_, day) =>
    crisisWindows.some(([from, to]) => day >= from * days && day < to * days) ? crisisRegime : calmRegime,
  );
  return factorKeys.map((factor) => {
    const series = Float64Array.from(
      regime,
      (spread) => (studentT(random) * spread) / Math.sqrt(1.5 * daysPerYear),
    );
    for (const shock of shocks) {
      if (shock.factor !== factor) continue;
      const first = Math.floor(shock.from * days);
      const last = Math.floor(shock.to * days);
      for (let day = first; day < last; day += 1)
        series[day] = (series[day] ?? 0) + shock.size / (last - first);
    }
    matchMoments(series);
    return series;
  });
}

function groupSeries(
  group: PeergroupParameters,
  factors: readonly Float64Array[],
  random: Random,
): Float64Array {
  const days = factors[0]?.length ?? 0;
  const drift = Math.log(1 + group.drift / 100) / daysPerYear;
  const residual = group.residual / 100 / Math.sqrt(daysPerYear);
  const loads = factorKeys.map((factor) => (group.loads[factor] ?? 0) / 100);
  return Float64Array.from({ length: days }, (_, day) => {
    let value = drift + residual * random.normal();
    for (const [index, load] of loads.entries()) if (load !== 0) value += load * (factors[index]?.[day] ?? 0);
    return value;
  });
}

/** Daily returns of each peer group, in the order of `peergroups`; deterministic for the stream given. */
export function marketReturns(random: Random, days: number): Float64Array[] {
  const factors = factorSeries(random, days);
  return peergroups.map((group) => groupSeries(group, factors, random));
}
