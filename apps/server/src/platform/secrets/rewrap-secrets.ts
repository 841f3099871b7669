import { sql, type Transaction } from 'kysely';
import { bankLinkPlace } from '../bank-link-place.ts';
import type { Database } from '../database/database.ts';
import { inAllTenants } from '../database/every-tenant.ts';
import type { Schema } from '../database/schema.ts';
import { clientSecretPlace } from '../identity-provider/client-secret-place.ts';
import { mailPasswordPlace } from '../mail/mail-settings.ts';
import { mailPlace } from '../mail/send-mail.ts';
import { smsPlace } from '../sms/sms-place.ts';
import { smsSecretPlace } from '../sms/sms-settings.ts';
import { webhookSecretPlace } from '../webhook-secret-place.ts';
import { type KeyEncryptionKeys, rewrap, type SecretPlace } from './envelope.ts';

interface SecretRow {
  id: string;
  userId: string | null;
  /** Text of the detail column, where the place has one. */
  detail: string | null;
  envelope: unknown;
}

/** One column that holds envelopes, and what each of its rows is bound to. */
interface SecretColumn {
  readonly table: string;
  readonly column: string;
  readonly userColumn: string;
  /** Column with the UUID the envelope is bound to; default `id`. */
  readonly idColumn?: string;
  readonly detailColumn?: string;
  /** It is over within days, and nobody is asked to enter it anew. */
  readonly endsByItself?: true;
  readonly place: (row: SecretRow) => SecretPlace;
}

const totpPlace = (row: SecretRow): SecretPlace => ({
  table: 'users',
  row: row.id,
  user: row.id,
  detail: 'totp',
});

/** Every place where secrets are stored; a new one must be added here to survive a key rotation. */
const columns: readonly SecretColumn[] = [
  { table: 'users', column: 'totp_secret_envelope', userColumn: 'id', place: totpPlace },
  { table: 'users', column: 'totp_pending_envelope', userColumn: 'id', endsByItself: true, place: totpPlace },
  {
    table: 'sessions',
    column: 'mac_key_envelope',
    userColumn: 'user_id',
    endsByItself: true,
    place: (row) => ({ table: 'sessions', row: row.id, user: row.userId ?? '' }),
  },
  {
    table: 'sessions',
    column: 'id_token_envelope',
    userColumn: 'user_id',
    endsByItself: true,
    place: (row) => ({ table: 'sessions', row: row.id, user: row.userId ?? '', detail: 'idToken' }),
  },
  {
    table: 'trader_credentials',
    column: 'password_envelope',
    userColumn: 'user_id',
    detailColumn: 'issuer_id',
    place: (row) => ({
      table: 'trader_credentials',
      row: row.id,
      user: row.userId ?? '',
      detail: `issuer ${row.detail}`,
    }),
  },
  {
    table: 'mail_outbox',
    column: 'body_envelope',
    userColumn: 'user_id',
    idColumn: 'seal_id',
    endsByItself: true,
    place: (row) => mailPlace(row.id, row.userId),
  },
  {
    table: 'mail_settings',
    column: 'password_envelope',
    // Belongs to the house, not to a person.
    userColumn: 'tenant_id',
    place: (row) => mailPasswordPlace(row.id),
  },
  {
    table: 'sms_outbox',
    column: 'text_envelope',
    userColumn: 'user_id',
    idColumn: 'seal_id',
    endsByItself: true,
    place: (row) => smsPlace(row.id, row.userId),
  },
  {
    table: 'sms_settings',
    column: 'secret_envelope',
    userColumn: 'tenant_id',
    place: (row) => smsSecretPlace(row.id),
  },
  {
    table: 'webhooks',
    column: 'secret_envelope',
    userColumn: 'tenant_id',
    place: (row) => webhookSecretPlace(row.id),
  },
  {
    table: 'identity_providers',
    column: 'client_secret_envelope',
    userColumn: 'tenant_id',
    place: (row) => clientSecretPlace(row.id),
  },
  {
    table: 'depot_analysis_bank_links',
    column: 'token_envelope',
    // Belongs to an analysis, which is nobody's.
    userColumn: 'analysis_id',
    idColumn: 'analysis_id',
    endsByItself: true,
    place: (row) => bankLinkPlace(row.id),
  },
];

const batchSize = 500;

/**
 * Wraps the data keys of one tenant's secrets with the current key-encryption key, in short transactions
 * while everybody works on. Afterwards the old key can go. Those of a key that is not there stay as they are:
 * `countSealedWithout` tells them. Answers how many were moved.
 */
export async function rewrapSecrets(
  database: Database,
  keys: KeyEncryptionKeys,
  tenantId: string,
): Promise<number> {
  let moved = 0;
  for (const column of columns) {
    for (let last = batchSize; last === batchSize; moved += last) {
      last = await database.transaction({ tenantId, userId: null }, (transaction) =>
        rewrapBatch(transaction, keys, tenantId, column),
      );
    }
  }
  return moved;
}

async function rewrapBatch(
  transaction: Transaction<Schema>,
  keys: KeyEncryptionKeys,
  tenantId: string,
  { table, column, userColumn, idColumn = 'id', detailColumn, place }: SecretColumn,
): Promise<number> {
  const readable = [...keys.byVersion.keys()].filter((version) => version !== keys.currentVersion);
  const detail = detailColumn === undefined ? sql`null::text` : sql`${sql.ref(detailColumn)}::text`;
  const { rows } = await sql<SecretRow>`
    select ${sql.ref(idColumn)} as id, ${sql.ref(userColumn)} as "userId", ${detail} as detail, ${sql.ref(column)} as envelope from ${sql.table(table)}
     where tenant_id = ${tenantId} and ${sql.ref(column)} is not null
       and ${sql.ref(column)}->>'keyVersion' = any (${readable.map(String)}::text[])
     order by ${sql.ref(idColumn)} limit ${batchSize} for update`.execute(transaction);
  const renewed = rows.map((row) => ({ id: row.id, envelope: rewrap(keys, place(row), row.envelope) }));
  await sql`update ${sql.table(table)} t set ${sql.ref(column)} = r.envelope
    from jsonb_to_recordset(${JSON.stringify(renewed)}::jsonb) as r (id uuid, envelope jsonb)
    where t.tenant_id = ${tenantId} and t.${sql.ref(idColumn)} = r.id`.execute(transaction);
  return rows.length;
}

/** Lasting secrets of all tenants, inactive ones among them, that none of the keys opens, by the version of their key: somebody would have to enter them anew. */
export async function countSealedWithout(
  database: Database,
  keys: KeyEncryptionKeys,
): Promise<ReadonlyMap<number, number>> {
  const versions = columns
    .filter(({ endsByItself }) => !endsByItself)
    .map(
      ({ table, column }) => sql`select (${sql.ref(column)}->>'keyVersion')::int as version
        from ${sql.table(table)} where tenant_id = app_tenant_id() and ${sql.ref(column)} is not null`,
    );
  const found = await inAllTenants(database, async (transaction) => {
    const { rows } = await sql<{ version: number; count: number }>`
      select version, count(*)::int as count from (${sql.join(versions, sql` union all `)}) sealed
       where version <> all (${[...keys.byVersion.keys()]}::int[]) group by version`.execute(transaction);
    return rows;
  });
  const counts = new Map<number, number>();
  for (const { version, count } of found) counts.set(version, (counts.get(version) ?? 0) + count);
  return counts;
}
