import { EngineError } from '../engine-error.ts';

/**
 * Root of a continuous function between two values of different sign (Brent 1973): inverse quadratic
 * interpolation and secant, guarded by bisection.
 *
 * @param precision width of the bracket at which to stop, besides rounding
 */
export function findRoot(f: (x: number) => number, from: number, to: number, precision = 1e-15): number {
  let [a, b, fa, fb] = [from, to, f(from), f(to)];
  if (fa === 0) return a;
  if (fb === 0) return b;
  if (fa > 0 === fb > 0) throw new EngineError('NOT_CONVERGED', 'no root between the ends');
  let [c, fc, d, e] = [a, fa, b - a, b - a];
  for (let iteration = 0; iteration < 300; iteration++) {
    if (fb > 0 === fc > 0) [c, fc, d, e] = [a, fa, b - a, b - a];
    if (Math.abs(fc) < Math.abs(fb)) [a, b, c, fa, fb, fc] = [b, c, b, fb, fc, fb];
    const tolerance = 2 * Number.EPSILON * Math.abs(b) + precision;
    const half = (c - b) / 2;
    if (Math.abs(half) <= tolerance || fb === 0) return b;
    if (Math.abs(e) >= tolerance && Math.abs(fa) > Math.abs(fb)) {
      const s = fb / fa;
      let p = 2 * half * s;
      let q = 1 - s;
      if (a !== c) {
        const r = fb / fc;
        const u = fa / fc;
        p = s * (2 * half * u * (u - r) - (b - a) * (r - 1));
        q = (u - 1) * (r - 1) * (s - 1);
      }
      if (p > 0) q = -q;
      p = Math.abs(p);
      if (2 * p < Math.min(3 * half * q - Math.abs(tolerance * q), Math.abs(e * q))) [e, d] = [d, p / q];
      else [d, e] = [half, half];
    } else [d, e] = [half, half];
    [a, fa] = [b, fb];
    b += Math.abs(d) > tolerance ? d : half > 0 ? tolerance : -tolerance;
    fb = f(b);
  }
  throw new EngineError('NOT_CONVERGED', 'the root was not found');
}
