/** Horner's scheme, coefficients from the highest power down. */
const polynomial = (coefficients: readonly number[], x: number) => {
  let value = 0;
  for (const c of coefficients) value = value * x + c;
  return value;
};

const top = [
  0.0352624965998911, 0.700383064443688, 6.37396220353165, 33.912866078383, 112.079291497871,
  221.213596169931, 220.206867912376,
];
const bottom = [
  0.0883883476483184, 1.75566716318264, 16.064177579207, 86.7807322029461, 296.564248779674, 637.333633378831,
  793.826512519948, 440.413735824752,
];

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
    ? (density * polynomial(top, size)) / polynomial(bottom, size)
    : density / (size + 1 / (size + 2 / (size + 3 / (size + 4 / (size + 0.65))))) / 2.506628274631;
}
