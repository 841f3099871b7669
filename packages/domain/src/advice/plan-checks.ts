/** What is checked of a plan before it may be carried out. */
export const planCheckKeys = [
  'suitability',
  'targetMarket',
  'universe',
  'minimums',
  'bib',
  'esg',
  'restrictions',
] as const;
export type PlanCheckKey = (typeof planCheckKeys)[number];

/** A warning may be carried out after a word with the client, a block may not. */
export const planCheckResults = ['ok', 'warning', 'blocked'] as const;
export type PlanCheckResult = (typeof planCheckResults)[number];
