import { listTariffs } from '@depotwerk/api/tariffs/tariffs';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { callApi } from '../../../platform/api-client.ts';
import { t } from '../../../texts/texts.ts';
import { SearchPick } from '../../../ui/search-pick.tsx';
import { tariffQuery } from '../tariff-list/tariff-list-queries.ts';

const shownHits = 6;

/** Finds another tariff to compare with, by its name or key, or shows the chosen one. */
export function OtherTariff({
  tariffId,
  otherId,
  onChoose,
}: {
  tariffId: string;
  otherId: string | undefined;
  onChoose: (otherId: string | undefined) => void;
}) {
  const [search, setSearch] = useState<string | undefined>(undefined);
  const other = useQuery({ ...tariffQuery(otherId ?? ''), enabled: otherId !== undefined });
  const hits = useQuery({
    queryKey: ['tariffs', 'picker', search],
    queryFn: ({ signal }) =>
      callApi(listTariffs, { query: { search: search ?? '', pageSize: shownHits + 1 } }, { signal }),
    enabled: search !== undefined,
    placeholderData: keepPreviousData,
    select: (tariffs) =>
      tariffs
        .filter(({ id }) => id !== tariffId)
        .slice(0, shownHits)
        .map(({ id, name, key }) => ({ id, label: name, description: key })),
  });
  return (
    <SearchPick
      label={t('tariffVersions.compare.other')}
      searchLabel={t('tariffVersions.compare.searchOther')}
      picked={otherId === undefined ? null : (other.data?.tariff.name ?? '…')}
      clearLabel={t('tariffVersions.compare.withoutOther')}
      onClear={() => onChoose(undefined)}
      search={search}
      onSearch={setSearch}
      hits={hits}
      onPick={({ id }) => {
        setSearch(undefined);
        onChoose(id);
      }}
    />
  );
}
