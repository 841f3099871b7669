import type { AuthenticatedUser } from '@depotwerk/api/auth/auth';
import type { PermissionCode } from '@depotwerk/domain/permissions';
import { permittedTabs } from '../../platform/permitted-tabs.ts';
import type { RawSearch } from '../../platform/search-params.ts';
import { choiceParam } from '../../platform/search-params.ts';

/** Parts of a customer's page, in their order. */
export const customerTabs = [
  'contracts',
  'profile',
  'documents',
  'consultations',
  'messages',
  'notes',
  'history',
  'data-protection',
] as const;
export type CustomerTab = (typeof customerTabs)[number];

/** Permissions of the calls a tab makes beyond those of the customer himself. */
const tabPermissions: Partial<Record<CustomerTab, PermissionCode>> = {
  documents: 'documents.view',
  consultations: 'consultations.view',
  messages: 'customers.edit',
};
/** Tabs whose calls answer a customer about himself as if there was nobody. */
const houseTabs: readonly CustomerTab[] = ['notes', 'history', 'data-protection'];

/** Tabs the user can open: those whose calls he may make. */
export function openTabs(
  user: AuthenticatedUser | null,
  { isOwn, mayEdit }: { isOwn: boolean; mayEdit: boolean },
): CustomerTab[] {
  const tabs = permittedTabs(customerTabs, tabPermissions, user).filter(
    (tab) => mayEdit || tab !== 'messages',
  );
  return isOwn ? tabs.filter((tab) => !houseTabs.includes(tab)) : tabs;
}

/** Search parameters of `/customers/{id}`; absent = the contracts. */
export interface CustomerSearch {
  tab?: CustomerTab;
  /** The form is open. */
  open?: 'edit' | 'contract';
}

export function validateCustomerSearch(raw: RawSearch): CustomerSearch {
  const tab = choiceParam(raw['tab'], customerTabs);
  return {
    ...(tab !== undefined && tab !== 'contracts' && { tab }),
    ...((raw['open'] === 'edit' || raw['open'] === 'contract') && { open: raw['open'] }),
  };
}
