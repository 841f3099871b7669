import type { FormField } from '@depotwerk/api/elements';
import { valueAt } from '@depotwerk/domain/element-condition';
import { IconX } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from '../../../texts/texts.ts';
import { IconButton } from '../../../ui/button.tsx';
import { SearchBox } from '../../../ui/search-box.tsx';
import { lookupQuery } from './element-queries.ts';
import type { FormView } from './form-view.ts';

/** Most hits shown below the search box; further ones are found by typing on. */
const shownHits = 8;

/** Search for a fund the form admits; the one picked stands in place of the box until it is taken away. */
export function FundSearchField({ element, view }: { element: FormField; view: FormView }) {
  const path = element.path ?? '';
  const [search, setSearch] = useState<string | undefined>(undefined);
  const [picked, setPicked] = useState<{ id: number | string; label: string } | null>(null);
  const value = valueAt(view.state.request, path) ?? null;
  const hits = useQuery({
    ...lookupQuery(view.place, element.lookupKey ?? '', search ?? ''),
    enabled: search !== undefined,
    placeholderData: keepPreviousData,
  });
  const pick = (hit: { id: number | string; label: string }) => {
    setPicked(hit);
    setSearch(undefined);
    view.change(path, hit.id);
  };
  const clear = () => {
    setPicked(null);
    view.change(path, null);
  };
  return (
    <div className="element-form__search">
      <div className="ui-field__label">{element.label}</div>
      {element.hint === null ? null : <div className="ui-field__hint">{element.hint}</div>}
      {value !== null && picked?.id === value ? (
        <div className="element-form__picked">
          <span>{picked.label}</span>
          <IconButton label={t('elements.clearChoice')} icon={<IconX size={16} />} onClick={clear} />
        </div>
      ) : (
        <SearchBox label={element.label} value={search} onSearch={setSearch} />
      )}
      {search === undefined || !hits.data ? null : hits.data.length === 0 ? (
        <p className="hint" role="status">
          {t('common.noResults', { searchText: search })}
        </p>
      ) : (
        <ul className="element-form__hits" aria-label={t('elements.hits')}>
          {hits.data.slice(0, shownHits).map((hit) => (
            <li key={hit.id}>
              <button type="button" className="element-form__hit" onClick={() => pick(hit)}>
                <span>{hit.label}</span>
                {hit.description === null ? null : <span className="hint">{hit.description}</span>}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
