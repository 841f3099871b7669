import { longestOwnLog, type OwnData } from '@depotwerk/api/auth/own-data';
import { AppError } from '../../platform/http/app-error.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import type { SignInServices } from '../../platform/services.ts';
import { termsAgreements } from '../../platform/terms-agreements.ts';
import { readOwnApiTokens } from './api-tokens/api-tokens.ts';
import { readDisplaySettings } from './authenticated-user.view.ts';
import { ownAccount } from './confirm-identity.ts';
import { readProfile } from './own-profile.ts';

type Dates = Pick<
  OwnData['account'],
  'createdAt' | 'lastLogin' | 'passwordChangedAt' | 'termsVersion' | 'termsAcceptedAt' | 'termsAgreements'
>;
type Counted = OwnData['logEntries'][number] & { readonly total: number };

const datesSql = `select created_at as "createdAt", last_login as "lastLogin",
  password_changed_at as "passwordChangedAt", terms_version as "termsVersion", terms_accepted_at as "termsAcceptedAt",
  ${termsAgreements} from users u where id = $1`;
const passkeysSql = `select passkey_name as name, created_at as "createdAt", last_used_at as "lastUsedAt"
  from passkeys where user_id = $1 order by created_at, id`;
const sessionsSql = `select device_name as "deviceName", user_agent as "userAgent", host(ip_address) as "ipAddress",
  created_at as "createdAt", last_used_at as "lastUsedAt", revoked_at as "endedAt"
  from sessions where user_id = $1 order by created_at desc, id`;
const devicesSql = `select device_name as "deviceName", created_at as "createdAt", last_used_at as "lastUsedAt",
  expires_at as "expiresAt", revoked_at as "endedAt" from devices where user_id = $1 order by created_at desc, id`;
const logSql = `select occurred_at as "occurredAt", action, object_type as "objectType", object_id as "objectId", result,
  (count(*) over ())::int as total from audit_entries
  where tenant_id = app_tenant_id() and actor_user_id = $1 order by occurred_at desc, id desc limit ${longestOwnLog}`;

/** Everything stored of the signed-in person herself, without secrets: what she may see anyway, in one piece. */
export async function readOwnData(services: SignInServices, context: SignedInContext): Promise<OwnData> {
  const { actor } = context;
  const account = await ownAccount(services, context);
  const of = (sql: string) => ({ sql, parameters: [actor.userId] });
  const [[dates], passkeys, sessions, devices, log] = await services.database.readMany<
    [Dates, OwnData['passkeys'][number], OwnData['sessions'][number], OwnData['devices'][number], Counted]
  >(actor, [of(datesSql), of(passkeysSql), of(sessionsSql), of(devicesSql), of(logSql)]);
  if (!dates) throw new AppError('auth.unauthenticated');
  return {
    readAt: new Date(services.clock()).toISOString(),
    profile: await readProfile(services, context),
    display: await readDisplaySettings(services, context),
    account: {
      ...dates,
      isTotpActive: account.isTotpActive,
      isSmsActive: account.isSmsActive,
      recoveryCodesLeft: account.recoveryCodesLeft,
    },
    passkeys,
    sessions,
    devices,
    apiTokens: await readOwnApiTokens(services, context),
    logEntries: log.map(({ total: _total, ...entry }) => entry),
    logEntryCount: log[0]?.total ?? 0,
  };
}
