import type { AuthenticatedUser } from '@depotwerk/api/auth/auth';

/** An adviser who may look at contracts, as the server tells the browser of whoever is signed in. */
export function aUser(change: Partial<AuthenticatedUser> = {}): AuthenticatedUser {
  return {
    id: 'u1',
    userName: 'berater@demo.example',
    fullName: 'Maria Weber',
    company: null,
    phoneNumber: null,
    roleId: 'r1',
    roleName: 'Berater',
    permissions: ['contracts.view'],
    groups: [],
    tenantId: 't1',
    clientConfig: {
      canViewTariffs: false,
      canViewAdmin: false,
      canExecuteOptimization: false,
      canManageCredentials: false,
      canExport: false,
      canBulk: false,
      requireSecondFactor: false,
      startPage: '/contracts',
    },
    lastLogin: null,
    mustChangePassword: false,
    ...change,
  };
}
