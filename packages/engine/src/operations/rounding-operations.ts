import { roundToUnits } from '../rounding/round-to-units.ts';
import { wholeUnits } from '../rounding/whole-units.ts';
import type { Input } from './input.ts';

/**
 * `roundToUnits`: weights to whole units that sum exactly (`units`), or, with `prices` and `value`, whole units of
 * securities and the cash left.
 */
export function roundToUnitsOperation(input: Input): unknown {
  const weights = input.numbers(['weights', 'values'], { min: 0 });
  if (input.has('prices')) {
    const prices = input.vector('prices', weights.length, { min: Number.MIN_VALUE });
    const value = input.number('value', { min: 0, max: 1e13 });
    const sum = weights.reduce((total, weight) => total + weight, 0);
    if (sum > 1 + 1e-9) input.refuse('the weights sum to more than 1', 'weights');
    return wholeUnits(weights, prices, value);
  }
  const units = input.number('units', { min: 0, max: 1e15, isInteger: true });
  const whole = { min: 0, isInteger: true };
  const lower = input.vectorOr(['lower', 'lowerBounds'], weights.length, undefined, whole);
  const upper = input.vectorOr(['upper', 'upperBounds'], weights.length, undefined, whole);
  const result = roundToUnits(weights, units, { ...(lower ? { lower } : {}), ...(upper ? { upper } : {}) });
  return { units: result, sum: units };
}
