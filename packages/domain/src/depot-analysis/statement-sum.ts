/**
 * Whether the sum a statement names is that of its values. All of them are printed in cents, so that a cent is a difference: it may be
 * a figure that was read or written wrongly, and is asked about.
 */
export const isStatementSum = (total: number, sum: number): boolean =>
  Math.round(total * 100) === Math.round(sum * 100);
