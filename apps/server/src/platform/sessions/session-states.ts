import type { LiveTopic } from '@depotwerk/domain/live/live-topics';
import {
  type GroupRight,
  groupRights,
  type PermissionCode,
  permissionCodes,
} from '@depotwerk/domain/permissions';
import type { Database } from '../database/database.ts';
import type { SignedIn } from '../http/request-context.ts';
import { buildScope } from '../scope.ts';
import { hasSecondFactor, needsSecondFactor } from './second-factor-state.ts';
import { endOverdueViewings, openViewing, readSharedScope } from './viewing.ts';
import type { Viewing } from './viewing-state.ts';

/** What stands behind a session at this moment. */
export interface SessionState extends SignedIn {
  readonly roleId: string;
  /** Milliseconds since the epoch; the session is over from then on. */
  readonly endsAt: number;
  /** When a second factor was last shown in this session; null = never. */
  readonly secondFactorAt: string | null;
  /** An administrator without the second factor his tenant demands: signed in, but without any right. */
  readonly mustSetUpSecondFactor: boolean;
  readonly mustChangePassword: boolean;
  readonly hasSecondFactor: boolean;
}

export interface SessionStates {
  /** Null when the session, its user, role or tenant is unknown, ended or inactive. At most 1 s old. */
  get(sessionId: string): Promise<SessionState | null>;
  /** Makes the next `get` look again at once; other processes see a change within a second anyway. */
  forget(sessionIds: readonly string[]): void;
  /** The same for all: rights have changed, and many may hold them. */
  forgetAll(): void;
}

interface Row {
  userId: string;
  userName: string;
  fullName: string;
  customerId: string | null;
  roleId: string;
  isClientRole: boolean;
  isLive: boolean;
  isDemo: boolean;
  idleExpiresAt: string;
  absoluteExpiresAt: string;
  secondFactorAt: string | null;
  viewing: Viewing | null;
  mustChangePassword: boolean;
  needsSecondFactor: boolean;
  hasSecondFactor: boolean;
  permissions: string[];
  memberships: { groupId: string; groupRights: string[] }[];
}

interface GroupRow {
  id: string;
  parentGroupId: string | null;
}

/** Kinds of changes after which sessions may have other rights. */
export const topicsOfRights: ReadonlySet<string> = new Set<LiveTopic>(['users', 'roles', 'groups']);

/** Less than the second allowed, for the time the look-up itself takes. */
const keptMilliseconds = 900;
const renewedMilliseconds = 450;
const maxKept = 20_000;

interface Kept {
  readonly since: number;
  readonly state: Promise<SessionState | null>;
  isRenewing: boolean;
}

const stateSql = `
select s.user_id as "userId", u.user_name as "userName", u.full_name as "fullName", u.customer_id as "customerId",
  u.role_id as "roleId", r.is_client_role as "isClientRole",
  s.revoked_at is null and not u.is_inactive and not r.is_inactive and not t.is_inactive as "isLive", u.is_demo as "isDemo",
  s.idle_expires_at as "idleExpiresAt", s.absolute_expires_at as "absoluteExpiresAt",
  s.second_factor_at as "secondFactorAt", u.must_change_password as "mustChangePassword",
  ${openViewing} as viewing,
  ${needsSecondFactor} as "needsSecondFactor",
  ${hasSecondFactor} as "hasSecondFactor",
  coalesce((select jsonb_agg(p.permission_id) from role_permissions p
    where p.tenant_id = u.tenant_id and p.role_id = u.role_id), '[]') as permissions,
  coalesce((select jsonb_agg(jsonb_build_object('groupId', m.group_id, 'groupRights', m.group_rights))
    from group_users m join groups g on g.tenant_id = m.tenant_id and g.id = m.group_id
    where m.tenant_id = u.tenant_id and m.user_id = u.id and not g.is_inactive), '[]') as memberships
from sessions s
  join users u on u.tenant_id = s.tenant_id and u.id = s.user_id
  join roles r on r.tenant_id = u.tenant_id and r.id = u.role_id
  join tenants t on t.tenant_id = u.tenant_id
where s.id = $1`;

const groupsSql = 'select id, parent_group_id as "parentGroupId" from groups';

const knownPermissions: ReadonlySet<string> = new Set(permissionCodes);
const isPermission = (code: string): code is PermissionCode => knownPermissions.has(code);
const knownRights: ReadonlySet<string> = new Set(groupRights);
const isGroupRight = (right: string): right is GroupRight => knownRights.has(right);

/** A customer's user without a customer sees nobody: this id belongs to none. */
const nobody = '00000000-0000-0000-0000-000000000000';

/**
 * Looks up sessions with user, role and group rights, each at most once a second.
 * @param admitsDemo false = users of the demo have no sessions
 * @param clock milliseconds since the epoch, for the session's own ends
 * @param stopwatch monotonic milliseconds, for the age of what is kept
 */
export function createSessionStates(
  database: Database,
  clock: () => number,
  admitsDemo: boolean,
  stopwatch: () => number = () => performance.now(),
): SessionStates {
  const tenants = new Map<string, string>();
  const kept = new Map<string, Kept>();

  async function tenantOf(sessionId: string): Promise<string | null> {
    const known = tenants.get(sessionId);
    if (known !== undefined) return known;
    const [row] = await database.read<{ tenantId: string }>(
      { tenantId: null, userId: null },
      { sql: 'select tenant_id as "tenantId" from find_session($1)', parameters: [sessionId] },
    );
    if (!row) return null;
    // A session never changes its tenant.
    if (tenants.size >= maxKept) tenants.clear();
    tenants.set(sessionId, row.tenantId);
    return row.tenantId;
  }

  async function load(sessionId: string): Promise<SessionState | null> {
    const tenantId = await tenantOf(sessionId);
    if (tenantId === null) return null;
    const [[row], groups] = await database.readMany<[Row, GroupRow]>({ tenantId, userId: null }, [
      { sql: stateSql, parameters: [sessionId] },
      { sql: groupsSql, parameters: [] },
    ]);
    if (!row?.isLive || (!admitsDemo && row.isDemo)) return null;
    const state = stateOf(tenantId, sessionId, row, groups);
    if (row.viewing === null) return state;
    const viewing = { ...row.viewing, endsAt: new Date(row.viewing.endsAt).toISOString() };
    if (Date.parse(viewing.endsAt) > clock()) return lookAs(database, state, viewing);
    await endOverdueViewings(database, tenantId, clock());
    return state;
  }

  function start(sessionId: string): Kept {
    if (kept.size >= maxKept) kept.clear();
    const entry: Kept = { since: stopwatch(), state: load(sessionId), isRenewing: false };
    kept.set(sessionId, entry);
    // A failed look-up is no answer to keep.
    entry.state.catch(() => {
      if (kept.get(sessionId) === entry) kept.delete(sessionId);
    });
    return entry;
  }

  async function renew(sessionId: string, known: Kept): Promise<void> {
    known.isRenewing = true;
    const since = stopwatch();
    try {
      const state = await load(sessionId);
      // Unless forgotten meanwhile: what was read may be from before the change.
      if (kept.get(sessionId) === known) {
        kept.set(sessionId, { since, state: Promise.resolve(state), isRenewing: false });
      }
    } catch {
      // The next call that finds nothing young enough looks itself, and tells its caller what is wrong.
    }
  }

  return {
    async get(sessionId) {
      const known = kept.get(sessionId);
      const age = known ? stopwatch() - known.since : keptMilliseconds;
      const entry = known && age < keptMilliseconds ? known : start(sessionId);
      // Looked up again before it is too old, so that a busy session never waits for it.
      if (entry === known && age >= renewedMilliseconds && !known.isRenewing) void renew(sessionId, known);
      const state = await entry.state;
      return state && clock() < state.endsAt ? state : null;
    },
    forget(sessionIds) {
      for (const sessionId of sessionIds) kept.delete(sessionId);
    },
    forgetAll() {
      kept.clear();
    },
  };
}

/** The same person with the rights he shares with the one he looks as. */
async function lookAs(database: Database, state: SessionState, viewing: Viewing): Promise<SessionState> {
  const scope = await readSharedScope(database, state.scope, viewing.userId);
  return { ...state, scope, viewing, actor: { ...state.actor, viewingAs: viewing.userId } };
}

function stateOf(tenantId: string, sessionId: string, row: Row, groups: GroupRow[]): SessionState {
  const mustSetUpSecondFactor = row.needsSecondFactor && !row.hasSecondFactor;
  const { userId, userName, fullName } = row;
  return {
    actor: { kind: 'user', userId, sessionId, tenantId, userName, fullName },
    scope: buildScope({
      tenantId,
      userId,
      ownCustomerId: row.isClientRole ? (row.customerId ?? nobody) : null,
      permissions: mustSetUpSecondFactor ? [] : row.permissions.filter(isPermission),
      groups,
      memberships: mustSetUpSecondFactor
        ? []
        : row.memberships.map((membership) => ({
            groupId: membership.groupId,
            groupRights: membership.groupRights.filter(isGroupRight),
          })),
    }),
    roleId: row.roleId,
    endsAt: Math.min(Date.parse(row.idleExpiresAt), Date.parse(row.absoluteExpiresAt)),
    secondFactorAt: row.secondFactorAt,
    mustSetUpSecondFactor,
    mustChangePassword: row.mustChangePassword,
    hasSecondFactor: row.hasSecondFactor,
  };
}
