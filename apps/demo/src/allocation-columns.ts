/** Columns of a demo allocation matrix: mixes of a cautious and a bold portfolio that meet the classes' targets. */
import { largestRemainder } from '@depotwerk/engine/largest-remainder';
import {
  equityQuota,
  type GroupWeights,
  groupVariance,
  measurePercent,
  type RiskMeasure,
} from './risk-model.ts';

/** Target and range of one risk class in percentage points. */
export interface RiskClass {
  readonly target: number;
  readonly range: number;
}

const units = 1000;
const minimumUnits = 20;

/** The mix in tenths of a percent, without positions below 2 %; sums to 1000. */
function roundMix(mix: GroupWeights): Map<number, number> {
  const groups = [...mix].filter(([, weight]) => weight * units >= minimumUnits);
  const rounded = largestRemainder(
    groups.map(([, weight]) => weight),
    units,
  );
  return new Map(groups.map(([group], index) => [group, rounded[index] ?? 0]));
}

/** Blends two mixes; `share` is the part of the bold one. */
function blend(cautious: GroupWeights, bold: GroupWeights, share: number): Map<number, number> {
  const mix = new Map<number, number>();
  for (const [group, weight] of cautious) mix.set(group, weight * (1 - share));
  for (const [group, weight] of bold) mix.set(group, (mix.get(group) ?? 0) + weight * share);
  return mix;
}

const fractions = (column: GroupWeights): Map<number, number> =>
  new Map([...column].map(([group, tenths]) => [group, tenths / units]));

/**
 * One column per class in tenths of a percent by peer group, its measure as near to the target as the
 * blend allows. Throws when a column would lie outside its band: the demo's own parameters are wrong then.
 */
export function allocationColumns(
  classes: readonly RiskClass[],
  cautious: GroupWeights,
  bold: GroupWeights,
  measure: RiskMeasure,
  covariance: readonly (readonly number[])[],
): Map<number, number>[] {
  return classes.map((riskClass, index) => {
    let best: { column: Map<number, number>; miss: number } | null = null;
    for (let step = 0; step <= 400; step += 1) {
      const column = roundMix(blend(cautious, bold, step / 400));
      const weights = fractions(column);
      const value = measurePercent(measure, groupVariance(weights, covariance), equityQuota(weights));
      const miss = Math.abs(value - riskClass.target);
      if (best === null || miss < best.miss) best = { column, miss };
    }
    if (best === null || best.miss > riskClass.range)
      throw new Error(
        `Class ${index + 1} misses its target ${riskClass.target} by ${best?.miss.toFixed(2)} points.`,
      );
    return best.column;
  });
}
