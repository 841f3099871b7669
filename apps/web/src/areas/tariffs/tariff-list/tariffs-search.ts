import { type TariffSortKey, tariffSortKeys } from '@depotwerk/domain/lists/sort-keys';
import type { TariffVersionState } from '@depotwerk/domain/tariff/version-states';
import type { RawSearch } from '../../../platform/search-params.ts';
import {
  choiceParam,
  flagParam,
  guidParam,
  integerParam,
  textParam,
  viewParams,
} from '../../../platform/search-params.ts';
import type { SortOrder } from '../../../ui/sort-order.ts';
import { parseSortOrder, sortOrderText } from '../../../ui/sort-order.ts';

/** States of versions one looks for; what is superseded or archived is no work. */
export const listedStates = [
  'draft',
  'submitted',
  'approved',
  'published',
  'rejected',
] as const satisfies readonly TariffVersionState[];

/** Filter of the tariff list as the address carries it; the same names as in the call. */
export interface TariffFilter {
  search?: string;
  issuerId?: number;
  insurerId?: number;
  tariffTypeId?: number;
  state?: (typeof listedStates)[number];
  isInactive?: boolean;
  /** Tariffs that use a component. */
  componentId?: string;
}

/** Typed search parameters of `/admin/tariffs`. */
export interface TariffsSearch extends TariffFilter {
  sort?: string;
  /** Shown columns joined by commas; absent = all. */
  columns?: string;
  /** Column the list is grouped by; absent = not grouped. */
  groupBy?: string;
  /** The saved view that is shown. */
  viewId?: string;
}

const defaultSort: SortOrder<TariffSortKey> = { key: 'name', isDescending: false };

/** Reads the address; what the list does not take is left out. */
export function validateTariffsSearch(raw: RawSearch): TariffsSearch {
  const search = textParam(raw['search'], 100)?.trim();
  const issuerId = integerParam(raw['issuerId'], 1, 2_147_483_647);
  const insurerId = integerParam(raw['insurerId'], 1, 2_147_483_647);
  const tariffTypeId = integerParam(raw['tariffTypeId'], 1, 100);
  const state = choiceParam(raw['state'], listedStates);
  const isInactive = flagParam(raw['isInactive']);
  const componentId = guidParam(raw['componentId']);
  const sort = parseSortOrder(textParam(raw['sort']), tariffSortKeys);
  return {
    ...(search !== undefined && search.length >= 2 && { search }),
    ...(issuerId !== undefined && { issuerId }),
    ...(insurerId !== undefined && { insurerId }),
    ...(tariffTypeId !== undefined && { tariffTypeId }),
    ...(state !== undefined && { state }),
    ...(isInactive !== undefined && { isInactive }),
    ...(componentId !== undefined && { componentId }),
    ...(sort && { sort: sortOrderText(sort) }),
    ...viewParams(raw),
  };
}

const filterNames = [
  'search',
  'issuerId',
  'insurerId',
  'tariffTypeId',
  'state',
  'isInactive',
  'componentId',
] as const satisfies readonly (keyof TariffFilter)[];

/** The filter alone; the address also carries the order, and the parameters of a dialog over the list. */
export function tariffFilterOf(search: TariffsSearch): TariffFilter {
  return Object.fromEntries(
    filterNames.flatMap((name) => (search[name] === undefined ? [] : [[name, search[name]]])),
  );
}

export function tariffSortOf(search: TariffsSearch): SortOrder<TariffSortKey> {
  return parseSortOrder(search.sort, tariffSortKeys) ?? defaultSort;
}
