import { apiScopes } from '@depotwerk/domain/permissions';
import { sql } from 'kysely';
import type { Database } from '../database/database.ts';
import type { SignedIn } from '../http/request-context.ts';
import type { Scope } from '../scope.ts';
import { hashOfApiToken } from '../tokens/api-token.ts';
import { readUserScope } from './read-user-scope.ts';
import { hasSecondFactor, needsSecondFactor } from './second-factor-state.ts';
import type { Viewing } from './viewing-state.ts';

interface Row {
  userName: string;
  fullName: string;
  scopes: string[];
  isUsedLately: boolean;
  viewing: Viewing | null;
}

/** Milliseconds between two notes of when a token was used: not every call writes. */
const noteMilliseconds = 60_000;

const tokenSql = `
select u.user_name as "userName", u.full_name as "fullName", a.scopes,
  coalesce(a.last_used_at > $3::timestamptz, false) as "isUsedLately",
  (select jsonb_build_object('userId', v.viewed_user_id, 'fullName', '', 'endsAt', v.ends_at) from viewings v
    where v.tenant_id = a.tenant_id and v.user_id = a.user_id and v.ended_at is null and v.ends_at > $2::timestamptz
    limit 1) as viewing
from api_tokens a
  join users u on u.tenant_id = a.tenant_id and u.id = a.user_id
  join tenants t on t.tenant_id = u.tenant_id
where a.id = $1 and a.revoked_at is null and a.expires_at > $2::timestamptz and not u.must_change_password
  and (not u.is_demo or $4) and (not ${needsSecondFactor} or ${hasSecondFactor})`;

/**
 * What a token opens at this moment: the rights its owner has now, of those the token was made for. null when it is
 * unknown, over or revoked, or its owner could not sign in to do it himself.
 * @param admitsDemo false = users of the demo have no tokens either
 */
export async function readApiToken(
  database: Database,
  clock: () => number,
  admitsDemo: boolean,
  token: string,
): Promise<SignedIn | null> {
  const [found] = await database.read<{ tenantId: string; id: string; userId: string }>(
    { tenantId: null, userId: null },
    {
      sql: 'select tenant_id as "tenantId", id, user_id as "userId" from find_api_token($1)',
      parameters: [hashOfApiToken(token)],
    },
  );
  if (!found) return null;
  const { tenantId, id, userId } = found;
  const now = clock();
  const at = new Date(now).toISOString();
  const [row] = await database.read<Row>(
    { tenantId, userId },
    { sql: tokenSql, parameters: [id, at, new Date(now - noteMilliseconds).toISOString(), admitsDemo] },
  );
  const scope = row && (await readUserScope(database, tenantId, userId));
  if (!row || !scope) return null;
  if (!row.isUsedLately) {
    await database.transaction({ tenantId, userId }, (transaction) =>
      sql`update api_tokens set last_used_at = ${at} where id = ${id}`.execute(transaction),
    );
  }
  const { userName, fullName } = row;
  return {
    // As long as its owner looks as somebody else, nothing is changed in his name.
    viewing: row.viewing,
    // It has no session; what is bound to one is open to people only.
    actor: { kind: 'user', userId, sessionId: id, tenantId, userName, fullName, apiTokenId: id },
    scope: limitedToScopes(scope, row.scopes),
  };
}

/** What a token made for some rights leaves of those its owner has; never what only a person does herself. */
export const limitedToScopes = (scope: Scope, scopes: readonly string[]): Scope => ({
  ...scope,
  permissions: new Set(apiScopes.filter((code) => scope.permissions.has(code) && scopes.includes(code))),
});
