import type { User } from '@depotwerk/api/users/users';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { t } from '../../texts/texts.ts';
import { Banner } from '../../ui/feedback.tsx';
import { rolePermissionsQuery } from './user-queries.ts';

/**
 * Of somebody whose role lets her see customers or contracts while no group does: what she has to be given still. Who works without
 * them (tariffs, approvals) needs no group, and who sees those without group is not without customers.
 */
export function NoGroupNotice({ user }: { user: User }) {
  const isConcerned = user.groupCount === 0 && !user.isInactive && user.isOfCustomer !== true;
  const permissions = useQuery({ ...rolePermissionsQuery(user.roleId), enabled: isConcerned }).data;
  const maySee = permissions?.some((code) => code === 'customers.view' || code === 'contracts.view');
  if (!isConcerned || !maySee || permissions?.includes('customers.viewWithoutGroup')) return null;
  return (
    <Banner
      tone="warn"
      title={t('userManagement.user.noGroup')}
      actions={<Link to="/user-management/groups">{t('contracts.noGroupLink')}</Link>}
    >
      {t('userManagement.user.noGroupHint')}
    </Banner>
  );
}
