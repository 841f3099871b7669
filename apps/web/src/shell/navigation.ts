import type { AuthenticatedUser } from '@depotwerk/api/auth/auth';
import type { WhiteLabelConfig } from '@depotwerk/api/white-label/white-label';
import {
  IconArrowsExchange,
  IconBuildingBank,
  IconChecklist,
  IconFileText,
  IconFolder,
  IconHistory,
  IconHome,
  IconLayoutDashboard,
  IconListCheck,
  IconMessages,
  IconRepeat,
  IconSettings,
  IconUserPlus,
  IconUsers,
  IconUsersGroup,
} from '@tabler/icons-react';
import { alsoNeeded } from '../platform/landing.ts';
import { hasPermission } from '../platform/session.ts';
import type { TextKey } from '../texts/texts.ts';

export interface NavigationEntry {
  to:
    | '/my'
    | '/my/messages'
    | '/workbench'
    | '/contracts'
    | '/customers'
    | '/continuous-optimization'
    | '/orders'
    | '/prospects'
    | '/documents'
    | '/approvals'
    | '/user-management'
    | '/admin'
    | '/audit'
    | '/trader-depots'
    | '/settings';
  text: TextKey;
  icon: typeof IconSettings;
  /** Permission that shows it; without one it is always there. */
  permission?: string;
  /** Part of the product the house may have closed: nothing new comes to the page then. */
  feature?: keyof WhiteLabelConfig['features'];
}

const entries: readonly NavigationEntry[] = [
  { to: '/workbench', text: 'shell.nav.workbench', icon: IconChecklist, permission: 'workbench.view' },
  { to: '/contracts', text: 'shell.nav.contracts', icon: IconFileText, permission: 'contracts.view' },
  { to: '/customers', text: 'shell.nav.customers', icon: IconUsers, permission: 'customers.view' },
  {
    to: '/continuous-optimization',
    text: 'shell.nav.continuous',
    icon: IconRepeat,
    permission: 'optimization.view',
  },
  { to: '/orders', text: 'shell.nav.orders', icon: IconArrowsExchange, permission: 'optimization.view' },
  { to: '/prospects', text: 'shell.nav.prospects', icon: IconUserPlus, permission: 'customers.create' },
  {
    to: '/trader-depots',
    text: 'shell.nav.traderDepots',
    icon: IconBuildingBank,
    permission: 'traderDepots.view',
    feature: 'bankCredentials',
  },
  { to: '/documents', text: 'shell.nav.documents', icon: IconFolder, permission: 'documents.view' },
  { to: '/approvals', text: 'shell.nav.approvals', icon: IconListCheck, permission: 'tariffs.approve' },
  {
    to: '/user-management',
    text: 'shell.nav.userManagement',
    icon: IconUsersGroup,
    permission: 'userManagement.view',
  },
  { to: '/admin', text: 'shell.nav.admin', icon: IconLayoutDashboard, permission: 'admin.access' },
  { to: '/audit', text: 'shell.nav.audit', icon: IconHistory, permission: 'audit.view' },
  { to: '/settings', text: 'shell.nav.settings', icon: IconSettings },
];

/** What a customer has who signs in herself. */
const ownEntries: readonly NavigationEntry[] = [
  { to: '/my', text: 'shell.nav.ownSide', icon: IconHome },
  { to: '/my/messages', text: 'messages.title', icon: IconMessages },
  { to: '/settings', text: 'shell.nav.settings', icon: IconSettings },
];

/** Entries of the navigation the user may see, in their order. The server checks every call again. */
export function visibleNavigation(
  user: AuthenticatedUser | null,
  features: WhiteLabelConfig['features'],
): readonly NavigationEntry[] {
  return (user?.ownCustomerId === undefined ? entries : ownEntries).filter(
    ({ to, permission, feature }) =>
      [permission, alsoNeeded[to]].every((one) => one === undefined || hasPermission(user, one)) &&
      (feature === undefined || features[feature]) &&
      // Whoever looks at the product as somebody else sees nobody's account.
      !(to === '/settings' && user?.viewing),
  );
}
