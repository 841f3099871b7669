import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { Chip } from '../../ui/cells.tsx';
import { QueryError } from '../../ui/feedback.tsx';
import { SearchBox } from '../../ui/search-box.tsx';
import '../funds/public/fund-picker.css';

export interface Candidate {
  id: string;
  name: string;
  detail: string;
}

/**
 * Finds people or customers from two characters on and collects them in a pending list, from which they can be taken
 * out again; who is pending is not suggested. Nothing is stored before saving.
 */
export function PendingSearch({
  label,
  queryKey,
  search: find,
  pending,
  onAdd,
  onRemove,
  addLabel = t('common.add'),
  pendingLabel = t('userManagement.pending'),
}: {
  label: string;
  queryKey: string;
  search: (text: string, excludedIds: readonly string[], signal: AbortSignal) => Promise<Candidate[]>;
  pending: readonly Candidate[];
  onAdd: (candidate: Candidate) => void;
  onRemove: (id: string) => void;
  /** What the button beside a hit says. */
  addLabel?: string;
  /** Names the list of what was chosen. */
  pendingLabel?: string;
}) {
  const [search, setSearch] = useState<string | undefined>(undefined);
  const excludedIds = pending.map(({ id }) => id);
  const query = useQuery({
    queryKey: ['pending-search', queryKey, search, excludedIds],
    queryFn: ({ signal }) => find(search ?? '', excludedIds, signal),
    enabled: search !== undefined,
    placeholderData: keepPreviousData,
  });
  // That an earlier text found nothing, or nobody but who was taken since, says nothing of this one.
  const isAnswered = query.data !== undefined && !query.isPlaceholderData;
  const hits = (query.data ?? []).filter(({ id }) => !excludedIds.includes(id));
  const add = (hit: Candidate) => {
    // With its only hit taken a search is over; "nothing found" would be wrong.
    if (hits.length === 1) setSearch(undefined);
    onAdd(hit);
  };
  return (
    <div className="pending">
      <SearchBox label={label} value={search} onSearch={setSearch} />
      {search === undefined ? null : query.isError ? (
        <QueryError query={query} />
      ) : isAnswered && hits.length === 0 ? (
        <p className="hint" role="status">
          {t('common.noResults', { searchText: search })}
        </p>
      ) : (
        <ul className="fund-picker__hits">
          {hits.map((hit) => (
            <li key={hit.id} className="fund-picker__hit">
              <span className="fund-picker__name">
                {hit.name}
                <span className="hint">{hit.detail}</span>
              </span>
              <Button size="small" aria-label={`${addLabel}: ${hit.name}`} onClick={() => add(hit)}>
                {addLabel}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {pending.length === 0 ? null : (
        <section className="pending__chips" aria-label={pendingLabel}>
          {pending.map(({ id, name }) => (
            <Chip key={id} removeLabel={`${t('common.remove')}: ${name}`} onRemove={() => onRemove(id)}>
              {name}
            </Chip>
          ))}
        </section>
      )}
    </div>
  );
}
