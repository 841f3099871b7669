/** Beyond this share of what was stated, prices of other days no longer explain a difference. */
export const statedValueTolerance = 0.1;

/** Whether what was stated for a holding is another figure than the one that counts for it. */
export function contradictsStated(counted: number, stated: number): boolean {
  return Math.abs(counted - stated) > statedValueTolerance * stated;
}
