// Horner's schemes of Hart's approximation, written out: a projection asks for a million of them.
const top = (x: number) =>
  (((((0.0352624965998911 * x + 0.700383064443688) * x + 6.37396220353165) * x + 33.912866078383) * x +
    112.079291497871) *
    x +
    221.213596169931) *
    x +
  220.206867912376;
const bottom = (x: number) =>
  ((((((0.0883883476483184 * x + 1.75566716318264) * x + 16.064177579207) * x + 86.7807322029461) * x +
    296.564248779674) *
    x +
    637.333633378831) *
    x +
    793.826512519948) *
    x +
  440.413735824752;

/** Standard normal distribution function (Hart 1968 in the form of West 2005), absolute accuracy about 1e-15. */
export function normalCdf(x: number): number {
  const tail = normalTail(Math.abs(x));
  return x > 0 ? 1 - tail : tail;
}

/** Probability of more than a size of 0 or above; keeps its digits however small it is. */
export function normalTail(size: number): number {
  if (size > 37) return 0;
  const density = Math.exp((-size * size) / 2);
  return size < 7.07106781186547
    ? (density * top(size)) / bottom(size)
    : density / (size + 1 / (size + 2 / (size + 3 / (size + 4 / (size + 0.65))))) / 2.506628274631;
}
