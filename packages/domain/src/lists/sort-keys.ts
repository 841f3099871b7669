/**
 * What the great lists may be sorted by: keys of the calls, of the addresses in the browser and of the statements alike. They
 * stand apart from the descriptions of the calls, so that reading an address does not load those.
 */

/** Sort keys of the contract list; a leading minus sorts downwards. */
export const contractSortKeys = [
  'contractScore',
  'customer.lastName',
  'tariff.name',
  'insurer.insurerName',
  'group.groupName',
  'externalKey',
  'totalValue',
  'cashValue',
  'risk',
  'hints',
  'lastCheck',
  'lastConsultation',
  'startDate',
] as const;
export type ContractSortKey = (typeof contractSortKeys)[number];

/** Sort keys of the customer list. */
export const customerSortKeys = [
  'lastName',
  'firstName',
  'dateOfBirth',
  'group.groupName',
  'contractCount',
  'totalValue',
  'profileValidUntil',
] as const;
export type CustomerSortKey = (typeof customerSortKeys)[number];

/** Sort keys of the tariff list. */
export const tariffSortKeys = [
  'name',
  'key',
  'tariffTypeName',
  'issuerName',
  'insurerName',
  'contractCount',
  'updatedAt',
] as const;
export type TariffSortKey = (typeof tariffSortKeys)[number];

/** Sort keys of the list of all funds. */
export const managedFundSortKeys = [
  'name',
  'isin',
  'companyName',
  'peergroupName',
  'riskIndicator',
  'ongoingFee',
  'rating',
  'sfdrArticle',
  'priceDate',
] as const;
export type ManagedFundSortKey = (typeof managedFundSortKeys)[number];
