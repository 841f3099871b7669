import * as rightsCalls from '@depotwerk/api/users/effective-rights';
import * as groupCalls from '@depotwerk/api/users/groups';
import * as providerCalls from '@depotwerk/api/users/identity-provider';
import * as roleCalls from '@depotwerk/api/users/roles';
import * as importCalls from '@depotwerk/api/users/user-imports';
import * as calls from '@depotwerk/api/users/users';
import { endViewing as endCall, startViewing as startCall } from '@depotwerk/api/users/viewing';
import { userFields } from '@depotwerk/domain/users/user-fields';
import type { ExportColumn } from '../../platform/export/export-column.ts';
import { fieldColumns } from '../../platform/export/field-columns.ts';
import { Reply, type Route, route, versioned } from '../../platform/http/route.ts';
import { answerList } from '../../platform/lists/answer-list.ts';
import { answerPage } from '../../platform/lists/answer-page.ts';
import type { CountCache } from '../../platform/lists/count-cache.ts';
import type { ListPage } from '../../platform/lists/read-list.ts';
import type { SignInServices } from '../../platform/services.ts';
import { readGroupCustomers } from '../customers/public.ts';
import { listCustomerViewerPage } from './customer-viewers.view.ts';
import { readEffectiveRights } from './effective-rights.view.ts';
import { putGroupCustomers, putGroupUsers } from './group-members.ts';
import { readGroup, readGroups, readGroupUsers, readPossibleParents, readTreePage } from './groups.view.ts';
import { readIdentityProvider } from './identity-provider/identity-provider.view.ts';
import { checkProvider, putIdentityProvider } from './identity-provider/save-identity-provider.ts';
import {
  allowUserProviderLink,
  readUserProviderLink,
  removeUserProviderLink,
} from './identity-provider/user-provider-link.ts';
import { importUsers, previewUserImport } from './import/import-users.ts';
import { inviteUser, resetUserPassword } from './invite-user.ts';
import {
  readGroupPermissions,
  readPermissions,
  readRole,
  readRolePermissions,
  readRoles,
} from './roles.view.ts';
import { createGroup, deleteGroup, putGroup } from './save-group.ts';
import { createRole, deleteRole, putRole, putRolePermissions } from './save-role.ts';
import { createUser, putUser } from './save-user.ts';
import { resetUserSecondFactor, unlockUser } from './user-sign-in.ts';
import { listUserPage, readUser, readUsers, withGroupNames } from './users.view.ts';
import { endViewing, startViewing } from './viewing/start-viewing.ts';

/** A user as a file names him: with the names of his groups, which pages leave out. */
type FiledUser = calls.User & { readonly groupNames?: string };

const columns: readonly ExportColumn<FiledUser>[] = [
  ...fieldColumns<calls.User>(
    userFields.filter(({ kind }) => kind !== 'state'),
    (row) => row,
  ),
  { key: 'roleName', header: 'Rolle', kind: 'text' },
  { key: 'groupNames', header: 'Gruppen', kind: 'text', value: (row) => row.groupNames ?? '' },
  { key: 'isInactive', header: 'Inaktiv', kind: 'boolean' },
];

/** The calls of people, groups and roles. */
export function userRoutes(services: SignInServices, counts: CountCache): Route[] {
  return [
    ...peopleRoutes(services),
    ...groupRoutes(services, counts),
    ...roleRoutes(services),
    ...rightsRoutes(services),
    ...providerRoutes(services),
    route(startCall, (context, { params }) => startViewing(services, context, params.id)),
    route(endCall, async (context) => {
      await endViewing(services, context);
      return {};
    }),
  ].map((bound) => (bound.call.method === 'GET' ? bound : forgettingRights(services, bound)));
}

/** Rights may be others after the call: whoever is signed in here has them with the next request. */
const forgettingRights = ({ sessions }: SignInServices, { call, handle }: Route): Route => ({
  call,
  handle: async (context, input) => {
    try {
      return await handle(context, input);
    } finally {
      sessions.forgetAll();
    }
  },
});

function peopleRoutes(services: SignInServices): Route[] {
  return [
    route(calls.listUsers, (context, { query }) =>
      answerList(services, context, {
        path: calls.listUsers.path,
        query,
        sortKeys: calls.userSortKeys,
        firstSort: ['fullName'],
        columns,
        name: 'Benutzer',
        action: 'users.export',
        read: async (sort, page, isFile): Promise<ListPage<FiledUser>> => {
          const found = await listUserPage(services, context.scope, query, sort, page, isFile);
          return isFile
            ? { ...found, rows: await withGroupNames(services, context.scope, found.rows) }
            : found;
        },
      }),
    ),
    route(calls.listUsersByIds, (context, { body }) => readUsers(services, context.scope, body)),
    route(calls.getUser, async (context, { params }) =>
      versioned(await readUser(services, context.scope, params.id)),
    ),
    route(calls.createUser, async (context, input) => versioned(await createUser(services, context, input))),
    route(calls.putUser, async (context, input) => versioned(await putUser(services, context, input))),
    route(importCalls.previewUserImport, (context, { body }) => previewUserImport(services, context, body)),
    route(importCalls.importUsers, (context, { body }) => importUsers(services, context, body)),
    route(calls.inviteUser, (context, { params }) => inviteUser(services, context, params.id)),
    route(calls.resetUserPassword, (context, { params }) => resetUserPassword(services, context, params.id)),
    route(calls.resetUserSecondFactor, async (context, { params }) => {
      await resetUserSecondFactor(services, context, params.id);
      return {};
    }),
    route(calls.unlockUser, async (context, { params }) => {
      await unlockUser(services, context, params.id);
      return {};
    }),
  ];
}

function groupRoutes(services: SignInServices, counts: CountCache): Route[] {
  return [
    route(groupCalls.listGroups, (context, { query }) =>
      readGroups(services, context.scope, query.includeInactive ?? false),
    ),
    route(groupCalls.getGroupTree, (context, { query }) =>
      answerPage(groupCalls.getGroupTree, { params: {}, query }, (page) =>
        readTreePage(services, context.scope, query, page),
      ),
    ),
    route(groupCalls.listPossibleParents, (context, { query }) =>
      answerPage(groupCalls.listPossibleParents, { params: {}, query }, (page) =>
        readPossibleParents(services, context.scope, query, page),
      ),
    ),
    route(groupCalls.getGroup, async (context, { params }) =>
      versioned(await readGroup(services, context.scope, params.id)),
    ),
    route(groupCalls.createGroup, async (context, input) =>
      versioned(await createGroup(services, context, input)),
    ),
    route(groupCalls.putGroup, async (context, input) => versioned(await putGroup(services, context, input))),
    route(groupCalls.deleteGroup, (context, input) => deleteGroup(services, context, input)),
    route(groupCalls.listGroupCustomers, ({ scope }, input) =>
      answerPage(groupCalls.listGroupCustomers, input, (page) =>
        readGroupCustomers(services, scope, { ...input.params, ...input.query }, page),
      ),
    ),
    route(groupCalls.putGroupCustomers, async (context, input) =>
      versioned(await putGroupCustomers(services, counts, context, input)),
    ),
    route(groupCalls.listGroupUsers, ({ scope }, input) =>
      answerPage(groupCalls.listGroupUsers, input, (page) =>
        readGroupUsers(services, scope, { ...input.params, ...input.query }, page),
      ),
    ),
    route(groupCalls.putGroupUsers, async (context, input) =>
      versioned(await putGroupUsers(services, context, input)),
    ),
  ];
}

function roleRoutes(services: SignInServices): Route[] {
  return [
    route(roleCalls.listRoles, (context) => readRoles(services, context.scope)),
    route(roleCalls.getRole, async (context, { params }) =>
      versioned(await readRole(services, context.scope, params.id)),
    ),
    route(roleCalls.createRole, async (context, input) =>
      versioned(await createRole(services, context, input)),
    ),
    route(roleCalls.putRole, async (context, input) => versioned(await putRole(services, context, input))),
    route(roleCalls.deleteRole, (context, input) => deleteRole(services, context, input)),
    route(roleCalls.getRolePermissions, async (context, { params }) => {
      const { permissionIds, version } = await readRolePermissions(services, context.scope, params.id);
      return Reply.json(permissionIds, { etag: `"${version}"` });
    }),
    route(roleCalls.putRolePermissions, async (context, input) =>
      versioned(await putRolePermissions(services, context, input)),
    ),
    route(roleCalls.listPermissions, (context) => readPermissions(services, context.scope)),
    route(roleCalls.listGroupPermissions, (context) => readGroupPermissions(services, context.scope)),
  ];
}

function rightsRoutes(services: SignInServices): Route[] {
  return [
    route(rightsCalls.getEffectiveRights, (context, { params, query }) =>
      readEffectiveRights(services, context, params.id, query),
    ),
    route(rightsCalls.listCustomerViewers, (context, input) =>
      answerPage(rightsCalls.listCustomerViewers, input, (page) =>
        listCustomerViewerPage(services, context, input.params.id, input.query, page),
      ),
    ),
  ];
}

function providerRoutes(services: SignInServices): Route[] {
  return [
    route(providerCalls.getIdentityProvider, async (context) =>
      versioned(await readIdentityProvider(services, context)),
    ),
    route(providerCalls.putIdentityProvider, async (context, input) =>
      versioned(await putIdentityProvider(services, context, input)),
    ),
    route(providerCalls.checkIdentityProvider, (context) => checkProvider(services, context)),
    route(providerCalls.getUserProviderLink, (context, { params }) =>
      readUserProviderLink(services, context, params.id),
    ),
    route(providerCalls.allowUserProviderLink, async (context, { params }) => {
      await allowUserProviderLink(services, context, params.id);
      return {};
    }),
    route(providerCalls.removeUserProviderLink, async (context, { params }) => {
      await removeUserProviderLink(services, context, params.id);
      return {};
    }),
  ];
}
