import type { Group } from '@depotwerk/api/users/groups';
import { createGroup, deleteGroup, getGroup, group, putGroup } from '@depotwerk/api/users/groups';
import type { GroupDraft } from '@depotwerk/domain/users/check-group';
import { checkGroup } from '@depotwerk/domain/users/check-group';
import type { EntityKind } from '../../forms/entity-kind.ts';
import { stateText } from '../../forms/value-texts.ts';
import { callApi } from '../../platform/api-client.ts';
import { parseKnown } from '../../platform/without-unknown.ts';
import { t } from '../../texts/texts.ts';

/**
 * Groups as a form edits them.
 * @param nameOfGroup name of another group, for the comparison of two versions
 * @param noteParent told of every version that comes, so that its parent has a name
 */
export const groupKind = (
  nameOfGroup: (id: string) => string,
  noteParent: (version: Group | undefined) => void = () => {},
): EntityKind<Group, GroupDraft, string> => ({
  key: 'groups',
  editPermission: 'userManagement.editGroups',
  readId: (text) => text,
  load: async (id, signal) => {
    const loaded = await callApi(getGroup, { params: { id } }, { signal });
    noteParent(loaded);
    return loaded;
  },
  create: (draft, idempotencyKey) => callApi(createGroup, { body: draft }, { idempotencyKey }),
  update: (id, draft, ifMatch) => callApi(putGroup, { params: { id }, body: draft }, { ifMatch }),
  keptAs: 'group',
  remove: (id, ifMatch) => callApi(deleteGroup, { params: { id } }, { ifMatch }),
  parse: (value) => {
    const stored = parseKnown(group, value).data;
    noteParent(stored);
    return stored;
  },
  idOf: ({ id }) => id,
  nameOf: ({ groupName }) => groupName,
  versionOf: ({ rowVersion }) => rowVersion,
  empty: () => ({ groupName: '', groupDescription: '', isInactive: false, parentGroupId: null }),
  draftOf: ({ groupName, groupDescription, isInactive, parentGroupId }) => ({
    groupName,
    groupDescription,
    isInactive,
    parentGroupId,
  }),
  check: checkGroup,
  fields: () => [
    { path: 'groupName', label: t('userManagement.group.name'), text: (draft) => draft.groupName },
    {
      path: 'groupDescription',
      label: t('userManagement.group.description'),
      text: (draft) => draft.groupDescription,
    },
    {
      path: 'parentGroupId',
      label: t('userManagement.group.parent'),
      text: (draft) =>
        draft.parentGroupId === null ? t('userManagement.group.noParent') : nameOfGroup(draft.parentGroupId),
    },
    { path: 'isInactive', label: t('masterData.state'), text: (draft) => stateText(draft.isInactive) },
  ],
  words: {
    create: t('userManagement.group.create'),
    loadFailed: t('userManagement.group.loadFailed'),
    removeQuestion: (name) => t('userManagement.group.removeQuestion', { name }),
  },
  // Groups stand in the filters of customers and contracts.
  affected: [['contracts', 'filter-choices']],
});
