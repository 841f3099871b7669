/** Status of a weight or of a group row. */
export const free = 0;
export const atLower = -1;
export const atUpper = 1;

/** Which bounds and rows hold with equality at a solution, and the solution. */
export interface ActiveSet {
  /** {@link free}, {@link atLower} or {@link atUpper} per asset. */
  readonly assets: Int8Array;
  /** The same per group row; an equality row that the others already imply stays {@link free}. */
  readonly rows: Int8Array;
  readonly weights: Float64Array;
}
