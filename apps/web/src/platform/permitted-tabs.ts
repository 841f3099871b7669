import type { AuthenticatedUser } from '@depotwerk/api/auth/auth';
import type { PermissionCode } from '@depotwerk/domain/permissions';
import { hasPermission } from './session.ts';

/** The tabs of a page whose calls the user may make: those that name no permission go with the page itself. */
export function permittedTabs<Tab extends string>(
  tabs: readonly Tab[],
  permissions: Readonly<Partial<Record<Tab, PermissionCode>>>,
  user: AuthenticatedUser | null,
): Tab[] {
  return tabs.filter((tab) => {
    const permission = permissions[tab];
    return permission === undefined || hasPermission(user, permission);
  });
}
