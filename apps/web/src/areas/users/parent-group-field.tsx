import type { Group } from '@depotwerk/api/users/groups';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { FormField } from '../../forms/form-field.tsx';
import { t } from '../../texts/texts.ts';
import { FieldError } from '../../ui/field.tsx';
import { SearchPick } from '../../ui/search-pick.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { groupNameQuery, listedParents, possibleParentsQuery } from './user-queries.ts';

interface ParentGroupFieldProps {
  /** null = a new one. */
  group: Group | null;
  parentGroupId: string | null;
  error: string | undefined;
  onChange: (parentGroupId: string | null) => void;
}

/** Most hits shown below the search box; further ones are found by typing on. */
const shownHits = 8;

/** The group a group hangs below: chosen from the tree, or searched where the house has very many. */
export function ParentGroupField({ group, parentGroupId, error, onChange }: ParentGroupFieldProps) {
  const parents = useQuery(possibleParentsQuery(group?.id ?? null, undefined, listedParents));
  const name = useQuery({ ...groupNameQuery(parentGroupId ?? ''), enabled: parentGroupId !== null });
  if (parents.data && parents.data.total > listedParents)
    return (
      <FormField path="parentGroupId">
        <ParentSearch
          groupId={group?.id ?? null}
          picked={parentGroupId === null ? null : (name.data ?? '…')}
          onChange={onChange}
        />
        {error === undefined ? null : <FieldError>{error}</FieldError>}
      </FormField>
    );
  const listed = parents.data?.rows ?? [];
  // Inactive groups are no choice, unless one is the parent already.
  const own =
    parentGroupId === null || listed.some(({ id }) => id === parentGroupId)
      ? []
      : [{ value: parentGroupId, label: name.data ?? '…' }];
  return (
    <FormField path="parentGroupId">
      <SelectField
        label={t('userManagement.group.parent')}
        hint={t('userManagement.group.parentHint')}
        value={parentGroupId ?? ''}
        emptyLabel={t('userManagement.group.noParent')}
        lookup={parents}
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
function ParentSearch({
  groupId,
  picked,
  onChange,
}: {
  groupId: string | null;
  picked: string | null;
  onChange: (parentGroupId: string | null) => void;
}) {
  const [search, setSearch] = useState<string | undefined>(undefined);
  const client = useQueryClient();
  const hits = useQuery({
    ...possibleParentsQuery(groupId, search, shownHits),
    enabled: search !== undefined,
    placeholderData: keepPreviousData,
    select: ({ rows }) =>
      rows.map(({ id, groupName, namesAbove }) => ({
        id,
        label: groupName,
        description: namesAbove.length === 0 ? null : namesAbove.join(' › '),
      })),
  });
  return (
    <SearchPick
      label={t('userManagement.group.parent')}
      hint={`${t('userManagement.group.parentHint')} ${t('userManagement.group.noParentHint')}`}
      searchLabel={t('userManagement.group.findParent')}
      picked={picked}
      clearLabel={t('elements.clearChoice')}
      onClear={() => onChange(null)}
      search={search}
      onSearch={setSearch}
      hits={hits}
      onPick={({ id, label }) => {
        setSearch(undefined);
        client.setQueryData(groupNameQuery(id).queryKey, label);
        onChange(id);
      }}
    />
  );
}
