import { lastHintNumber } from '@depotwerk/domain/hint-number';
import { type ContractSortKey, contractSortKeys } from '@depotwerk/domain/lists/sort-keys';
import type { RawSearch } from '../../../platform/search-params.ts';
import {
  dayParam,
  flagParam,
  guidParam,
  integerParam,
  numberParam,
  textParam,
  viewParams,
} from '../../../platform/search-params.ts';
import type { SortOrder } from '../../../ui/sort-order.ts';
import { parseSortOrder, sortOrderText } from '../../../ui/sort-order.ts';

/** Filters of the contract list as the address carries them; the same names as in the call. */
export interface ContractFilter {
  search?: string;
  tariffId?: string;
  insurerId?: number;
  groupId?: string;
  tagId?: number;
  heldFundId?: number;
  hintId?: number;
  riskClassId?: number;
  scoreFrom?: number;
  scoreTo?: number;
  valueFrom?: number;
  valueTo?: number;
  lastCheckBefore?: string;
  lastConsultationBefore?: string;
  withHints?: boolean;
  riskOutOfBand?: boolean;
  withoutProfile?: boolean;
  hasPendingChanges?: boolean;
  useETF?: boolean;
  isLinked?: boolean;
  withUnknownPayments?: boolean;
}

/** Typed search parameters of `/contracts`. */
export interface ContractsSearch extends ContractFilter {
  /** Address form of the order; absent = the default order. */
  sort?: string;
  /** Shown columns joined by commas; absent = the default columns. */
  columns?: string;
  /** Column the list is grouped by; absent = not grouped. */
  groupBy?: string;
  /** The saved view that is shown. */
  viewId?: string;
}

/** Filters that are yes, no or not set. */
export const contractFlagNames = [
  'withHints',
  'riskOutOfBand',
  'withoutProfile',
  'hasPendingChanges',
  'useETF',
  'isLinked',
  'withUnknownPayments',
] as const;

/** Filter names in the order of the panel and the chips. `search` has its own box and is no chip. */
export const contractFilterNames = [
  'tariffId',
  'insurerId',
  'groupId',
  'tagId',
  'heldFundId',
  'hintId',
  'riskClassId',
  'scoreFrom',
  'scoreTo',
  'valueFrom',
  'valueTo',
  'lastCheckBefore',
  'lastConsultationBefore',
  ...contractFlagNames,
] as const satisfies readonly (keyof ContractFilter)[];
export type ContractFilterName = (typeof contractFilterNames)[number];

export const defaultContractSort: SortOrder<ContractSortKey> = {
  key: 'customer.lastName',
  isDescending: false,
};

/** A search needs two characters. */
export const minimumSearchLength = 2;

/** Reads the address; what a list does not take is left out, so a broken link still shows a list. */
export function parseContractsSearch(raw: RawSearch): ContractsSearch {
  const search = textParam(raw['search'], 100)?.trim();
  const sort = parseSortOrder(textParam(raw['sort']), contractSortKeys);
  const { columns, groupBy, viewId } = viewParams(raw);
  const read: { [Name in keyof ContractsSearch]-?: ContractsSearch[Name] | undefined } = {
    search: search !== undefined && search.length >= minimumSearchLength ? search : undefined,
    tariffId: guidParam(raw['tariffId']),
    insurerId: integerParam(raw['insurerId'], 1, 2_147_483_647),
    groupId: guidParam(raw['groupId']),
    tagId: integerParam(raw['tagId'], 1, 2_147_483_647),
    heldFundId: integerParam(raw['heldFundId'], 1, 2_147_483_647),
    hintId: integerParam(raw['hintId'], 1, lastHintNumber),
    riskClassId: integerParam(raw['riskClassId'], 1, 7),
    scoreFrom: integerParam(raw['scoreFrom'], 0, 100),
    scoreTo: integerParam(raw['scoreTo'], 0, 100),
    valueFrom: numberParam(raw['valueFrom'], 0, 1e12),
    valueTo: numberParam(raw['valueTo'], 0, 1e12),
    lastCheckBefore: dayParam(raw['lastCheckBefore']),
    lastConsultationBefore: dayParam(raw['lastConsultationBefore']),
    withHints: flagParam(raw['withHints']),
    riskOutOfBand: flagParam(raw['riskOutOfBand']),
    withoutProfile: flagParam(raw['withoutProfile']),
    hasPendingChanges: flagParam(raw['hasPendingChanges']),
    useETF: flagParam(raw['useETF']),
    isLinked: flagParam(raw['isLinked']),
    withUnknownPayments: flagParam(raw['withUnknownPayments']),
    sort: sort && sortOrderText(sort),
    columns,
    groupBy,
    viewId,
  };
  // Unset members are dropped, so that `exactOptionalPropertyTypes` holds and equal addresses give equal objects.
  return Object.fromEntries(Object.entries(read).filter(([, value]) => value !== undefined));
}

/** The part that filters list, statistics and export alike. */
export function contractFilterOf(search: ContractsSearch): ContractFilter {
  const { sort: _sort, columns: _columns, viewId: _viewId, ...rest } = search;
  const known: readonly string[] = ['search', ...contractFilterNames];
  return Object.fromEntries(Object.entries(rest).filter(([name]) => known.includes(name)));
}

export function contractSortOf(search: ContractsSearch): SortOrder<ContractSortKey> {
  return parseSortOrder(search.sort, contractSortKeys) ?? defaultContractSort;
}

/** Filters that are set, in the order of the panel. */
export function activeFilterNames(search: ContractsSearch): ContractFilterName[] {
  return contractFilterNames.filter((name) => search[name] !== undefined);
}
