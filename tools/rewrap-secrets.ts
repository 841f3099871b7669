import { readConfig } from '../apps/server/src/platform/config.ts';
import { Database } from '../apps/server/src/platform/database/database.ts';
import { loadKeys } from '../apps/server/src/platform/keys.ts';
import { openDatabase } from '../apps/server/src/platform/open-database.ts';
import { OperatorError } from '../apps/server/src/platform/operator-error.ts';
import { rewrapSecrets } from '../apps/server/src/platform/secrets/rewrap-secrets.ts';

/**
 * Wraps all stored secrets with the current key-encryption key, while the server runs on:
 * `node tools/run.mjs tools/rewrap-secrets.ts`. First add the new key to the key file and make it the
 * current one, restart the server, then run this; afterwards the old key can be removed.
 */
try {
  const config = readConfig(process.env);
  const opened = await openDatabase(config, { mayJoin: true });
  const database = new Database(opened.target, { poolSize: 1 });
  try {
    const { keyEncryptionKeys } = loadKeys(config.keyFile, config.dataDirectory, false);
    const tenants = await database.read<{ tenantId: string; tenantName: string }>(
      { tenantId: null, userId: null },
      {
        sql: 'select tenant_id as "tenantId", tenant_name as "tenantName" from list_tenants()',
        parameters: [],
      },
    );
    for (const { tenantId, tenantName } of tenants) {
      const moved = await rewrapSecrets(database, keyEncryptionKeys, tenantId);
      console.log(`${tenantName}: ${moved} secrets wrapped with key ${keyEncryptionKeys.currentVersion}.`);
    }
  } finally {
    await database.close();
    await opened.close();
  }
} catch (error) {
  console.error(error instanceof OperatorError ? error.message : error);
  process.exitCode = 1;
}
