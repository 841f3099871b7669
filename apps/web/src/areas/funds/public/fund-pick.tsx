import { searchFunds } from '@depotwerk/api/funds/funds';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { callApi } from '../../../platform/api-client.ts';
import { t } from '../../../texts/texts.ts';
import { SearchPick } from '../../../ui/search-pick.tsx';

/** Hits shown at once; whoever needs more types more. */
const shownHits = 6;

export interface PickedFund {
  id: number;
  name: string;
}

/** A fund as the search found it. */
export interface FoundFund extends PickedFund {
  isin: string;
}

/** One fund, found by ISIN, WKN or name. */
export function FundPick({
  label,
  value,
  isExcluded = () => false,
  onChange,
}: {
  label: string;
  value: PickedFund | null;
  isExcluded?: (id: number) => boolean;
  onChange: (fund: FoundFund | null) => void;
}) {
  const [search, setSearch] = useState<string | undefined>(undefined);
  const hits = useQuery({
    queryKey: ['funds', 'search', search],
    queryFn: ({ signal }) => callApi(searchFunds, { query: { search } }, { signal }),
    enabled: search !== undefined,
    placeholderData: keepPreviousData,
    staleTime: 30_000,
    select: (funds) =>
      funds
        .filter(({ id }) => !isExcluded(id))
        .slice(0, shownHits)
        .map(({ id, name, isin }) => ({ id, name, isin, label: name, description: isin })),
  });
  return (
    <SearchPick
      label={label}
      searchLabel={t('funds.search')}
      picked={value?.name ?? null}
      clearLabel={t('elements.clearChoice')}
      onClear={() => onChange(null)}
      search={search}
      onSearch={setSearch}
      hits={hits}
      onPick={({ id, name, isin }) => {
        setSearch(undefined);
        onChange({ id, name, isin });
      }}
    />
  );
}
