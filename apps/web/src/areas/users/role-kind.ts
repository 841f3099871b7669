import type { Role } from '@depotwerk/api/users/roles';
import { createRole, deleteRole, getRole, putRole, role } from '@depotwerk/api/users/roles';
import type { RoleDraft } from '@depotwerk/domain/users/check-role';
import { checkRole } from '@depotwerk/domain/users/check-role';
import type { EntityKind } from '../../forms/entity-kind.ts';
import { stateText } from '../../forms/value-texts.ts';
import { callApi } from '../../platform/api-client.ts';
import { parseKnown } from '../../platform/without-unknown.ts';
import { t } from '../../texts/texts.ts';

/** Roles as a form edits them. @param copiedRoleId role whose permissions a new one starts with */
export const roleKind = (copiedRoleId: string | null): EntityKind<Role, RoleDraft, string> => ({
  key: 'roles',
  editPermission: 'userManagement.editRoles',
  readId: (text) => text,
  load: (id, signal) => callApi(getRole, { params: { id } }, { signal }),
  create: (draft, idempotencyKey) =>
    callApi(createRole, { body: { ...draft, copiedRoleId } }, { idempotencyKey }),
  update: (id, draft, ifMatch) => callApi(putRole, { params: { id }, body: draft }, { ifMatch }),
  keptAs: 'role',
  remove: (id, ifMatch) => callApi(deleteRole, { params: { id } }, { ifMatch }),
  parse: (value) => parseKnown(role, value).data,
  idOf: ({ id }) => id,
  nameOf: ({ roleName }) => roleName,
  versionOf: ({ rowVersion }) => rowVersion,
  empty: () => ({ roleName: '', isInactive: false }),
  draftOf: ({ roleName, isInactive }) => ({ roleName, isInactive }),
  check: checkRole,
  fields: () => [
    { path: 'roleName', label: t('userManagement.role.name'), text: (draft) => draft.roleName },
    { path: 'isInactive', label: t('masterData.state'), text: (draft) => stateText(draft.isInactive) },
  ],
  words: {
    create: t('userManagement.role.create'),
    loadFailed: t('userManagement.role.loadFailed'),
    removeQuestion: (name) => t('userManagement.role.removeQuestion', { name }),
  },
  affected: [],
});
