import type { Role } from '@depotwerk/api/users/roles';
import { listUsers } from '@depotwerk/api/users/users';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { callWithHeaders } from '../../platform/api-client.ts';
import { t } from '../../texts/texts.ts';
import { QueryError, Skeleton } from '../../ui/feedback.tsx';
import { Card } from '../../ui/layout.tsx';
import { SignInStateLabel } from './users-page.tsx';
import '../funds/public/fund-picker.css';

const shown = 50;

/** Step "Benutzer": who has a role. */
export function RoleUsersStep({ role }: { role: Role }) {
  const users = useQuery({
    queryKey: ['masterData', 'users', 'list', 'role', role.id],
    queryFn: ({ signal }) =>
      callWithHeaders(listUsers, { query: { roleId: role.id, pageSize: shown } }, { signal }),
  });
  const total = users.data?.totalCount ?? 0;
  return (
    <Card title={t('userManagement.role.step.users')}>
      {users.error ? (
        <QueryError query={users} />
      ) : !users.data ? (
        <Skeleton lines={6} />
      ) : total === 0 ? (
        <p className="hint">{t('userManagement.role.noUsers')}</p>
      ) : (
        <div className="pending">
          <ul className="fund-picker__hits">
            {users.data.answer.map((user) => (
              <li key={user.id} className="fund-picker__hit">
                <span className="fund-picker__name">
                  <Link to="/user-management/users/$userId/info" params={{ userId: user.id }}>
                    {user.fullName}
                  </Link>
                  <span className="hint">{user.userName}</span>
                </span>
                <SignInStateLabel state={user.signInState} />
              </li>
            ))}
          </ul>
          {total > shown ? (
            <Link to="/user-management/users" search={{ roleId: role.id } as never}>
              {t('userManagement.role.allUsers', { number: total })}
            </Link>
          ) : null}
        </div>
      )}
    </Card>
  );
}
