import { AppError } from '../../../platform/http/app-error.ts';
import type { Scope } from '../../../platform/scope.ts';
import type { Services } from '../../../platform/services.ts';

/** So many groups are named to somebody who lacks rights in them. */
const namedGroups = 5;

/**
 * An import touches whatever the file names: beside the permissions each call names it takes the rights in every group of the house, so that
 * nobody learns by it what he may not see. Who may see the groups is told where rights are missing. @throws 403
 */
export async function requireWholeBook(services: Pick<Services, 'database'>, scope: Scope): Promise<void> {
  const rows = await services.database.read<{ name: string; count: number }>(scope, {
    sql: `select group_name as name, (count(*) over ())::int as count from groups
      where id <> all ($1::uuid[]) or id <> all ($2::uuid[]) order by fold_text(group_name), id limit ${namedGroups}`,
    parameters: [
      [...(scope.groupsByRight.get('groupCustomers.edit') ?? [])],
      [...(scope.groupsByRight.get('groupContracts.edit') ?? [])],
    ],
  });
  const lacksRole = !scope.permissions.has('customers.viewWithoutGroup');
  if (rows.length === 0 && !lacksRole && scope.ownCustomerId === null) return;
  const mayKnow = scope.permissions.has('userManagement.view') && scope.ownCustomerId === null;
  throw new AppError('bookImports.needsEveryGroup', mayKnow ? { reason: missing(rows, lacksRole) } : {});
}

const roleText = 'Ihrer Rolle fehlt „Kunden ohne Gruppe ansehen“.';

function missing(groups: readonly { name: string; count: number }[], lacksRole: boolean): string {
  const [first] = groups;
  if (!first) return `Eine Datei kann jeden Kunden des Hauses betreffen. ${roleText}`;
  const names = groups.map(({ name }) => `„${name}“`).join(', ');
  const place =
    first.count === 1
      ? `der Gruppe ${names}`
      : `${first.count} Gruppen (${names}${first.count > groups.length ? ', …' : ''})`;
  const role = lacksRole ? ` ${roleText}` : '';
  return `Eine Datei kann jeden Kunden des Hauses betreffen. In ${place} fehlt Ihnen „Kunden der Gruppe bearbeiten“ oder „Verträge der Gruppe bearbeiten“; die Rechte stehen in der Benutzerverwaltung unter Gruppen, Schritt Benutzer.${role}`;
}
