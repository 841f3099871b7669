import type {
  ApiToken,
  createApiToken as createCall,
  listApiTokens as listCall,
} from '@depotwerk/api/auth/api-tokens';
import type { CallAnswer } from '@depotwerk/api/call';
import { apiScopes } from '@depotwerk/domain/permissions';
import { type RawBuilder, sql } from 'kysely';
import { writeAudit } from '../../../platform/audit/write-audit.ts';
import { AppError, notFound } from '../../../platform/http/app-error.ts';
import type { SignedInContext } from '../../../platform/http/request-context.ts';
import type { Verb } from '../../../platform/http/verb.ts';
import { accountNotice } from '../../../platform/mail/account-notice.ts';
import { sendMail } from '../../../platform/mail/send-mail.ts';
import { requirePermission } from '../../../platform/scope.ts';
import type { SignInServices } from '../../../platform/services.ts';
import { holdSession } from '../../../platform/sessions/end-sessions.ts';
import { hashOfApiToken, newApiToken } from '../../../platform/tokens/api-token.ts';
import { readPermissions } from '../../users/public.ts';
import { confirmedAccount } from '../confirm-identity.ts';

/** Open tokens of one person. */
const mostTokens = 20;

const members = `a.id, a.token_name as name, a.scopes,
  array(select p.permission_name from permissions p where p.id = any (a.scopes) order by p.sort_order) as "scopeNames",
  a.created_at as "createdAt", a.expires_at as "expiresAt",
  a.last_used_at as "lastUsedAt"`;

/** Own tokens that were not revoked, newest first. */
export function readOwnApiTokens(services: SignInServices, { actor }: SignedInContext): Promise<ApiToken[]> {
  return services.database.read<ApiToken>(actor, {
    sql: `select ${members} from api_tokens a where a.user_id = $1 and a.revoked_at is null
      order by a.created_at desc, a.id`,
    parameters: [actor.userId],
  });
}

/** Own tokens that were not revoked, and what a new one could be made for: the rights one has, without those a person must use herself. */
export async function listOwnApiTokens(services: SignInServices, context: SignedInContext) {
  const { scope } = context;
  const tokens = await readOwnApiTokens(services, context);
  const open: ReadonlySet<string> = new Set(apiScopes.filter((code) => scope.permissions.has(code)));
  const categories = (await readPermissions(services, scope))
    .map((category) => ({
      ...category,
      permissions: category.permissions.filter(({ id }) => open.has(id)),
    }))
    .filter(({ permissions }) => permissions.length > 0);
  return { tokens, categories };
}

/**
 * Makes a token, whose text is answered this once and stored nowhere.
 * @throws users.aboveOwnRights for a scope one has not, auth.oldPasswordWrong, auth.secondFactorRequired
 */
export const createApiToken: Verb<typeof createCall, SignInServices> = async (
  services,
  context,
  { body },
) => {
  const { actor, scope } = context;
  const scopes = [...new Set(body.scopes)];
  if (scopes.some((code) => !scope.permissions.has(code))) throw new AppError('users.aboveOwnRights');
  await confirmedAccount(services, context, body);
  const secret = newApiToken();
  const now = services.clock();
  const apiToken: ApiToken = {
    id: crypto.randomUUID(),
    name: body.name,
    scopes,
    createdAt: new Date(now).toISOString(),
    expiresAt: new Date(now + body.validDays * 86_400_000).toISOString(),
    lastUsedAt: null,
  };
  await services.database.transaction(scope, async (transaction) => {
    await holdSession(transaction, actor);
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from api_tokens
      where user_id = ${actor.userId} and revoked_at is null and expires_at > ${apiToken.createdAt}`.execute(
      transaction,
    );
    if ((rows[0]?.count ?? 0) >= mostTokens) throw new AppError('common.quotaExceeded');
    await sendMail(
      transaction,
      services.keys.keyEncryption,
      accountNotice(
        actor,
        `Für Ihr Benutzerkonto wurde ein Zugang für ein System angelegt: ${apiToken.name}.`,
      ),
    );
    await sql`insert into api_tokens (tenant_id, id, user_id, token_name, token_hash, scopes, created_at, expires_at)
      values (${actor.tenantId}, ${apiToken.id}, ${actor.userId}, ${apiToken.name}, ${hashOfApiToken(secret)},
        ${scopes}::text[], ${apiToken.createdAt}, ${apiToken.expiresAt})`.execute(transaction);
    await writeAudit(transaction, {
      actor,
      action: 'apiTokens.create',
      objectType: 'apiToken',
      objectId: apiToken.id,
      after: apiToken,
      details: { scopes: scopes.join(' '), validDays: body.validDays },
    });
  });
  return { apiToken, secret };
};

/** Ends an own token. @throws 404 for revoked, unknown and foreign ones alike */
export function revokeOwnApiToken(
  services: SignInServices,
  context: SignedInContext,
  id: string,
): Promise<Record<string, never>> {
  return revoke(services, context, id, sql`user_id = ${context.actor.userId}`);
}

/** Tokens of everybody in the tenant that were not revoked. */
export async function listApiTokens(
  services: SignInServices,
  { scope }: SignedInContext,
): Promise<CallAnswer<typeof listCall>> {
  requirePermission(scope, 'admin.access');
  return services.database.read(scope, {
    sql: `select ${members}, u.id as "userId", u.full_name as "fullName", u.user_name as "userName",
        u.is_inactive or r.is_inactive as "isOwnerInactive"
      from api_tokens a join users u on u.tenant_id = a.tenant_id and u.id = a.user_id
        join roles r on r.tenant_id = u.tenant_id and r.id = u.role_id
      where a.revoked_at is null order by fold_text(u.full_name), u.id, a.created_at desc, a.id`,
    parameters: [],
  });
}

/** Ends anybody's token. @throws 404, auth.forbidden */
export function revokeApiToken(
  services: SignInServices,
  context: SignedInContext,
  id: string,
): Promise<Record<string, never>> {
  requirePermission(context.scope, 'admin.access');
  return revoke(services, context, id, sql`true`);
}

async function revoke(
  services: SignInServices,
  { actor, scope }: SignedInContext,
  id: string,
  whose: RawBuilder<unknown>,
): Promise<Record<string, never>> {
  const at = new Date(services.clock()).toISOString();
  await services.database.transaction(scope, async (transaction) => {
    const { rows } = await sql`update api_tokens set revoked_at = ${at}
      where id = ${id} and revoked_at is null and ${whose} returning id`.execute(transaction);
    if (rows.length === 0) throw notFound();
    await writeAudit(transaction, {
      actor,
      action: 'apiTokens.revoke',
      objectType: 'apiToken',
      objectId: id,
    });
  });
  return {};
}
