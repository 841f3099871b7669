import { readConfig } from '../apps/server/src/platform/config.ts';
import { Database } from '../apps/server/src/platform/database/database.ts';
import { listAllTenants } from '../apps/server/src/platform/database/every-tenant.ts';
import { noteKeys, readKeyState, sealedWithout } from '../apps/server/src/platform/key-check.ts';
import { keyFileOf, loadKeys } from '../apps/server/src/platform/keys.ts';
import { openDatabase } from '../apps/server/src/platform/open-database.ts';
import { OperatorError } from '../apps/server/src/platform/operator-error.ts';
import { countSealedWithout, rewrapSecrets } from '../apps/server/src/platform/secrets/rewrap-secrets.ts';

/**
 * Wraps all stored secrets with the current key-encryption key, while the server runs on:
 * `node tools/run.mjs tools/rewrap-secrets.ts`. First add the new key to the key file and make it the
 * current one, restart the server, then run this; afterwards the old key can be removed. What is sealed with a key the file
 * lacks stays as it is and is told; `--give-up-lost` lets the product start without such a key, when nobody has it any more.
 */
try {
  const [flag, ...rest] = process.argv.slice(2);
  const givesUpLost = flag === '--give-up-lost';
  if (rest.length > 0 || (flag !== undefined && !givesUpLost))
    throw new OperatorError('Usage: node tools/run.mjs tools/rewrap-secrets.ts [--give-up-lost]');
  const config = readConfig(process.env);
  const opened = await openDatabase(config, { mayJoin: true });
  const database = new Database(opened.target, { poolSize: 1 });
  try {
    const keys = loadKeys(config.keyFile, config.dataDirectory, false);
    const { keyEncryptionKeys } = keys;
    for (const { tenantId, tenantName } of await listAllTenants(database)) {
      const moved = await rewrapSecrets(database, keyEncryptionKeys, tenantId);
      console.log(`${tenantName}: ${moved} secrets wrapped with key ${keyEncryptionKeys.currentVersion}.`);
    }
    const file = keyFileOf(config.keyFile, config.dataDirectory);
    const lost = sealedWithout(await countSealedWithout(database, keyEncryptionKeys));
    if (givesUpLost) {
      await noteKeys(database, await readKeyState(database), keys, file, { givesUpLost });
      console.log(lost === null ? 'No secret is lost.' : `Given up: ${lost}. They have to be entered anew.`);
    } else if (lost !== null) throw new OperatorError(`Not wrapped, because ${file} lacks its key: ${lost}.`);
  } finally {
    await database.close();
    await opened.close();
  }
} catch (error) {
  console.error(error instanceof OperatorError ? error.message : error);
  process.exitCode = 1;
}
