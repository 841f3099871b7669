/** Causes of findings as they travel and are told, in the order of the engine, which finds them (`check/group-findings`). */
export const findingCauses = [
  'riskData',
  'allocation',
  'fundClosed',
  'sustainability',
  'restriction',
  'targetMarket',
  'universe',
  'rank',
  'riskIndicator',
  'cluster',
  'prices',
  'savingsPlan',
  'cash',
  'costs',
  'smallPositions',
  'gains',
] as const;
export type FindingCause = (typeof findingCauses)[number];
