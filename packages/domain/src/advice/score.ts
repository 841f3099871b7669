/** Parts of a contract's score, in the order they are told (engine rules, section 11). */
export const scoreKeys = ['risk', 'allocation', 'quality', 'costs', 'savingsPlan'] as const;
export type ScoreKey = (typeof scoreKeys)[number];

export const scoreLevels = ['good', 'fair', 'poor'] as const;
export type ScoreLevel = (typeof scoreLevels)[number];
