import type { AuthenticatedUser } from '@depotwerk/api/auth/auth';
import type { PermissionCode } from '@depotwerk/domain/permissions';
import { hasPermission, useSession } from '../platform/session.ts';
import { t } from '../texts/texts.ts';
import type { SectionEntry, SectionGroup } from './section-layout.tsx';
import { SectionLayout } from './section-layout.tsx';

/** An entry that only those with the permission have that its page reads with. */
interface GuardedEntry extends SectionEntry {
  /** Null = who may see tariffs, which a permission alone does not say. */
  readonly permission: PermissionCode | null;
}

interface GuardedGroup extends SectionGroup {
  readonly entries: readonly GuardedEntry[];
}

/** The pages by what they are for: two dozen in a row are read by nobody. */
const groups: readonly GuardedGroup[] = [
  {
    text: null,
    entries: [{ to: '/admin/dashboard', text: 'admin.dashboard', permission: 'dashboard.view' }],
  },
  {
    text: 'admin.groups.products',
    entries: [
      { to: '/admin/tariffs', text: 'admin.tariffs', permission: null },
      { to: '/admin/tariff-components', text: 'admin.tariffComponents', permission: null },
      { to: '/admin/insurers', text: 'admin.insurers', permission: 'insurers.view' },
      { to: '/admin/issuers', text: 'admin.issuers', permission: 'insurers.view' },
      { to: '/admin/cost-models', text: 'admin.costModels', permission: 'costModels.view' },
    ],
  },
  {
    text: 'admin.groups.funds',
    entries: [
      { to: '/admin/funds', text: 'admin.funds', permission: 'funds.view' },
      { to: '/admin/fund-import', text: 'admin.fundImport', permission: 'funds.import' },
      { to: '/admin/fund-categories', text: 'admin.fundCategories', permission: 'funds.view' },
      { to: '/admin/peergroups', text: 'admin.peergroups', permission: 'funds.view' },
      { to: '/admin/data-quality', text: 'admin.dataQuality', permission: 'funds.view' },
    ],
  },
  {
    text: 'admin.groups.customers',
    entries: [
      { to: '/admin/book-imports', text: 'admin.bookImports', permission: 'contracts.bulk' },
      { to: '/admin/questionnaires', text: 'admin.questionnaires', permission: 'tariffs.view' },
      { to: '/admin/tags', text: 'admin.tags', permission: 'tags.edit' },
    ],
  },
  {
    text: 'admin.groups.house',
    entries: [
      { to: '/admin/white-label', text: 'admin.whiteLabel', permission: 'whiteLabel.edit' },
      {
        to: '/admin/identity-provider',
        text: 'admin.identityProvider',
        permission: 'userManagement.editRoles',
      },
      { to: '/admin/mail', text: 'admin.mail', permission: 'userManagement.editUsers' },
      { to: '/admin/sms', text: 'admin.sms', permission: 'userManagement.editUsers' },
      { to: '/admin/api-tokens', text: 'admin.apiTokens', permission: 'apiTokens.manage' },
      { to: '/admin/webhooks', text: 'admin.webhooks', permission: 'webhooks.manage' },
    ],
  },
  {
    text: 'admin.groups.watch',
    entries: [
      { to: '/admin/approvals', text: 'admin.approvals', permission: 'tariffs.view' },
      { to: '/admin/audit-log', text: 'admin.auditLog', permission: 'audit.view' },
      { to: '/admin/jobs', text: 'admin.jobs', permission: 'jobs.view' },
      { to: '/admin/operation', text: 'admin.operation', permission: 'jobs.view' },
    ],
  },
];

const isOpenTo = (user: AuthenticatedUser | null, permission: PermissionCode | null): boolean =>
  permission === null ? user?.clientConfig.canViewTariffs === true : hasPermission(user, permission);

/** Pages of the administration a user may open, by group, in the order of the menu; no group is empty. */
export function adminGroupsOf(user: AuthenticatedUser | null): SectionGroup[] {
  return groups
    .map(({ text, entries }) => ({
      text,
      entries: entries.filter(({ permission }) => isOpenTo(user, permission)),
    }))
    .filter(({ entries }) => entries.length > 0);
}

/** The same in one row. */
export const adminEntriesOf = (user: AuthenticatedUser | null): SectionEntry[] =>
  adminGroupsOf(user).flatMap(({ entries }) => entries);

/** Administration: what the role may open, tariffs only for those who may see them. */
export function AdminLayout() {
  const user = useSession((state) => state.user);
  return <SectionLayout label={t('shell.nav.admin')} groups={adminGroupsOf(user)} />;
}
