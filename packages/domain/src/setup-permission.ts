import type { PermissionCode } from './permissions.ts';

/**
 * Who sees the page of the first day (Einrichtung) and leaves steps out: who keeps the people of the house. `admin.access` alone is no measure, since
 * those who keep or approve tariffs have it as well.
 */
export const setupPermission = 'userManagement.editUsers' satisfies PermissionCode;
