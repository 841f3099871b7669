/** Status of a weight or of a group row. */
export const free = 0;
export const atLower = -1;
export const atUpper = 1;
/** Group row that other equations already imply: never active, never released. */
export const redundant = 2;

/** Which bounds and rows hold with equality at a solution, and the solution. */
export interface ActiveSet {
  /** {@link free}, {@link atLower} or {@link atUpper} per asset. */
  readonly assets: Int8Array;
  /** The same per group row; {@link redundant} for an equality row implied by the others. */
  readonly rows: Int8Array;
  readonly weights: Float64Array;
}
