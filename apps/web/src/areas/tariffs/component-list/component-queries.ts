import type { ComponentItem } from '@depotwerk/api/components/tariff-components';
import { listComponents, listComponentUses } from '@depotwerk/api/components/tariff-components';
import type { ComponentKind } from '@depotwerk/domain/tariff/tariff-drafts';
import { queryOptions } from '@tanstack/react-query';
import { loadListPage } from '../../../lists/list-calls.ts';
import { callApi } from '../../../platform/api-client.ts';
import { queryClient } from '../../../platform/query-client.ts';
import type { RowPage } from '../../../ui/paged-rows.ts';
import { reloadLookups } from '../lookup-queries.ts';

export const componentListKey = 'tariff-components';

/** Filter of the list that stands in the address. */
export interface ComponentFilter {
  search?: string;
  isInactive?: boolean;
}

/** One page of the components of a kind. */
export function loadComponentPage(
  kind: ComponentKind,
  filter: ComponentFilter,
  sort: string,
  page: number,
  pageSize: number,
  signal: AbortSignal,
): Promise<RowPage<ComponentItem>> {
  return loadListPage(
    listComponents,
    { params: { kind }, query: { ...filter, sort, page, pageSize } },
    signal,
  );
}

/** Tariffs and components that use a component. */
export const componentUsesQuery = (kind: ComponentKind, id: string) =>
  queryOptions({
    queryKey: [componentListKey, 'uses', kind, id],
    queryFn: ({ signal }) => callApi(listComponentUses, { params: { kind, id } }, { signal }),
  });

/** After a component was created, changed or deleted: lists, choices and uses are read again. */
export async function reloadComponents(): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: [componentListKey] }),
    reloadLookups('components'),
  ]);
}
