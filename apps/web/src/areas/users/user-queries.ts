import { getGroupTree } from '@depotwerk/api/groups';
import { listGroupPermissions, listPermissions, listRoles } from '@depotwerk/api/roles';
import { queryOptions } from '@tanstack/react-query';
import { callApi } from '../../platform/api-client.ts';
import { listKey } from '../master-data/entity-kind.ts';

/** All groups in the order of the tree. */
export const groupTreeQuery = queryOptions({
  queryKey: [...listKey('groups'), 'tree'],
  queryFn: ({ signal }) => callApi(getGroupTree, {}, { signal }),
});

/** All roles by name. */
export const rolesQuery = queryOptions({
  queryKey: [...listKey('roles'), 'all'],
  queryFn: ({ signal }) => callApi(listRoles, {}, { signal }),
});

/** What a role can permit; part of the product, so it does not change while one works. */
export const permissionsQuery = queryOptions({
  queryKey: ['permissions'],
  queryFn: ({ signal }) => callApi(listPermissions, {}, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});

/** What somebody can hold in a group. */
export const groupPermissionsQuery = queryOptions({
  queryKey: ['permissions', 'group'],
  queryFn: ({ signal }) => callApi(listGroupPermissions, {}, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});
