import { Link } from '@tanstack/react-router';
import { hasPermission, mayChange, useSession } from '../../platform/session.ts';
import { t } from '../../texts/texts.ts';

/** In a house without customers or contracts: the way to bring all of them from a file, for those who may. */
export function BookImportLink() {
  const mayImport = useSession(
    ({ user }) => hasPermission(user, 'admin.access') && hasPermission(user, 'contracts.bulk'),
  );
  return mayImport ? <Link to="/admin/book-imports">{t('contracts.fromFile')}</Link> : null;
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
