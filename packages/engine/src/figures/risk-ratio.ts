/** Below this part of the reward a risk is the rounding noise of a series without any. */
const noise = 1e-12;
/** A return made of two prices carries the rounding of a number near 1; risk and reward below this are nothing but that. */
const rounding = 1e-14;

/** A deviation of returns, 0 where it is nothing but their rounding: a series without risk has none. */
export const realDeviation = (deviation: number): number => (deviation > rounding ? deviation : 0);

/**
 * Reward over risk (Sharpe, Sortino, information ratio); null where there is no risk to divide by: the ratio would be
 * infinite, or nothing over nothing.
 */
export const riskRatio = (reward: number, risk: number): number | null =>
  risk > Math.max(rounding, noise * Math.abs(reward)) ? reward / risk : null;

/**
 * The key by which ratios are ordered, higher is better. A negative ratio is ordered by its reward (more risk would make
 * it look better); a reward without risk stands above every ratio, of several the greater reward first. Neither reward nor
 * risk, as of a fund that is its own index, stands at 0.
 */
export function ratioKey(ratio: number | null, reward: number): number {
  if (ratio === null && Math.abs(reward) <= rounding) return 0;
  if (ratio === null) return reward > 0 ? 1e12 * (1 + reward) : reward;
  return ratio < 0 ? reward : ratio;
}
