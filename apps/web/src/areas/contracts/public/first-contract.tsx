import type { GroupRight } from '@depotwerk/domain/permissions';
import { Link } from '@tanstack/react-router';
import { hasPermission, mayChange, useSession } from '../../../platform/session.ts';
import { t } from '../../../texts/texts.ts';
import { EmptyState } from '../../../ui/feedback.tsx';

/** In a house without customers or contracts: the way to bring all of them from a file, for those who may. */
export function BookImportLink() {
  const mayImport = useSession(
    ({ user }) => hasPermission(user, 'admin.access') && hasPermission(user, 'contracts.bulk'),
  );
  return mayImport ? <Link to="/admin/book-imports">{t('contracts.fromFile')}</Link> : null;
}

/**
 * Whether somebody sees no customer and no contract because no group lets her, whatever there is: an empty list would say
 * to her that the house has none.
 */
export const useSeesNoGroup = (): boolean =>
  useSession(
    ({ user }) =>
      user !== null &&
      user.ownCustomerId === undefined &&
      !hasPermission(user, 'customers.viewWithoutGroup') &&
      user.groups.every(({ groupRights }) => !groupRights.some((right) => viewRights.has(right))),
  );
const viewRights: ReadonlySet<string> = new Set<GroupRight>(['groupCustomers.view', 'groupContracts.view']);

/** In place of a list to which no group admits: why it is empty, and who changes that. */
export function NoGroup() {
  const mayEditGroups = useSession(({ user }) => mayChange(user, 'userManagement.editGroups'));
  return (
    <EmptyState
      title={t('contracts.noGroup')}
      action={mayEditGroups ? <Link to="/user-management/groups">{t('contracts.noGroupLink')}</Link> : null}
    >
      {t('contracts.noGroupHint')}
    </EmptyState>
  );
}

/** In a house without contracts: where one is made. */
export function FirstContract() {
  const mayCreate = useSession(({ user }) => mayChange(user, 'contracts.create'));
  if (!mayCreate) return null;
  return (
    <div className="stack">
      <p className="hint">{t('contracts.firstHint')}</p>
      <Link to="/customers">{t('contracts.toCustomers')}</Link>
      <BookImportLink />
    </div>
  );
}
