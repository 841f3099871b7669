import type { RawSearch } from '../../platform/search-params.ts';
import { choiceParam } from '../../platform/search-params.ts';

/** Parts of a customer's page, in their order (G-12). */
export const customerTabs = [
  'contracts',
  'profile',
  'documents',
  'consultations',
  'history',
  'data-protection',
] as const;
export type CustomerTab = (typeof customerTabs)[number];

/** Search parameters of `/customers/{id}`; absent = the contracts. */
export interface CustomerSearch {
  tab?: CustomerTab;
}

export function validateCustomerSearch(raw: RawSearch): CustomerSearch {
  const tab = choiceParam(raw['tab'], customerTabs);
  return tab === undefined || tab === 'contracts' ? {} : { tab };
}
