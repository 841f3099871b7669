/** Whole years from one day to another, both `YYYY-MM-DD`; 0 where the other lies before. */
export function wholeYearsBetween(from: string, to: string): number {
  const years = Number(to.slice(0, 4)) - Number(from.slice(0, 4));
  return Math.max(0, to.slice(5) < from.slice(5) ? years - 1 : years);
}
