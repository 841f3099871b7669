import type { CredentialStatus } from '@depotwerk/domain/contracts/trading-words';
import { sql, type Transaction } from 'kysely';
import type { Reader } from '../../../platform/database/database.ts';
import type { Schema } from '../../../platform/database/schema.ts';
import { notFound } from '../../../platform/http/app-error.ts';
import { readOne } from '../../../platform/read-one.ts';
import type { TraderKind } from '../gateway/gateway-registry.ts';

/** An institution that can be traded with, and the user's access to it. */
export interface TraderIssuer {
  readonly issuerId: number;
  readonly issuerName: string;
  readonly bankId: string;
  readonly bankName: string;
  readonly bic: string | null;
  readonly traderKind: TraderKind;
  /** Nothing is ordered there any more; what left for it before is still asked about. */
  readonly isInactive: boolean;
  /** The bank wants its passwords kept for the session only. */
  readonly isSessionOnly: boolean;
  /** The stored one is kept for the session only, for whatever reason. */
  readonly isKeptForSession: boolean;
  /** Row of trader_credentials; null before the first sign-in. */
  readonly credentialId: string | null;
  /** Name at the bank: what was stored for this bank, else the name the user signs in here with. */
  readonly loginName: string;
  readonly status: CredentialStatus;
  readonly passwordEnvelope: unknown;
  readonly expiresAt: string | null;
}

/** SQL over `users u`: whose bank passwords may be used, for himself or to ask what became of a colleague's order. */
export const mayUsePasswords = `(not u.is_inactive and exists (select from role_permissions p
  where p.tenant_id = u.tenant_id and p.role_id = u.role_id and p.permission_id = 'traderCredentials.use'))`;

const select = `
select i.id as "issuerId", i.issuer_name as "issuerName", coalesce(i.bank_id, '') as "bankId",
  coalesce(i.bank_name, i.issuer_name) as "bankName", i.bic, i.trader_kind as "traderKind", i.is_inactive as "isInactive",
  i.is_session_only as "isSessionOnly",
  i.is_session_only or coalesce(c.is_session_only, false) as "isKeptForSession", c.id as "credentialId", coalesce(c.login_name, u.user_name) as "loginName",
  case when c.id is null or not ${mayUsePasswords} or (c.expires_at <= now() and c.status = 'valid') then 'none' else c.status end as status,
  case when c.expires_at <= now() or not ${mayUsePasswords} then null else c.password_envelope end as "passwordEnvelope",
  c.expires_at as "expiresAt"
from issuers i join users u on u.tenant_id = i.tenant_id and u.id = $1
  left join trader_credentials c on c.tenant_id = i.tenant_id and c.user_id = u.id and c.issuer_id = i.id
where i.has_trader`;

interface Who {
  readonly tenantId: string;
  readonly userId: string;
}

/** Every institution of the tenant that trades, with the user's access. */
export function listTraderIssuers(reader: Reader, { tenantId, userId }: Who): Promise<TraderIssuer[]> {
  return reader.read<TraderIssuer>(
    { tenantId, userId },
    { sql: `${select} and not i.is_inactive order by i.id`, parameters: [userId] },
  );
}

/** One of them. @throws 404 when the tenant has no such institution or it does not trade */
export async function readTraderIssuer(reader: Reader, who: Who, issuerId: number): Promise<TraderIssuer> {
  const issuer = await readIssuerOfSent(reader, who, issuerId);
  if (issuer.isInactive) throw notFound();
  return issuer;
}

/** The same for what was sent to it, also when it is inactive by now: what became of that has to be found out. @throws 404 */
export async function readIssuerOfSent(
  reader: Reader,
  { tenantId, userId }: Who,
  issuerId: number,
): Promise<TraderIssuer> {
  return readOne<TraderIssuer>(
    reader,
    { tenantId, userId },
    { sql: `${select} and i.id = $2`, parameters: [userId, issuerId] },
  );
}

/** Locks the user's row for a bank, making it when there is none; answers its id. */
export async function lockCredential(
  transaction: Transaction<Schema>,
  { tenantId, userId }: Who,
  issuerId: number,
): Promise<string> {
  await sql`insert into trader_credentials (tenant_id, user_id, issuer_id) values (${tenantId}, ${userId}, ${issuerId})
    on conflict (tenant_id, user_id, issuer_id) do nothing`.execute(transaction);
  const { rows } = await sql<{ id: string }>`select id from trader_credentials
    where tenant_id = ${tenantId} and user_id = ${userId} and issuer_id = ${issuerId} for update`.execute(
    transaction,
  );
  const id = rows[0]?.id;
  if (id === undefined) throw new Error('the credential row vanished while it was locked');
  return id;
}
