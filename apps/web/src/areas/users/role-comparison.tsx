import type { Role } from '@depotwerk/api/users/roles';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { RawSearch } from '../../platform/search-params.ts';
import { t } from '../../texts/texts.ts';
import { ColourLabel } from '../../ui/cells.tsx';
import { LoadError, Skeleton } from '../../ui/feedback.tsx';
import { Card } from '../../ui/layout.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { validateRoleSearch } from './user-address.ts';
import { permissionsQuery, rolePermissionsQuery, rolesQuery } from './user-queries.ts';

/** Step "Vergleich": what one role permits and another one does not. */
export function RoleComparison({ role }: { role: Role }) {
  const raw: RawSearch = useSearch({ strict: false });
  const otherId = validateRoleSearch(raw).with;
  const navigate = useNavigate();
  const lookup = useQuery(rolesQuery);
  const roles = lookup.data ?? [];
  const categories = useQuery(permissionsQuery);
  const own = useQuery(rolePermissionsQuery(role.id));
  const others = useQuery(rolePermissionsQuery(otherId));
  const other = roles.find(({ id }) => id === otherId);
  const mine: ReadonlySet<string> = new Set(own.data);
  const theirs: ReadonlySet<string> = new Set(others.data);
  const error = own.error ?? others.error ?? categories.error;
  const differences = (categories.data ?? [])
    .map(({ categoryName, permissions }) => ({
      categoryName,
      permissions: permissions.filter(({ id }) => mine.has(id) !== theirs.has(id)),
    }))
    .filter(({ permissions }) => permissions.length > 0);
  return (
    <Card title={t('userManagement.role.step.comparison')}>
      <div className="pending">
        <SelectField
          label={t('userManagement.role.compareWith')}
          value={otherId ?? ''}
          emptyLabel={t('masterData.noChoice')}
          lookup={lookup}
          options={roles
            .filter(({ id }) => id !== role.id)
            .map(({ id, roleName }) => ({ value: id, label: roleName }))}
          onChange={(id) =>
            void navigate({ to: '.', search: (id === '' ? {} : { with: id }) as never, replace: true })
          }
        />
        {otherId === undefined ? null : error ? (
          <LoadError error={error} onRetry={() => void others.refetch()} />
        ) : !own.data || !others.data || !categories.data ? (
          <Skeleton lines={6} />
        ) : differences.length === 0 ? (
          <p role="status">{t('userManagement.role.same')}</p>
        ) : (
          differences.map(({ categoryName, permissions }) => (
            <section key={categoryName}>
              <h3>{categoryName}</h3>
              <ul className="fund-picker__hits">
                {permissions.map(({ id, name }) => (
                  <li key={id} className="fund-picker__hit">
                    <span className="fund-picker__name">{name}</span>
                    <ColourLabel tone={mine.has(id) ? 'brand' : 'info'}>
                      {t('userManagement.role.only', {
                        name: mine.has(id) ? role.roleName : (other?.roleName ?? '…'),
                      })}
                    </ColourLabel>
                  </li>
                ))}
              </ul>
            </section>
          ))
        )}
      </div>
    </Card>
  );
}
