import type { Tariff } from '@depotwerk/api/tariffs/tariffs';
import { getTariffVersion } from '@depotwerk/api/tariffs/tariffs';
import { queryOptions } from '@tanstack/react-query';
import { callApi } from '../../../platform/api-client.ts';
import { queryClient } from '../../../platform/query-client.ts';

/** Root of everything known about one tariff; lists stand beside it. */
export const tariffKey = (id: string) => ['tariffs', id] as const;
export const tariffListKey = ['tariffs', 'list'] as const;

/** What the wizard read or saved last, for the pages beside its draft (version, names). */
const lastReadKey = (id: string) => [...tariffKey(id), 'last-read'] as const;
export function keepTariff(tariff: Tariff): void {
  queryClient.setQueryData(lastReadKey(tariff.id), tariff);
}
export function lastReadTariff(id: string): Tariff | undefined {
  return queryClient.getQueryData(lastReadKey(id));
}

/** Content and messages of one version. */
export const tariffVersionQuery = (id: string, versionNumber: number) =>
  queryOptions({
    queryKey: [...tariffKey(id), 'versions', versionNumber],
    queryFn: ({ signal }) => callApi(getTariffVersion, { params: { id, versionNumber } }, { signal }),
  });

/** After a tariff was created, changed, deleted or decided about: lists, versions and contracts are read again. */
export function reloadTariffs(): void {
  void queryClient.invalidateQueries({
    predicate: ({ queryKey: [area, id, part] }) =>
      (area === 'tariffs' && part !== 'last-read' && id !== undefined) ||
      area === 'contracts' ||
      area === 'tariff-components',
  });
}
