import { createHmac } from 'node:crypto';
import type { Database } from './database/database.ts';
import type { Keys } from './keys.ts';
import { OperatorError } from './operator-error.ts';
import { countSealedWithout } from './secrets/rewrap-secrets.ts';

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

/** What `countSealedWithout` found, for an operator; null = nothing. */
export function sealedWithout(counts: ReadonlyMap<number, number>): string | null {
  if (counts.size === 0) return null;
  return [...counts]
    .toSorted(([a], [b]) => a - b)
    .map(([version, count]) => `key ${version} seals ${count === 1 ? 'one secret' : `${count} secrets`}`)
    .join(', ');
}

/**
 * Refuses keys of another installation, and notes those of this one (new versions as they come). One that was there before may
 * be gone where it seals nothing any more.
 * @param givesUpLost what is sealed with a key that is gone is known to be lost
 * Throws `OperatorError` when a noted version differs, none of them is there, or one that is missing still seals secrets.
 */
export async function noteKeys(
  database: Database,
  { noted }: KeyState,
  keys: Keys,
  file: string,
  { givesUpLost = false }: { givesUpLost?: boolean } = {},
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
  if (!givesUpLost && known.some(([version]) => current[version] === undefined)) {
    const lost = sealedWithout(await countSealedWithout(database, keys.keyEncryptionKeys));
    if (lost !== null) {
      throw new OperatorError(
        `${file} lacks a key in use: ${lost}. Put back the file that has it and wrap the secrets anew before it goes; "Changing keys" in docs/operations.md says how, and what to do where it is lost.`,
      );
    }
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
