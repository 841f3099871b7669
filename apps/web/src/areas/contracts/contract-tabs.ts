/** Tabs of a contract, as they stand in its address (G-09). */
export const contractTabs = [
  'overview',
  'portfolio',
  'savings-plan',
  'optimization-hints',
  'optimization',
  'documents',
  'history',
] as const;
export type ContractTab = (typeof contractTabs)[number];
