import { guidPattern } from '@depotwerk/domain/guid';
import { readListAddress } from '../../lists/list-address.ts';
import type { RawSearch } from '../../platform/search-params.ts';
import { guidParam } from '../../platform/search-params.ts';

export const userSortKeys = [
  'fullName',
  'userName',
  'company',
  'roleName',
  'lastLogin',
  'groupCount',
  'isInactive',
] as const;
const flag = /^(true|false)$/;
const filters = { roleId: guidPattern, groupId: guidPattern, isInactive: flag } as const;

export const validateUsersSearch = (raw: RawSearch) => readListAddress(raw, userSortKeys, filters);
/** Groups stand in the order of the tree, roles in that of their names. */
export const validateGroupsSearch = (raw: RawSearch) => readListAddress(raw, [], { isInactive: flag });
export const validateRolesSearch = (raw: RawSearch) => readListAddress(raw, [], { isInactive: flag });

export const groupSteps = ['info', 'customers', 'users'] as const;
export type GroupStep = (typeof groupSteps)[number];
export const groupStepOf = (text: string): GroupStep => groupSteps.find((step) => step === text) ?? 'info';

export const roleSteps = ['info', 'permissions', 'users', 'comparison'] as const;
export type RoleStep = (typeof roleSteps)[number];
export const roleStepOf = (text: string): RoleStep => roleSteps.find((step) => step === text) ?? 'info';

/** A role's page: what it is copied from, what it is compared with. */
export interface RoleSearch {
  copyOf?: string;
  with?: string;
}

export function validateRoleSearch(raw: RawSearch): RoleSearch {
  const copyOf = guidParam(raw['copyOf']);
  const other = guidParam(raw['with']);
  return { ...(copyOf && { copyOf }), ...(other && { with: other }) };
}

/** Whose rights on whom are explained. */
export interface RightsSearch {
  userId?: string;
  customerId?: string;
}

export function validateRightsSearch(raw: RawSearch): RightsSearch {
  const userId = guidParam(raw['userId']);
  const customerId = guidParam(raw['customerId']);
  return { ...(userId && { userId }), ...(customerId && { customerId }) };
}
