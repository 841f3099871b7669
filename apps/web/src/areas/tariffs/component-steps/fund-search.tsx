import type { fund } from '@depotwerk/api/funds/funds';
import { searchFunds } from '@depotwerk/api/funds/funds';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { KeyboardEvent } from 'react';
import { useRef, useState } from 'react';
import type * as z from 'zod/mini';
import { callApi } from '../../../platform/api-client.ts';
import { t } from '../../../texts/texts.ts';
import { QueryError } from '../../../ui/feedback.tsx';
import { SearchBox } from '../../../ui/search-box.tsx';
import './fund-list.css';

export type FoundFund = z.infer<typeof fund>;

/** Which funds are looked for besides the text typed. */
export interface FundSearchScope {
  readonly forUniverse?: boolean;
  readonly isGuaranteeFund?: boolean;
  readonly issuerId?: number;
  readonly tariffTypeId?: number;
}

export interface FundSearchProps {
  label: string;
  scope?: FundSearchScope | undefined;
  /** Funds that cannot be picked again. */
  isListed: (id: number) => boolean;
  onPick: (fund: FoundFund) => void;
}

/** Most hits shown below the box; further ones are found by typing on. */
const shownHits = 12;

/**
 * Finds funds by name, ISIN or WKN from two characters on and lets one pick several, one after the other: the hits stay
 * until the search is emptied. Arrow keys lead from the box into the hits and back.
 */
export function FundSearch({ label, scope, isListed, onPick }: FundSearchProps) {
  const [search, setSearch] = useState<string | undefined>(undefined);
  const place = useRef<HTMLDivElement>(null);
  const hits = useQuery({
    queryKey: ['tariff-lookups', 'fund-search', scope ?? null, search],
    queryFn: ({ signal }) =>
      callApi(searchFunds, { query: { ...scope, ...(search !== undefined && { search }) } }, { signal }),
    enabled: search !== undefined,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    const stops = [...(place.current?.querySelectorAll<HTMLElement>('input, [data-hit]') ?? [])];
    const from = stops.findIndex((stop) => stop === document.activeElement);
    if (step === 0 || from === -1) return;
    event.preventDefault();
    stops[Math.min(Math.max(from + step, 0), stops.length - 1)]?.focus();
  };
  // That an earlier text found nothing says nothing of this one.
  const isOutdated = hits.isPlaceholderData && hits.data?.length === 0;
  const found = search === undefined || isOutdated ? undefined : hits.data;
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keys of the controls inside pass by here
    <div ref={place} className="fund-search" onKeyDown={onKeyDown}>
      <SearchBox label={label} value={search} onSearch={setSearch} />
      <div role="status" className="hint">
        {found === undefined || search === undefined
          ? ''
          : found.length === 0
            ? t('common.noResults', { searchText: search })
            : found.length > shownHits
              ? t('fundList.moreHits', { shown: shownHits })
              : ''}
      </div>
      {hits.isError && search !== undefined ? <QueryError query={hits} /> : null}
      {found === undefined || found.length === 0 ? null : (
        <ul className="fund-search__hits" aria-label={t('fundList.hits')}>
          {found.slice(0, shownHits).map((hit) => (
            <li key={hit.id}>
              <button
                type="button"
                data-hit
                className="fund-search__hit"
                // Stays in reach of the keyboard: the place among the hits is kept.
                aria-disabled={isListed(hit.id)}
                onClick={() => {
                  if (!isListed(hit.id)) onPick(hit);
                }}
              >
                <span className="fund-search__name">{hit.name}</span>
                <span className="hint">{[hit.isin, hit.peergroupName].filter(Boolean).join(' · ')}</span>
                <span className="fund-search__action">
                  {isListed(hit.id) ? t('fundList.listed') : t('common.add')}
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
