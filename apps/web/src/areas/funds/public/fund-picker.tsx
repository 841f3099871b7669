import { searchFunds } from '@depotwerk/api/funds/funds';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { callApi } from '../../../platform/api-client.ts';
import { t } from '../../../texts/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { QueryError } from '../../../ui/feedback.tsx';
import { SearchBox } from '../../../ui/search-box.tsx';
import type { Fund } from './fund-queries.ts';
import './fund-picker.css';

/** Hits shown at once; whoever needs more types more. */
const shownHits = 8;

/** Finds a fund by ISIN, WKN or name and hands it over. */
export function FundPicker({
  label,
  pickLabel,
  isExcluded,
  detailOf,
  onPick,
}: {
  label: string;
  pickLabel: string;
  isExcluded: (id: number) => boolean;
  /** Second line of a hit. */
  detailOf: (fund: Fund) => string;
  onPick: (fund: Fund) => void;
}) {
  const [search, setSearch] = useState<string | undefined>(undefined);
  const query = useQuery({
    queryKey: ['funds', 'search', search],
    queryFn: ({ signal }) => callApi(searchFunds, { query: { search } }, { signal }),
    enabled: search !== undefined,
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  });
  // That an earlier text found nothing says nothing of this one.
  const isAnswered = query.data !== undefined && !query.isPlaceholderData;
  const found = (query.data ?? []).filter(({ id }) => !isExcluded(id));
  const hits = found.slice(0, shownHits);
  return (
    <div className="fund-picker">
      <SearchBox label={label} value={search} onSearch={setSearch} />
      {search === undefined ? null : query.isError ? (
        <QueryError title={t('masterData.funds.searchFailed')} query={query} />
      ) : isAnswered && hits.length === 0 ? (
        <p className="hint" role="status">
          {t('masterData.peergroups.noFundFound')}
        </p>
      ) : (
        <>
          <ul className="fund-picker__hits">
            {hits.map((fund) => (
              <li key={fund.id} className="fund-picker__hit">
                <span className="fund-picker__name">
                  {fund.name}
                  <span className="hint">{detailOf(fund)}</span>
                </span>
                <Button
                  size="small"
                  aria-label={`${pickLabel}: ${fund.name}`}
                  onClick={() => {
                    onPick(fund);
                    setSearch(undefined);
                  }}
                >
                  {pickLabel}
                </Button>
              </li>
            ))}
          </ul>
          {isAnswered && found.length > hits.length ? (
            <p className="hint" role="status">
              {t('masterData.peergroups.moreFunds')}
            </p>
          ) : null}
        </>
      )}
    </div>
  );
}
