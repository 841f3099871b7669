import { useSession } from '../platform/session.ts';
import { t } from '../texts/texts.ts';
import type { SectionEntry } from './section-layout.tsx';
import { SectionLayout } from './section-layout.tsx';

const tariffEntries: readonly SectionEntry[] = [
  { to: '/admin/tariffs', text: 'admin.tariffs' },
  { to: '/admin/tariff-components', text: 'admin.tariffComponents' },
];

const entries: readonly SectionEntry[] = [
  { to: '/admin/insurers', text: 'admin.insurers' },
  { to: '/admin/issuers', text: 'admin.issuers' },
  { to: '/admin/cost-models', text: 'admin.costModels' },
  { to: '/admin/funds', text: 'admin.funds' },
  { to: '/admin/peergroups', text: 'admin.peergroups' },
  { to: '/admin/approvals', text: 'admin.approvals' },
  { to: '/admin/audit-log', text: 'admin.auditLog' },
  { to: '/admin/jobs', text: 'admin.jobs' },
  { to: '/admin/white-label', text: 'admin.whiteLabel' },
  { to: '/admin/api-tokens', text: 'admin.apiTokens' },
  { to: '/admin/webhooks', text: 'admin.webhooks' },
];

/** Administration: tariffs only for those who may see them. */
export function AdminLayout() {
  const canViewTariffs = useSession((state) => state.user?.clientConfig.canViewTariffs ?? false);
  return (
    <SectionLayout
      label={t('shell.nav.admin')}
      entries={[
        { to: '/admin/dashboard', text: 'admin.dashboard' },
        ...(canViewTariffs ? tariffEntries : []),
        ...entries,
      ]}
    />
  );
}
