import type { FormField } from '@depotwerk/api/contracts/elements';
import { valueAt } from '@depotwerk/domain/element-condition';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { said, t } from '../../../texts/texts.ts';
import { SearchPick } from '../../../ui/search-pick.tsx';
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
    // What may be chosen first: what may not could fill the few that are shown.
    select: (found) =>
      found
        .toSorted((one, other) => Number(one.refusal !== undefined) - Number(other.refusal !== undefined))
        .slice(0, shownHits)
        .map((hit) => (hit.refusal === undefined ? hit : { ...hit, refusal: said(hit.refusal) })),
  });
  return (
    <SearchPick
      label={element.label}
      hint={element.hint}
      searchLabel={element.label}
      picked={value !== null && picked?.id === value ? picked.label : null}
      clearLabel={t('elements.clearChoice')}
      onClear={() => {
        setPicked(null);
        view.change(path, null);
      }}
      search={search}
      onSearch={setSearch}
      hits={hits}
      onPick={(hit) => {
        setPicked(hit);
        setSearch(undefined);
        view.change(path, hit.id);
      }}
    />
  );
}
