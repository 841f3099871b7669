import type { displaySettings, getDisplaySettings } from '@depotwerk/api/auth/account';
import { displaySettings as displaySettingsSchema } from '@depotwerk/api/auth/account';
import type { AuthenticatedUser } from '@depotwerk/api/auth/auth';
import type { CallAnswer } from '@depotwerk/api/call';
import type * as z from 'zod/mini';
import { AppError } from '../../platform/http/app-error.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import type { SignInServices } from '../../platform/services.ts';
import { readTermsToAgree } from '../white-label/public.ts';

export type DisplaySettings = z.infer<typeof displaySettings>;

export const defaultDisplaySettings: DisplaySettings = {
  theme: 'system',
  density: 'comfortable',
  startPage: '/contracts',
};

interface Row {
  company: string;
  phoneNumber: string | null;
  roleId: string;
  roleName: string;
  lastLogin: string | null;
  mustChangePassword: boolean;
  isTourDue: boolean;
  display: unknown;
  groups: { groupId: string; groupRights: string[] }[];
}

const userSql = `
select u.company, u.phone_number as "phoneNumber", r.id as "roleId", r.role_name as "roleName",
  u.last_login as "lastLogin", u.must_change_password as "mustChangePassword", u.settings->'display' as display,
  not u.is_demo and not u.settings ? 'tourClosedAt' and u.created_at > $2::timestamptz - interval '14 days' as "isTourDue",
  coalesce((select jsonb_agg(jsonb_build_object('groupId', m.group_id, 'groupRights', m.group_rights)
      order by m.group_id)
    from group_users m join groups g on g.tenant_id = m.tenant_id and g.id = m.group_id
    where m.tenant_id = u.tenant_id and m.user_id = u.id and not g.is_inactive), '[]') as groups
from users u join roles r on r.tenant_id = u.tenant_id and r.id = u.role_id
where u.id = $1`;

/** The signed-in user with rights and client configuration; rights are those of this moment. */
export async function readAuthenticatedUser(
  services: SignInServices,
  context: SignedInContext,
): Promise<AuthenticatedUser> {
  const { actor, scope } = context;
  const [row] = await services.database.read<Row>(actor, {
    sql: userSql,
    parameters: [actor.userId, new Date(services.clock()).toISOString()],
  });
  const state = await services.sessions.get(actor.sessionId);
  // Who looks as somebody else agrees to nothing in her name.
  const terms = state?.viewing ? null : await readTermsToAgree(services.database, actor, context.host);
  if (!row || !state) throw new AppError('auth.unauthenticated');
  const may = (permission: Parameters<typeof scope.permissions.has>[0]) => scope.permissions.has(permission);
  return {
    id: actor.userId,
    userName: actor.userName,
    fullName: actor.fullName,
    company: row.company || null,
    phoneNumber: row.phoneNumber,
    roleId: row.roleId,
    roleName: row.roleName,
    permissions: [...scope.permissions].toSorted(),
    groups: row.groups,
    tenantId: actor.tenantId,
    clientConfig: {
      canViewTariffs: may('tariffs.view'),
      canViewAdmin: may('admin.access'),
      canExecuteOptimization: may('optimization.execute'),
      canManageCredentials: may('traderCredentials.use'),
      canExport: may('contracts.export') || may('customers.export'),
      canBulk: may('contracts.bulk'),
      requireSecondFactor: state.mustSetUpSecondFactor,
      startPage: displayOf(row.display).startPage,
    },
    lastLogin: row.lastLogin,
    mustChangePassword: row.mustChangePassword,
    ...(scope.ownCustomerId !== null && { ownCustomerId: scope.ownCustomerId }),
    // Who looks as somebody else is on no first day.
    ...(row.isTourDue && !state.viewing && { isTourDue: true as const }),
    ...(terms !== null && { termsToAgree: terms }),
    ...(state.viewing && { viewing: state.viewing }),
  };
}

/** What the user chose for the screen; anything unreadable counts as not chosen. */
export async function readDisplaySettings(
  services: SignInServices,
  context: SignedInContext,
): Promise<CallAnswer<typeof getDisplaySettings>> {
  const [row] = await services.database.read<{ display: unknown }>(context.actor, {
    sql: `select settings->'display' as display from users where id = $1`,
    parameters: [context.actor.userId],
  });
  return displayOf(row?.display);
}

function displayOf(stored: unknown): DisplaySettings {
  const parsed = displaySettingsSchema.safeParse(stored);
  return parsed.success ? parsed.data : defaultDisplaySettings;
}
