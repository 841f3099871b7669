import { formatPercent } from '@depotwerk/domain/percent';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { QueryError } from '../../ui/feedback.tsx';
import { SearchBox } from '../../ui/search-box.tsx';
import { type FoundFund, foundFundsQuery } from './analysis-queries.ts';
import { useGone } from './use-gone.ts';

const detailOf = ({ isin, company, ongoingFee }: FoundFund) =>
  [
    isin,
    company,
    ongoingFee === null ? null : t('analysis.search.fee', { fee: formatPercent(ongoingFee, 2, 2) }),
  ]
    .filter(Boolean)
    .join(' · ');

/** Finds a fund by ISIN, WKN or name, and hands over the one that is chosen. */
export function FundSearch({
  guid,
  initial,
  isKnown,
  onPick,
}: {
  guid: string;
  /** What is searched for at first. */
  initial?: string | undefined;
  /** Funds that are not offered. */
  isKnown: (isin: string) => boolean;
  onPick: (fund: FoundFund) => void;
}) {
  const [search, setSearch] = useState(initial);
  const query = useQuery(foundFundsQuery(guid, search));
  useGone(query.error);
  const found = (query.data ?? []).filter(({ isin }) => !isKnown(isin));
  return (
    <>
      <SearchBox label={t('analysis.search.label')} value={search} onSearch={setSearch} />
      {query.isError ? (
        <QueryError query={query} />
      ) : query.data && found.length === 0 ? (
        <p className="hint" role="status">
          {t('analysis.search.none')}
        </p>
      ) : (
        <ul className="analysis__hits">
          {found.map((fund) => (
            <li key={fund.isin}>
              <span className="analysis__holding-name">
                {fund.name}
                <span className="hint">{detailOf(fund)}</span>
              </span>
              <Button
                size="small"
                aria-label={t('analysis.search.addNamed', { name: fund.name })}
                onClick={() => {
                  onPick(fund);
                  setSearch(undefined);
                }}
              >
                {t('analysis.search.add')}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
