import type { AuthenticatedUser } from '@depotwerk/api/auth/auth';
import { permittedTabs } from '../../platform/permitted-tabs.ts';

/** Tabs of a contract, in their order; also the last part of the address. */
export const contractTabs = [
  'overview',
  'portfolio',
  'savings-plan',
  'optimization-hints',
  'analysis',
  'optimization',
  'documents',
  'notes',
  'history',
] as const;
export type ContractTab = (typeof contractTabs)[number];

export function contractTabOf(text: string): ContractTab {
  return contractTabs.find((tab) => tab === text) ?? 'overview';
}

/** What a customer sees of her contract: what she has, not what the house thinks of doing with it. */
const ownTabs: readonly ContractTab[] = ['overview', 'portfolio', 'savings-plan'];

/** Tabs the user can open. */
export const openContractTabs = (user: AuthenticatedUser | null): ContractTab[] =>
  permittedTabs(
    user?.ownCustomerId === undefined ? contractTabs : ownTabs,
    { optimization: 'optimization.view', documents: 'documents.view', notes: 'customers.view' },
    user,
  );
