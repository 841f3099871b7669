import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { FormField } from '../../forms/form-field.tsx';
import { t } from '../../texts/texts.ts';
import { FieldError } from '../../ui/field.tsx';
import { SearchPick } from '../../ui/search-pick.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { groupNameQuery, listedGroups, possibleParentsQuery } from './user-queries.ts';

interface GroupPickFieldProps {
  /** Path of the value in the draft. */
  path: string;
  label: string;
  hint?: string;
  /** Said where the group is searched, of what no choice means: nothing to choose says it there. */
  searchHint?: string;
  searchLabel: string;
  emptyLabel: string;
  /** The group to hang below the chosen one: neither itself nor what hangs below it is a choice. */
  belowGroupId: string | null;
  chosenId: string | null;
  error: string | undefined;
  onChange: (groupId: string | null) => void;
}

/** Most hits shown below the search box; further ones are found by typing on. */
const shownHits = 8;

/** One active group: chosen from the tree, or searched where the house has very many. */
export function GroupPickField(props: GroupPickFieldProps) {
  const { path, label, hint, emptyLabel, belowGroupId, chosenId, error, onChange } = props;
  const groups = useQuery(possibleParentsQuery(belowGroupId, undefined, listedGroups));
  const name = useQuery({ ...groupNameQuery(chosenId ?? ''), enabled: chosenId !== null });
  if (groups.data && groups.data.total > listedGroups)
    return (
      <FormField path={path}>
        <GroupSearch {...props} picked={chosenId === null ? null : (name.data ?? '…')} />
        {error === undefined ? null : <FieldError>{error}</FieldError>}
      </FormField>
    );
  const listed = groups.data?.rows ?? [];
  // Inactive groups are no choice, unless one is chosen already.
  const own =
    chosenId === null || listed.some(({ id }) => id === chosenId)
      ? []
      : [{ value: chosenId, label: name.data ?? '…' }];
  return (
    <FormField path={path}>
      <SelectField
        label={label}
        hint={hint}
        value={chosenId ?? ''}
        emptyLabel={emptyLabel}
        lookup={groups}
        options={[
          ...own,
          // Selects show no style of their options: the level stands in front of the name.
          ...listed.map(({ id, groupName, level }) => ({
            value: id,
            label: `${'\u00a0\u00a0\u00a0'.repeat(level)}${groupName}`,
          })),
        ]}
        error={error}
        onChange={(id) => onChange(id === '' ? null : id)}
      />
    </FormField>
  );
}

/** Groups of one name are told apart by what stands above them. */
function GroupSearch({
  label,
  hint,
  searchHint,
  searchLabel,
  belowGroupId,
  picked,
  onChange,
}: GroupPickFieldProps & { picked: string | null }) {
  const [search, setSearch] = useState<string | undefined>(undefined);
  const client = useQueryClient();
  const hits = useQuery({
    ...possibleParentsQuery(belowGroupId, search, shownHits),
    enabled: search !== undefined,
    placeholderData: keepPreviousData,
    select: ({ rows }) =>
      rows.map(({ id, groupName, namesAbove }) => ({
        id,
        label: groupName,
        description: namesAbove.length === 0 ? null : namesAbove.join(' › '),
      })),
  });
  const said = [hint, searchHint].filter((text) => text !== undefined).join(' ');
  return (
    <SearchPick
      label={label}
      hint={said === '' ? null : said}
      searchLabel={searchLabel}
      picked={picked}
      clearLabel={t('elements.clearChoice')}
      onClear={() => onChange(null)}
      search={search}
      onSearch={setSearch}
      hits={hits}
      onPick={({ id, label: name }) => {
        setSearch(undefined);
        client.setQueryData(groupNameQuery(id).queryKey, name);
        onChange(id);
      }}
    />
  );
}
