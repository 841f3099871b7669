import type { AuthenticatedUser } from '@depotwerk/api/auth/auth';
import type { PermissionCode } from '@depotwerk/domain/permissions';

/** Pages one can start on, in the order of daily work, each with the permission that gives it something to show. */
export const startPages = [
  { path: '/contracts', permission: 'contracts.view', text: 'shell.nav.contracts' },
  { path: '/approvals', permission: 'tariffs.approve', text: 'shell.nav.approvals' },
  { path: '/admin/tariffs', permission: 'tariffs.view', text: 'admin.tariffs' },
  // Who keeps tariffs begins with them: her tasks are few.
  { path: '/workbench', permission: 'workbench.view', text: 'shell.nav.workbench' },
  { path: '/customers', permission: 'customers.view', text: 'shell.nav.customers' },
  { path: '/documents', permission: 'documents.view', text: 'shell.nav.documents' },
  { path: '/user-management', permission: 'userManagement.view', text: 'shell.nav.userManagement' },
  { path: '/audit', permission: 'audit.view', text: 'shell.nav.audit' },
  { path: '/admin', permission: 'admin.access', text: 'shell.nav.admin' },
] as const;

/** What a page needs beside its permission, by its path: what stands on it is read with that. */
export const alsoNeeded: Readonly<Partial<Record<string, PermissionCode>>> = {
  '/approvals': 'tariffs.view',
  '/admin/tariffs': 'admin.access',
};

/** Where somebody begins whose role has none of these pages. */
const otherPages = [
  ['/continuous-optimization', 'optimization.view'],
  ['/prospects', 'customers.create'],
  ['/trader-depots', 'traderDepots.view'],
] as const;

/** Where somebody without any permission can at least change the own password. */
export const ownSettings = '/settings/password';
/** Where the second factor is set up that the house demands. */
export const welcome = '/welcome';
/** Where a password somebody else has set is replaced. */
export const newPassword = '/new-password';

/** Where a customer begins who signs in herself. */
const ownSide = '/my';

type Reader = Pick<
  AuthenticatedUser,
  'permissions' | 'clientConfig' | 'mustChangePassword' | 'ownCustomerId'
>;

/** Pages of a customer's own side; all others are the house's, and lead her back. */
const isOwnPage = (pathname: string): boolean =>
  /^\/(?:my|settings)(?:\/|$)|^\/contracts\/(?!compare$)[^/]+(?:\/[^/]+)?$/.test(pathname);

/** Start pages that show something to a user; a customer has her own side and no choice. */
export const startPagesOf = (user: Reader | null) =>
  startPages.filter(
    ({ path, permission }) =>
      user?.ownCustomerId === undefined &&
      user?.permissions.includes(permission) === true &&
      user.permissions.includes(alsoNeeded[path] ?? permission),
  );

/** Where a user's work begins: with the second factor that is missing, at the chosen page if he may see it, else the first that shows him something. */
export function landingPage(user: Reader): string {
  if (user.clientConfig.requireSecondFactor) return welcome;
  if (user.ownCustomerId !== undefined) return ownSide;
  const pages = startPagesOf(user);
  const chosen = pages.find(({ path }) => path === user.clientConfig.startPage);
  const other = otherPages.find(([, permission]) => user.permissions.includes(permission));
  return (chosen ?? pages[0])?.path ?? other?.[0] ?? ownSettings;
}

/** Where the first sign-in leads on: whoever joins a house that is set up has nothing to do on the page for it. */
export const pageAfterWelcome = (user: Reader, isSetupOpen: boolean): string =>
  isSetupOpen ? '/setup' : landingPage(user);

/**
 * Where a user is sent instead of a page; null = he may stay. A password set by somebody else comes first. A missing second factor comes next: until it is set up there
 * are no rights. Pages all others land on (`/contracts`, `/customers`) lead on to where the user has something to do.
 */
export function wayInstead(user: Reader, pathname: string): string | null {
  if (user.mustChangePassword) return newPassword;
  if (user.clientConfig.requireSecondFactor) {
    return pathname === welcome || pathname.startsWith('/settings') ? null : welcome;
  }
  if (pathname === welcome) return landingPage(user);
  if (user.ownCustomerId !== undefined) return isOwnPage(pathname) ? null : ownSide;
  if (pathname === ownSide || pathname.startsWith(`${ownSide}/`)) return landingPage(user);
  const permission = { '/contracts': 'contracts.view', '/customers': 'customers.view' }[pathname];
  return permission === undefined || user.permissions.includes(permission) ? null : landingPage(user);
}
