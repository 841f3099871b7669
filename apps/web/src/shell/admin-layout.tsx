import type { AuthenticatedUser } from '@depotwerk/api/auth';
import type { PermissionCode } from '@depotwerk/domain/permissions';
import { hasPermission, useSession } from '../platform/session.ts';
import { t } from '../texts/texts.ts';
import type { SectionEntry } from './section-layout.tsx';
import { SectionLayout } from './section-layout.tsx';

const dashboardEntries: readonly SectionEntry[] = [{ to: '/admin/dashboard', text: 'admin.dashboard' }];

const tariffEntries: readonly SectionEntry[] = [
  { to: '/admin/tariffs', text: 'admin.tariffs' },
  { to: '/admin/tariff-components', text: 'admin.tariffComponents' },
];

/** An entry that only those with the permission have that its page reads with. */
interface GuardedEntry extends SectionEntry {
  readonly permission: PermissionCode;
}

const entries: readonly GuardedEntry[] = [
  { to: '/admin/insurers', text: 'admin.insurers', permission: 'insurers.view' },
  { to: '/admin/issuers', text: 'admin.issuers', permission: 'insurers.view' },
  { to: '/admin/cost-models', text: 'admin.costModels', permission: 'costModels.view' },
  { to: '/admin/funds', text: 'admin.funds', permission: 'funds.view' },
  { to: '/admin/tags', text: 'admin.tags', permission: 'tags.edit' },
  { to: '/admin/book-imports', text: 'admin.bookImports', permission: 'contracts.bulk' },
  { to: '/admin/fund-import', text: 'admin.fundImport', permission: 'funds.import' },
  { to: '/admin/fund-categories', text: 'admin.fundCategories', permission: 'funds.view' },
  { to: '/admin/peergroups', text: 'admin.peergroups', permission: 'funds.view' },
  { to: '/admin/data-quality', text: 'admin.dataQuality', permission: 'funds.view' },
  { to: '/admin/questionnaires', text: 'admin.questionnaires', permission: 'tariffs.view' },
  { to: '/admin/approvals', text: 'admin.approvals', permission: 'tariffs.view' },
  { to: '/admin/audit-log', text: 'admin.auditLog', permission: 'audit.view' },
  { to: '/admin/jobs', text: 'admin.jobs', permission: 'jobs.view' },
  { to: '/admin/operation', text: 'admin.operation', permission: 'jobs.view' },
  { to: '/admin/white-label', text: 'admin.whiteLabel', permission: 'whiteLabel.edit' },
  { to: '/admin/api-tokens', text: 'admin.apiTokens', permission: 'apiTokens.manage' },
  { to: '/admin/webhooks', text: 'admin.webhooks', permission: 'webhooks.manage' },
  { to: '/admin/identity-provider', text: 'admin.identityProvider', permission: 'userManagement.editRoles' },
  { to: '/admin/mail', text: 'admin.mail', permission: 'userManagement.editUsers' },
  { to: '/admin/sms', text: 'admin.sms', permission: 'userManagement.editUsers' },
];

/** Pages of the administration a user may open, in the order of the menu. */
export function adminEntriesOf(user: AuthenticatedUser | null): SectionEntry[] {
  return [
    ...(hasPermission(user, 'dashboard.view') ? dashboardEntries : []),
    ...(user?.clientConfig.canViewTariffs ? tariffEntries : []),
    ...entries.filter(({ permission }) => hasPermission(user, permission)),
  ];
}

/** Administration: what the role may open, tariffs only for those who may see them. */
export function AdminLayout() {
  const user = useSession((state) => state.user);
  return <SectionLayout label={t('shell.nav.admin')} entries={adminEntriesOf(user)} />;
}
