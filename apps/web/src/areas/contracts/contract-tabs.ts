/** Tabs of a contract, in their order; also the last part of the address (G-09). */
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

export function contractTabOf(text: string): ContractTab {
  return contractTabs.find((tab) => tab === text) ?? 'overview';
}
