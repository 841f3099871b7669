import type { ComponentKind } from '@depotwerk/domain/tariff/tariff-drafts';
import type { RawSearch } from '../../../platform/search-params.ts';
import { choiceParam, flagParam, textParam, viewParams } from '../../../platform/search-params.ts';
import type { SortOrder } from '../../../ui/sort-order.ts';
import { parseSortOrder, sortOrderText } from '../../../ui/sort-order.ts';

/** Tabs of the list in their order: what a tariff is put together from first comes first. */
export const componentTabs = [
  'risk',
  'selection',
  'allocation',
  'universe',
] as const satisfies readonly ComponentKind[];

const sortKeys = ['name', 'key', 'usedByCount', 'updatedAt'] as const;
export type ComponentSortKey = (typeof sortKeys)[number];

/** Typed search parameters of `/admin/tariff-components`. */
export interface ComponentsSearch {
  /** Always there once the address was read; links may leave it out for the first tab. */
  kind?: ComponentKind;
  search?: string;
  /** Absent = active and inactive ones. */
  isInactive?: boolean;
  /** Address form of the order; absent = by name. */
  sort?: string;
  /** Shown columns joined by commas; absent = all. */
  columns?: string;
  /** Column the list is grouped by; absent = not grouped. */
  groupBy?: string;
  /** The saved view that is shown. */
  viewId?: string;
}

export const defaultComponentSort: SortOrder<ComponentSortKey> = { key: 'name', isDescending: false };

/** Reads the address; what the list does not take is left out. */
export function validateComponentsSearch(raw: RawSearch): ComponentsSearch {
  const kind = choiceParam(raw['kind'], componentTabs);
  const search = textParam(raw['search'], 100)?.trim();
  const isInactive = flagParam(raw['isInactive']);
  const sort = parseSortOrder(textParam(raw['sort']), sortKeys);
  return {
    kind: kind ?? 'risk',
    ...(search !== undefined && search.length >= 2 && { search }),
    ...(isInactive !== undefined && { isInactive }),
    ...(sort && { sort: sortOrderText(sort) }),
    ...viewParams(raw),
  };
}

export function componentSortOf(search: ComponentsSearch): SortOrder<ComponentSortKey> {
  return parseSortOrder(search.sort, sortKeys) ?? defaultComponentSort;
}

/** The kind a part of an address names, or undefined. */
export function componentKindOf(text: string | undefined): ComponentKind | undefined {
  return choiceParam(text, componentTabs);
}
