import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import { needsSecondFactor } from '../../platform/sessions/second-factor-state.ts';
import type { SmsProvider } from '../../platform/sms/sms-provider.ts';
import type { Activation } from '../../platform/tokens/activation-token.ts';

/** A user as sign-in sees him. */
export interface Account {
  readonly tenantId: string;
  readonly userId: string;
  readonly userName: string;
  readonly fullName: string;
  readonly company: string;
  readonly passwordHash: string | null;
  /** False when user or role is inactive. */
  readonly isLive: boolean;
  /** One of the accounts of the demo, whose password everybody knows. */
  readonly isDemo: boolean;
  readonly phoneNumber: string | null;
  readonly isPhoneValidated: boolean;
  readonly isTotpActive: boolean;
  readonly isSmsActive: boolean;
  /** Whether the house has named an SMS interface of its own; see `canReceiveSms`. */
  readonly hasOwnSms: boolean;
  readonly passkeyCount: number;
  readonly isSecondFactorMandatory: boolean;
  readonly totpEnvelope: unknown;
  readonly totpPendingEnvelope: unknown;
  readonly totpPendingAt: string | null;
  readonly recoveryCodesLeft: number;
}

const accountSql = `
select u.tenant_id as "tenantId", u.id as "userId", u.user_name as "userName", u.full_name as "fullName",
  u.company, u.password_hash as "passwordHash", not u.is_inactive and not r.is_inactive as "isLive",
  u.is_demo as "isDemo", u.phone_number as "phoneNumber", u.phone_validated_at is not null as "isPhoneValidated",
  u.totp_confirmed_at is not null and u.totp_secret_envelope is not null as "isTotpActive",
  exists (select from token_providers f where f.tenant_id = u.tenant_id and f.user_id = u.id
    and f.token_provider_type = 'sms' and f.validated_at is not null) as "isSmsActive",
  exists (select from sms_settings o where o.tenant_id = u.tenant_id) as "hasOwnSms",
  (select count(*) from passkeys k where k.tenant_id = u.tenant_id and k.user_id = u.id) as "passkeyCount",
  ${needsSecondFactor} as "isSecondFactorMandatory",
  u.totp_secret_envelope as "totpEnvelope", u.totp_pending_envelope as "totpPendingEnvelope",
  u.totp_pending_at as "totpPendingAt",
  (select count(*) from recovery_codes c where c.tenant_id = u.tenant_id and c.user_id = u.id
    and c.used_at is null) as "recoveryCodesLeft"
from users u join roles r on r.tenant_id = u.tenant_id and r.id = u.role_id
  join tenants t on t.tenant_id = u.tenant_id
where u.id = $1`;

/** Whether a link can be used with a name: an invited person chooses hers, a reset is for the one it was sent to. */
export const takesName = ({ purpose }: Activation, account: Account, userName: string): boolean =>
  purpose !== 'resetPassword' || userName.toLowerCase() === account.userName.toLowerCase();

/** One user of a known tenant; null when there is none. */
export async function readAccount(
  database: Database,
  tenantId: string,
  userId: string,
): Promise<Account | null> {
  const [account] = await database.read<Account>(
    { tenantId, userId },
    { sql: accountSql, parameters: [userId] },
  );
  return account ?? null;
}

/** Nobody has this id; looking for it costs what looking for somebody costs. */
const nobody = '00000000-0000-4000-8000-000000000000';

/** Finds a user by name in any tenant, in the same number of look-ups whether there is one or not. */
export async function findAccount(database: Database, userName: string): Promise<Account | null> {
  const [found] = await database.read<{ tenantId: string; userId: string }>(
    { tenantId: null, userId: null },
    sql`select tenant_id as "tenantId", user_id as "userId" from find_login(${userName})`.compile(
      database.query,
    ),
  );
  return readAccount(database, found?.tenantId ?? nobody, found?.userId ?? nobody);
}

/** Whether a message to somebody can go out at all; without a way SMS is offered nowhere. */
export const canReceiveSms = (services: { readonly sms: SmsProvider }, account: Account) =>
  account.hasOwnSms || services.sms.isAvailable;

export const hasSecondFactor = (account: Account) =>
  account.isTotpActive || account.isSmsActive || account.passkeyCount > 0;
