/**
 * Parts as they are written under their sum: each rounded, and what the rounded ones miss of the rounded sum goes to those that were
 * rounded furthest the other way, so that a reader who adds them up comes to the sum that stands there.
 *
 * @param parts what makes the sum; a part may be below 0
 */
export function partsOfSum(parts: readonly number[], sum: number, decimals: number): number[] {
  const scale = 10 ** decimals;
  const exact = parts.map((part) => part * scale);
  const rounded = exact.map(Math.round);
  const missing = Math.round(sum * scale) - rounded.reduce((total, part) => total + part, 0);
  // More than roundings explain: these are not the parts of that sum.
  if (Math.abs(missing) < parts.length) {
    const step = Math.sign(missing);
    const gapOf = (index: number) => ((exact[index] ?? 0) - (rounded[index] ?? 0)) * step;
    const furthest = [...exact.keys()].toSorted((a, b) => gapOf(b) - gapOf(a));
    for (const index of furthest.slice(0, Math.abs(missing))) rounded[index] = (rounded[index] ?? 0) + step;
  }
  return rounded.map((part) => part / scale);
}
