/** A portfolio in the plane of risk and return; fractions per year. */
export interface FrontierPoint {
  readonly volatility: number;
  readonly expectedReturn: number;
}

export interface Axis {
  readonly minimum: number;
  readonly maximum: number;
  readonly ticks: readonly number[];
}

/** Distances of ticks in fractions. */
const steps = [0.001, 0.002, 0.0025, 0.005, 0.01, 0.02, 0.025, 0.05, 0.1, 0.2, 0.5];
const mostTicks = 6;

/** An axis whose ends are ticks and hold all values; from 0 on where `startsAtZero`. */
export function axisOf(values: readonly number[], startsAtZero: boolean): Axis {
  const known = values.filter(Number.isFinite);
  const low = startsAtZero ? 0 : Math.min(...known);
  const high = Math.max(...known);
  if (known.length === 0) return { minimum: 0, maximum: 0.01, ticks: [0, 0.01] };
  const span = Math.max(high - low, 0.004);
  const step = steps.find((candidate) => span / candidate <= mostTicks - 1) ?? 1;
  const first = Math.floor(low / step + 1e-9);
  const last = Math.max(first + 1, Math.ceil(high / step - 1e-9));
  const ticks = Array.from({ length: last - first + 1 }, (_, index) => (first + index) * step);
  return { minimum: first * step, maximum: last * step, ticks };
}

/** Place of a value between the ends of an axis, 0 to 1. */
export const placeOn = ({ minimum, maximum }: Axis, value: number): number =>
  (value - minimum) / (maximum - minimum);

/** Commands of an SVG path through the points. */
export function pathThrough(points: readonly { readonly x: number; readonly y: number }[]): string {
  return points
    .map(({ x, y }, index) => `${index === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`)
    .join('');
}
