import { getGroup, listPossibleParents } from '@depotwerk/api/users/groups';
import {
  getRolePermissions,
  listGroupPermissions,
  listPermissions,
  listRoles,
} from '@depotwerk/api/users/roles';
import { queryOptions } from '@tanstack/react-query';
import { listKey } from '../../forms/entity-kind.ts';
import { loadListPage } from '../../lists/list-calls.ts';
import { callApi } from '../../platform/api-client.ts';
import { said } from '../../texts/texts.ts';

/** Of so many groups one is chosen from a list; of more it is searched. */
export const listedGroups = 100;

/** Active groups in the order of the tree; of a group, those it may hang below. */
export const possibleParentsQuery = (groupId: string | null, search: string | undefined, pageSize: number) =>
  queryOptions({
    queryKey: [...listKey('groups'), 'parents', groupId, search ?? null, pageSize],
    queryFn: ({ signal }) =>
      loadListPage(
        listPossibleParents,
        { query: { search, pageSize, ...(groupId !== null && { groupId }) } },
        signal,
      ),
  });

/** What a group is called. */
export const groupNameQuery = (id: string) =>
  queryOptions({
    queryKey: [...listKey('groups'), 'name', id],
    queryFn: async ({ signal }) => (await callApi(getGroup, { params: { id } }, { signal })).groupName,
  });

/** All roles by name. */
export const rolesQuery = queryOptions({
  queryKey: [...listKey('roles'), 'all'],
  queryFn: ({ signal }) => callApi(listRoles, {}, { signal }),
});

/** What one role permits. */
export const rolePermissionsQuery = (id: string | undefined) =>
  queryOptions({
    queryKey: ['masterData', 'roles', 'permissions', 'compared', id],
    queryFn: ({ signal }) => callApi(getRolePermissions, { params: { id: id ?? '' } }, { signal }),
    enabled: id !== undefined,
  });

/** Rights are part of the product: their names are said in the language in use. */
const saidCategories = <Id extends string>(
  categories: readonly {
    readonly category: string;
    readonly categoryName: string;
    readonly permissions: readonly { readonly id: Id; readonly name: string }[];
  }[],
) =>
  categories.map((category) => ({
    ...category,
    categoryName: said(category.categoryName),
    permissions: category.permissions.map((right) => ({ ...right, name: said(right.name) })),
  }));

/** What a role can permit; part of the product, so it does not change while one works. */
export const permissionsQuery = queryOptions({
  queryKey: ['permissions'],
  queryFn: ({ signal }) => callApi(listPermissions, {}, { signal }),
  select: saidCategories,
  staleTime: Number.POSITIVE_INFINITY,
});

/** What somebody can hold in a group. */
export const groupPermissionsQuery = queryOptions({
  queryKey: ['permissions', 'group'],
  queryFn: ({ signal }) => callApi(listGroupPermissions, {}, { signal }),
  select: saidCategories,
  staleTime: Number.POSITIVE_INFINITY,
});
