import type { TariffItem } from '@depotwerk/api/tariffs/tariffs';
import { getTariff, listTariffs, putTariff } from '@depotwerk/api/tariffs/tariffs';
import { queryOptions } from '@tanstack/react-query';
import { loadListPage } from '../../../lists/list-calls.ts';
import { callWithHeaders } from '../../../platform/api-client.ts';
import type { RowPage } from '../../../ui/paged-rows.ts';
import { tariffKey } from '../tariff-steps/tariff-queries.ts';
import type { TariffFilter } from './tariffs-search.ts';

/** One page of the tariffs. */
export function loadTariffPage(
  filter: TariffFilter,
  sort: string,
  page: number,
  pageSize: number,
  signal: AbortSignal,
): Promise<RowPage<TariffItem>> {
  return loadListPage(listTariffs, { query: { ...filter, sort, page, pageSize } }, signal);
}

/** A tariff with the tag its changes are made on. */
export const tariffQuery = (id: string) =>
  queryOptions({
    queryKey: [...tariffKey(id), 'detail'],
    queryFn: async ({ signal }) => {
      const { answer, etag } = await callWithHeaders(getTariff, { params: { id } }, { signal });
      return { ...answer, etag };
    },
  });

/** What became of switching a tariff on or off. */
export interface ActiveChange {
  /** Version that carries the change; null = it took effect at once, nothing is published yet. */
  readonly draftVersion: number | null;
}

/**
 * Switches a tariff on or off. The state is part of a version: a published tariff changes when the draft made here is
 * published. Throws ApiError, 409 while a version waits for approval.
 */
export async function setTariffActive(id: string, isActive: boolean): Promise<ActiveChange> {
  const { answer, etag } = await callWithHeaders(getTariff, { params: { id } });
  const { answer: saved } = await callWithHeaders(
    putTariff,
    { params: { id }, body: { ...answer.tariff, isInactive: !isActive } },
    { ifMatch: etag ?? undefined },
  );
  return { draftVersion: saved.publishedVersionNumber === null ? null : saved.version.versionNumber };
}
