import type { User } from '@depotwerk/api/users/users';
import { createUser, getUser, putUser, user } from '@depotwerk/api/users/users';
import { draftOf, emptyDraft } from '@depotwerk/domain/master-data/field-table';
import { checkUser } from '@depotwerk/domain/users/check-user';
import { type UserDraft, userFields } from '@depotwerk/domain/users/user-fields';
import { draftFields } from '../../forms/draft-fields.ts';
import type { EntityKind } from '../../forms/entity-kind.ts';
import { callApi } from '../../platform/api-client.ts';
import { parseKnown } from '../../platform/without-unknown.ts';
import { t } from '../../texts/texts.ts';

/** People as a form edits them; they are made inactive, never deleted. @param nameOfRole for the comparison of two versions */
export const userKind = (nameOfRole: (id: string) => string): EntityKind<User, UserDraft, string> => ({
  key: 'users',
  editPermission: 'userManagement.editUsers',
  readId: (text) => text,
  load: (id, signal) => callApi(getUser, { params: { id } }, { signal }),
  create: (draft, idempotencyKey) => callApi(createUser, { body: draft }, { idempotencyKey }),
  update: (id, draft, ifMatch) => callApi(putUser, { params: { id }, body: draft }, { ifMatch }),
  remove: null,
  parse: (value) => parseKnown(user, value).data,
  idOf: ({ id }) => id,
  nameOf: ({ fullName }) => fullName,
  versionOf: ({ rowVersion }) => rowVersion,
  empty: () => emptyDraft(userFields),
  draftOf: (stored) => draftOf(userFields, stored),
  check: (draft, _id, stored) => checkUser(draft, stored),
  fields: () => draftFields(userFields, { roleId: ({ roleId }) => nameOfRole(roleId) }),
  words: {
    create: t('userManagement.user.create'),
    loadFailed: t('userManagement.user.loadFailed'),
    removeQuestion: (name) => name,
  },
  affected: [],
});
