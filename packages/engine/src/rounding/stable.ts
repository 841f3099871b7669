/**
 * Rounds the result of exp, log or a power to 1e-12: their last bits may differ between machines, and what is compared
 * or stored must not (engine.md section 0). Large numbers, whose last bits are above 1e-12 anyway, stay.
 */
export function stable(value: number): number {
  return Math.abs(value) < 1000 ? Math.round(value * 1e12) / 1e12 : value;
}
