/** A factor shown this recently counts for the next sensitive step. */
const freshFactorMilliseconds = 5 * 60_000;

/**
 * Whether a second factor was shown recently enough for a sensitive step.
 * @param shownAt when it was last shown in the session; null or undefined = never
 * @param now milliseconds since the epoch
 */
export function isFreshFactor(shownAt: string | null | undefined, now: number): boolean {
  return typeof shownAt === 'string' && now - Date.parse(shownAt) <= freshFactorMilliseconds;
}
