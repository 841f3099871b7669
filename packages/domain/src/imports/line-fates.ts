/** What becomes of a line of a file. */
export const lineFates = ['new', 'changed', 'unchanged', 'refused'] as const;
export type LineFate = (typeof lineFates)[number];

/** What a customer of the same name and date of birth means: ask by refusing, take him, or make a new one. */
export const likelyPolicies = ['ask', 'match', 'create'] as const;
export type LikelyPolicy = (typeof likelyPolicies)[number];
