import type { EffectiveRights, MissingRight, RightSource } from '@depotwerk/api/users/effective-rights';
import type { GroupRight } from '@depotwerk/domain/permissions';
import { useQuery } from '@tanstack/react-query';
import { t } from '../../texts/texts.ts';
import { groupPermissionsQuery, permissionsQuery } from './user-queries.ts';

type Path = EffectiveRights['groupPath'];

/** Names of permissions and group rights, as the steps of roles and groups say them. */
export interface RightNames {
  readonly permission: (id: string) => string;
  readonly right: (id: GroupRight) => string;
}

/** The names in use; until they are loaded the codes stand for them. */
export function useRightNames(): RightNames {
  const permissions = useQuery(permissionsQuery).data ?? [];
  const rights = useQuery(groupPermissionsQuery).data ?? [];
  return {
    permission: (id) => {
      const category = permissions.find((one) => one.permissions.some((permission) => permission.id === id));
      const found = category?.permissions.find((permission) => permission.id === id);
      return category && found ? `${category.categoryName}: ${found.name}` : id;
    },
    right: (id) =>
      rights.flatMap(({ permissions: found }) => found).find((right) => right.id === id)?.name ?? id,
  };
}

const groupText = ({ groupName, isInactive }: Path[number]) =>
  isInactive ? t('userManagement.rights.inactiveGroup', { name: groupName }) : groupName;

/** A way through the groups: „Nord › Hamburg“. */
export const pathText = (path: Path): string => path.map(groupText).join(' › ');

const withoutGroup = 'customers.viewWithoutGroup';

/** Where a right comes from, as a sentence. */
export function sourceText(
  source: RightSource,
  names: RightNames,
  { roleName, permissionId }: { roleName: string; permissionId: string },
): string {
  if (source.kind !== 'group')
    return t(`userManagement.rights.source.${source.kind}`, {
      role: roleName,
      permission: names.permission(permissionId),
      withoutGroup: names.permission(withoutGroup),
    });
  return t(`userManagement.rights.source.${source.path.length > 1 ? 'inherited' : 'group'}`, {
    right: names.right(source.right),
    group: source.path[0]?.groupName ?? '',
    path: pathText(source.path),
  });
}

/** What would have to change, as a sentence. */
export function missingText(
  missing: MissingRight,
  names: RightNames,
  { roleName, permissionId }: { roleName: string; permissionId: string },
): string {
  if (missing.kind !== 'group')
    return t(`userManagement.rights.missing.${missing.kind}`, {
      role: roleName,
      permission: names.permission(permissionId),
      withoutGroup: names.permission(withoutGroup),
    });
  return t(`userManagement.rights.missing.${missing.inactive.length > 0 ? 'inactive' : 'group'}`, {
    right: names.right(missing.right),
    groups: missing.inactive
      .map(({ groupName }) => t('userManagement.rights.namedGroup', { name: groupName }))
      .join(', '),
    path: pathText(missing.path),
  });
}
