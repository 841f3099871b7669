import { guidPattern } from '@depotwerk/domain/guid';
import { managedFundSortKeys } from '@depotwerk/domain/lists/sort-keys';
import type { RawSearch } from '../platform/search-params.ts';
import { textParam, viewParams } from '../platform/search-params.ts';

/** What stands in the address of a list of master data: search, order, the filters by name, and what is open. */
export type ListAddress<Name extends string> = {
  search?: string;
  sort?: string;
  /** Shown columns joined by commas; absent = all. */
  columns?: string;
  /** Column the list is grouped by; absent = not grouped. */
  groupBy?: string;
  /** The saved view that is shown. */
  viewId?: string;
  /** Id of the object in the side panel, or `new`. */
  open?: string;
} & { [Filter in Name]?: string };

/** Reads an address; what the list does not take is left out. */
export function readListAddress<Name extends string>(
  raw: RawSearch,
  sortKeys: readonly string[],
  filters: Readonly<Record<Name, RegExp>>,
): ListAddress<Name> {
  const search = textParam(raw['search'], 100)?.trim();
  const sort = textParam(raw['sort'], 100);
  const open = textParam(raw['open'], 36);
  const chosen = Object.entries<RegExp>(filters).flatMap(([name, pattern]) => {
    const value = textParam(typeof raw[name] === 'boolean' ? String(raw[name]) : raw[name], 60);
    return value !== undefined && pattern.test(value) ? [[name, value]] : [];
  });
  return {
    // Names and values come from `filters`, which has exactly the names of the type.
    ...(Object.fromEntries(chosen) as { [Filter in Name]?: string }),
    ...(search !== undefined && search.length >= 2 && { search }),
    ...(sort !== undefined && sortKeys.includes(sort.replace(/^-/, '')) && { sort }),
    ...viewParams(raw),
    ...(open !== undefined && (open === 'new' || number.test(open) || guidPattern.test(open)) && { open }),
  };
}

const flag = /^(true|false)$/;
const number = /^[1-9]\d{0,9}$/;

/**
 * Sort keys and filters of each list. Keys that the calls take from their field tables are written out, so that reading an
 * address loads neither; a test compares them.
 */
export const listShapes = {
  insurers: {
    sortKeys: ['insurerName', 'shortName', 'bafinNumber', 'tariffCount', 'isInactive'],
    filters: { isInactive: flag },
  },
  issuers: {
    sortKeys: ['issuerName', 'bankId', 'insurerName', 'traderKind', 'tariffCount', 'isInactive'],
    filters: { isInactive: flag, insurerId: number, traderKind: /^(fints|api|file|none)$/ },
  },
  costModels: {
    sortKeys: [
      'costModelName',
      'insurerName',
      'tariffName',
      'entryFee',
      'contractFeePercent',
      'validFrom',
      'validTo',
    ],
    filters: { state: /^(current|future|past)$/, insurerId: number, tariffId: guidPattern },
  },
  fundCategories: {
    sortKeys: ['sortOrder', 'categoryName', 'peergroupCount', 'fundCount'],
    filters: {},
  },
  tags: {
    sortKeys: ['tagName', 'customerCount', 'contractCount', 'isInactive'],
    filters: { isInactive: flag },
  },
  peergroups: {
    sortKeys: [
      'peergroupName',
      'peergroupKey',
      'categoryName',
      'fundCount',
      'equityQuota',
      'volatility',
      'isInactive',
    ],
    filters: { isInactive: flag, categoryId: number },
  },
  funds: {
    sortKeys: managedFundSortKeys,
    filters: {
      categoryId: number,
      peergroupId: number,
      withoutPeergroup: flag,
      riskIndicator: /^[1-7]$/,
      sfdrArticle: /^[689]$/,
      feeTo: /^0(\.\d{1,6})?$/,
      ratingFrom: /^[1-5]$/,
      isETF: flag,
      isSavingsPlanCapable: flag,
      isGuaranteeFund: flag,
      fundStatus: /^(open|softClosed|closed|merged|liquidated)$/,
      isInactive: flag,
    },
  },
} as const;

/** Background jobs come newest first; there is no other order. */
const jobFilters = {
  state: /^(queued|running|failed|done|dead)$/,
  jobType: /^[A-Za-z]{1,50}$/,
  isMine: flag,
} as const;
export type JobFilter = keyof typeof jobFilters;
export const validateJobsSearch = (raw: RawSearch) => readListAddress(raw, [], jobFilters);

export const validateInsurersSearch = (raw: RawSearch) =>
  readListAddress(raw, listShapes.insurers.sortKeys, listShapes.insurers.filters);
export const validateIssuersSearch = (raw: RawSearch) =>
  readListAddress(raw, listShapes.issuers.sortKeys, listShapes.issuers.filters);
export const validateCostModelsSearch = (raw: RawSearch) =>
  readListAddress(raw, listShapes.costModels.sortKeys, listShapes.costModels.filters);
export const validateFundCategoriesSearch = (raw: RawSearch) =>
  readListAddress(raw, listShapes.fundCategories.sortKeys, listShapes.fundCategories.filters);
export const validateTagsSearch = (raw: RawSearch) =>
  readListAddress(raw, listShapes.tags.sortKeys, listShapes.tags.filters);
export const validatePeergroupsSearch = (raw: RawSearch) =>
  readListAddress(raw, listShapes.peergroups.sortKeys, listShapes.peergroups.filters);
export const validateManagedFundsSearch = (raw: RawSearch) =>
  readListAddress(raw, listShapes.funds.sortKeys, listShapes.funds.filters);
