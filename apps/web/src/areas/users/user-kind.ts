import type { User } from '@depotwerk/api/users';
import { createUser, getUser, putUser, user } from '@depotwerk/api/users';
import type { UserDraft } from '@depotwerk/domain/users/check-user';
import { checkUser } from '@depotwerk/domain/users/check-user';
import { callApi } from '../../platform/api-client.ts';
import { t } from '../../texts/texts.ts';
import type { EntityKind } from '../master-data/entity-kind.ts';
import { stateText, textOrNone } from '../master-data/value-texts.ts';

/** People as a form edits them; they are made inactive, never deleted. @param nameOfRole for the comparison of two versions */
export const userKind = (nameOfRole: (id: string) => string): EntityKind<User, UserDraft, string> => ({
  key: 'users',
  editPermission: 'userManagement.editUsers',
  readId: (text) => text,
  load: (id, signal) => callApi(getUser, { params: { id } }, { signal }),
  create: (draft, idempotencyKey) => callApi(createUser, { body: draft }, { idempotencyKey }),
  update: (id, draft, ifMatch) => callApi(putUser, { params: { id }, body: draft }, { ifMatch }),
  remove: null,
  parse: (value) => user.safeParse(value).data,
  idOf: ({ id }) => id,
  nameOf: ({ fullName }) => fullName,
  versionOf: ({ rowVersion }) => rowVersion,
  empty: () => ({
    userName: '',
    fullName: '',
    company: '',
    phoneNumber: null,
    roleId: '',
    isInactive: false,
  }),
  draftOf: ({ userName, fullName, company, phoneNumber, roleId, isInactive }) => ({
    userName,
    fullName,
    company,
    phoneNumber,
    roleId,
    isInactive,
  }),
  check: checkUser,
  fields: () => [
    { path: 'fullName', label: t('userManagement.user.fullName'), text: (draft) => draft.fullName },
    { path: 'userName', label: t('userManagement.user.userName'), text: (draft) => draft.userName },
    {
      path: 'company',
      label: t('userManagement.user.company'),
      text: (draft) => textOrNone(draft.company === '' ? null : draft.company),
    },
    {
      path: 'phoneNumber',
      label: t('userManagement.user.phoneNumber'),
      text: (draft) => textOrNone(draft.phoneNumber),
    },
    { path: 'roleId', label: t('userManagement.user.role'), text: (draft) => nameOfRole(draft.roleId) },
    { path: 'isInactive', label: t('masterData.state'), text: (draft) => stateText(draft.isInactive) },
  ],
  words: {
    create: t('userManagement.user.create'),
    loadFailed: t('userManagement.user.loadFailed'),
    removeQuestion: (name) => name,
  },
  affected: [],
});
