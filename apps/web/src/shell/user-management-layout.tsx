import { t } from '../texts/texts.ts';
import { SectionLayout } from './section-layout.tsx';

/** User management: groups, roles, users. */
export function UserManagementLayout() {
  return (
    <SectionLayout
      label={t('shell.nav.userManagement')}
      groups={[
        {
          text: null,
          entries: [
            { to: '/user-management/groups', text: 'userManagement.groups' },
            { to: '/user-management/roles', text: 'userManagement.roles' },
            { to: '/user-management/users', text: 'userManagement.users' },
            { to: '/user-management/effective-rights', text: 'userManagement.rights.title' },
          ],
        },
      ]}
    />
  );
}
