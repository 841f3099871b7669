import { createHmac } from 'node:crypto';
import type { Database } from './database/database.ts';
import type { Keys } from './keys.ts';
import { OperatorError } from './operator-error.ts';

/** Key of `installation_settings`: what tells the keys of this installation from others, and nothing of them. */
const keySetting = 'keys';

/** Check value of each key-encryption key by its version. */
type CheckValues = Readonly<Record<string, string>>;

export interface KeyState {
  /** null = no start has noted its keys yet. */
  readonly noted: CheckValues | null;
  /** Something in the database can be opened with the right keys only. */
  readonly isInUse: boolean;
}

const noContext = { tenantId: null, userId: null };

/** What the database says of the keys it belongs to. */
export async function readKeyState(database: Database): Promise<KeyState> {
  const [row] = await database.read<{ noted: CheckValues | null; hasSecrets: boolean }>(noContext, {
    sql: `select (select setting_value from installation_settings where setting_key = $1) as noted,
      has_sealed_secrets() as "hasSecrets"`,
    parameters: [keySetting],
  });
  const noted = row?.noted ?? null;
  return { noted, isInUse: noted !== null || (row?.hasSecrets ?? false) };
}

function checkValueOf(key: Buffer): string {
  return createHmac('sha256', key).update('depotwerk key check').digest('hex').slice(0, 32);
}

/**
 * Refuses keys of another installation, and notes those of this one (new versions as they come).
 * Throws `OperatorError` when a noted version differs or none of them is there.
 */
export async function noteKeys(
  database: Database,
  { noted }: KeyState,
  keys: Keys,
  file: string,
): Promise<void> {
  const current = Object.fromEntries(
    [...keys.keyEncryptionKeys.byVersion].map(([version, key]) => [String(version), checkValueOf(key)]),
  );
  const known = Object.entries(noted ?? {});
  const isForeign =
    known.some(([version, value]) => current[version] !== undefined && current[version] !== value) ||
    (known.length > 0 && known.every(([version]) => current[version] === undefined));
  if (isForeign) {
    throw new OperatorError(
      `The keys in ${file} are not those of this database: put the key file of this installation there, or name it with KEY_FILE.`,
    );
  }
  await database.system(async (transaction) => {
    await transaction
      .insertInto('installation_settings')
      .values({ setting_key: keySetting, setting_value: JSON.stringify(current) })
      .onConflict((conflict) =>
        conflict.column('setting_key').doUpdateSet({ setting_value: JSON.stringify(current) }),
      )
      .execute();
  });
}
