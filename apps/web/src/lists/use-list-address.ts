import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import type { RawSearch } from '../platform/search-params.ts';
import { toWithoutFilters } from '../ui/kept-looks.ts';
import type { SortOrder } from '../ui/sort-order.ts';
import { nextSortOrder, parseSortOrder, sortOrderText } from '../ui/sort-order.ts';
import type { ListAddress } from './list-address.ts';

/** A list whose search, order, filters and open object stand in the address. */
export interface ListControl<SortKey extends string, Name extends string> {
  address: ListAddress<Name>;
  order: SortOrder<SortKey>;
  onSort: (key: SortKey, startsDescending: boolean) => void;
  onSearch: (text: string | undefined) => void;
  onFilter: (name: Name, value: string | undefined) => void;
  /** Which columns are shown, in which order and how wide. */
  onColumns: (columns: string) => void;
  onReset: () => void;
  /** Opens an object beside the list; going back closes it. */
  onOpen: (id: string) => void;
  onClose: () => void;
}

/** Reads and changes the address of the list on screen. */
export function useListAddress<SortKey extends string, Name extends string>(
  validate: (raw: RawSearch) => ListAddress<Name>,
  sortKeys: readonly SortKey[],
  fallback: SortKey,
): ListControl<SortKey, Name> {
  const raw: RawSearch = useSearch({ strict: false });
  const address = useMemo(() => validate(raw), [raw, validate]);
  const navigate = useNavigate();
  const router = useRouter();
  const change = useCallback(
    (members: Readonly<Record<string, string | undefined>>) =>
      void navigate({
        to: '.',
        // The list's own members; whatever else stands in the address stays.
        search: (previous: object) => ({ ...previous, ...members }),
        replace: true,
        resetScroll: false,
      }),
    [navigate],
  );
  const order = parseSortOrder(address.sort, sortKeys) ?? { key: fallback, isDescending: false };
  return {
    address,
    order,
    onSort: (key, startsDescending) =>
      change({ sort: sortOrderText(nextSortOrder(order, key, startsDescending)) }),
    onSearch: (search) => change({ search }),
    onFilter: (name, value) => change({ [name]: value }),
    onColumns: (columns) => change({ columns }),
    onReset: () => {
      const { search, ...asNow } = toWithoutFilters(address);
      // The list's own members, of whichever page it is.
      void navigate({ to: '.', search: search as never, ...asNow });
    },
    onOpen: (open) =>
      void navigate({
        to: '.',
        search: (previous: object) => ({ ...previous, open }),
        state: (previous: object) => ({ ...previous, panelOpenedHere: true }) as never,
        resetScroll: false,
      }),
    onClose: () => {
      if ('panelOpenedHere' in router.history.location.state) router.history.back();
      else change({ open: undefined });
    },
  };
}
