import { IconX } from '@tabler/icons-react';
import { useId, useLayoutEffect, useRef } from 'react';
import { t } from '../texts/texts.ts';
import { IconButton } from './button.tsx';
import { type FailedQuery, QueryError } from './feedback.tsx';
import { SearchBox } from './search-box.tsx';
import './search-pick.css';

/** A hit of a search: what it is called and what tells it from others. */
export interface PickHit {
  id: number | string;
  label: string;
  description: string | null;
  /** Why it may not be picked; absent = it may. */
  refusal?: string | undefined;
}

interface SearchPickProps<Hit extends PickHit> {
  label: string;
  hint?: string | null;
  searchLabel: string;
  /** What was picked, in place of the box; null while one searches. */
  picked: string | null;
  clearLabel: string;
  onClear: () => void;
  search: string | undefined;
  onSearch: (search: string | undefined) => void;
  hits: FailedQuery & {
    readonly isError: boolean;
    readonly data: readonly Hit[] | undefined;
    /** What is there was found for an earlier text, until the answer to this one comes. */
    readonly isPlaceholderData: boolean;
  };
  onPick: (hit: Hit) => void;
}

/** Search for one thing: the box, its hits, and what was picked until it is taken away. A search that fails says so. */
export function SearchPick<Hit extends PickHit>(props: SearchPickProps<Hit>) {
  const { label, hint = null, searchLabel, picked, clearLabel, onClear, search, onSearch } = props;
  const labelId = useId();
  const box = useRef<HTMLDivElement>(null);
  const isMoving = useRef(false);
  // What was pressed goes with what it did: the focus goes on to what takes it back.
  useLayoutEffect(() => {
    if (!isMoving.current) return;
    isMoving.current = false;
    const next = picked === null ? 'input' : '.search-pick__picked button';
    box.current?.querySelector<HTMLElement>(next)?.focus({ preventScroll: true });
  }, [picked]);
  const pick = (hit: Hit) => {
    isMoving.current = true;
    props.onPick(hit);
  };
  const clear = () => {
    isMoving.current = true;
    onClear();
  };
  return (
    // Several stand on one page, whose boxes all ask for the same: what each is for is said with it, unless the box says it itself.
    <div
      ref={box}
      className="search-pick"
      {...(label !== searchLabel && { role: 'group', 'aria-labelledby': labelId })}
    >
      <div id={labelId} className="ui-field__label">
        {label}
      </div>
      {hint === null ? null : <div className="ui-field__hint">{hint}</div>}
      {picked === null ? (
        <SearchBox label={searchLabel} value={search} onSearch={onSearch} />
      ) : (
        <div className="search-pick__picked">
          <span title={picked}>{picked}</span>
          <IconButton label={clearLabel} icon={<IconX size={16} />} onClick={clear} />
        </div>
      )}
      {picked === null && search !== undefined ? <Hits {...props} onPick={pick} search={search} /> : null}
    </div>
  );
}

function Hits<Hit extends PickHit>({
  hits,
  search,
  onPick,
}: Pick<SearchPickProps<Hit>, 'hits' | 'onPick'> & { search: string }) {
  if (hits.isError) return <QueryError query={hits} />;
  if (!hits.data) return null;
  // That an earlier text found nothing says nothing of this one.
  if (hits.data.length === 0)
    return hits.isPlaceholderData ? null : (
      <p className="hint" role="status">
        {t('common.noResults', { searchText: search })}
      </p>
    );
  return (
    <ul className="search-pick__hits" aria-label={t('common.hits')}>
      {hits.data.map((hit) => (
        <li key={hit.id}>
          <button
            type="button"
            className="search-pick__hit"
            disabled={hit.refusal !== undefined}
            onClick={() => onPick(hit)}
          >
            <span>{hit.label}</span>
            {hit.description === null ? null : <span className="hint">{hit.description}</span>}
            {hit.refusal === undefined ? null : <span className="search-pick__refusal">{hit.refusal}</span>}
          </button>
        </li>
      ))}
    </ul>
  );
}
