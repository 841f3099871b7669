import type { SetupStepKey } from '@depotwerk/api/setup/setup';
import type { PermissionCode } from '@depotwerk/domain/permissions';
import type { LinkProps } from '@tanstack/react-router';
import type { TextKey } from '../../texts/texts.ts';

type Address = NonNullable<LinkProps['to']>;

export interface SetupPlace {
  readonly to: Address;
  readonly permission: PermissionCode;
  readonly also?: { readonly to: Address; readonly text: TextKey };
}

/** Where a step is taken, and the permission it needs; `also` is a page that comes before it or takes its place. */
export const setupPlaces: Readonly<Record<SetupStepKey, SetupPlace>> = {
  appearance: { to: '/admin/white-label', permission: 'whiteLabel.edit' },
  mail: { to: '/admin/mail', permission: 'userManagement.editUsers' },
  groups: { to: '/user-management/groups', permission: 'userManagement.editGroups' },
  roles: { to: '/user-management/roles', permission: 'userManagement.editRoles' },
  people: { to: '/user-management/users', permission: 'userManagement.editUsers' },
  funds: { to: '/admin/fund-import', permission: 'funds.import' },
  peergroups: {
    to: '/admin/peergroups',
    permission: 'peergroups.edit',
    also: { to: '/admin/fund-categories', text: 'admin.fundCategories' },
  },
  tariffs: { to: '/admin/tariffs', permission: 'tariffs.edit' },
  banks: {
    to: '/admin/issuers',
    permission: 'insurers.edit',
    also: { to: '/admin/insurers', text: 'admin.insurers' },
  },
  customers: {
    to: '/customers',
    permission: 'customers.create',
    also: { to: '/admin/book-imports', text: 'admin.bookImports' },
  },
  contracts: { to: '/contracts', permission: 'contracts.create' },
};

/** Whether a page belongs to a step of the first day: the one the step leads to, or one below it. */
export const isSetupPlace = (pathname: string): boolean =>
  Object.values(setupPlaces)
    .flatMap(({ to, also }) => (also ? [to, also.to] : [to]))
    .some((place) => pathname === place || pathname.startsWith(`${place}/`));
