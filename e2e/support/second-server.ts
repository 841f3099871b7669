import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { applicationTarget } from '../../apps/server/src/platform/embedded-postgres/start-embedded-postgres.ts';
import { freePort } from '../../apps/server/test/servers.ts';
import { urlOf } from '../../apps/server/test/url-of.ts';
import { Product } from '../../tools/drills/product.ts';
import { ownProduct } from './own-product.ts';

export interface SecondServer {
  readonly url: string;
  stop(): Promise<void>;
}

/** Another process of the house this worker's product serves, as a second machine has it: same database, same keys. */
export async function startSecondServer(): Promise<SecondServer> {
  const { bankUrl, folder } = ownProduct();
  const own = await mkdtemp(join(tmpdir(), 'depotwerk-second-'));
  const server = new Product(await freePort(), {
    ROLE: 'server',
    DATABASE_URL: urlOf(applicationTarget(folder)),
    KEY_FILE: join(folder, 'keys/keys.json'),
    DATA_DIR: own,
    BANK_URL: bankUrl,
    DEMO: 'on',
  });
  const stop = async (): Promise<void> => {
    await server.end('SIGTERM');
    await rm(own, { recursive: true, force: true });
  };
  try {
    await server.start();
  } catch (error) {
    await stop();
    throw error;
  }
  return { url: server.url, stop };
}
