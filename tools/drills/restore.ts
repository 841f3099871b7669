/**
 * Backup, loss and restore of the embedded database with the key file outside, as docs/operations.md says:
 * `node tools/run.mjs tools/drills/restore.ts [port]`. Afterwards password and authenticator sign in, the log proves
 * whole, what was entered before the copy is there and what came after it is lost; without the key file nothing starts.
 */
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { generateSync } from 'otplib';
import { z } from 'zod';
import { backUp } from '../../apps/server/src/platform/backup/back-up.ts';
import { restore } from '../../apps/server/src/platform/backup/restore.ts';
import { backendsIn, waitUntil } from '../../apps/server/src/platform/embedded-postgres/processes.ts';
import { createKeyFile } from '../../apps/server/src/platform/keys.ts';
import { Product } from './product.ts';
import { checkedAt, checkedContract, proveLog } from './prove-log.ts';

const userName = 'berater@demo.example';
const password = 'Depotwerk-Demo-1';
const place = mkdtempSync(join(tmpdir(), 'depotwerk-restore-'));
const [data, backup, keyFile] = [join(place, 'data'), join(place, 'backup'), join(place, 'keys.json')];
const product = new Product(Number(process.argv[2] ?? 20_311), {
  DATA_DIR: data,
  KEY_FILE: keyFile,
  DEMO: 'on',
  BANK_PORT: '0',
});

const codeFor = (secret: string) => generateSync({ secret });

async function signInWithCode(secret: string): Promise<string> {
  const { secondFactor } = await product.call(
    '',
    '/auth/login',
    z.object({
      secondFactor: z.object({
        challengeId: z.string(),
        tokenProviders: z.array(z.object({ tokenProviderType: z.string(), tokenProviderId: z.string() })),
      }),
    }),
    { userName, password },
  );
  const totp = secondFactor.tokenProviders.find(({ tokenProviderType }) => tokenProviderType === 'totp');
  const { accessToken } = await product.call('', '/auth/login', z.object({ accessToken: z.string() }), {
    userName,
    password,
    challengeId: secondFactor.challengeId,
    tokenProviderId: totp?.tokenProviderId,
    token: codeFor(secret),
  });
  return accessToken;
}

const failures: string[] = [];
const expect = (what: string, isTrue: boolean): void => {
  console.log(`${isTrue ? 'ok    ' : 'FAILED'} ${what}`);
  if (!isTrue) failures.push(what);
};
const seconds = (from: number) => ((Date.now() - from) / 1000).toFixed(1);

try {
  writeFileSync(keyFile, createKeyFile(), { mode: 0o600 });
  await product.start();
  const token = await product.signIn(userName);
  const { secret } = await product.call(token, '/auth/second-factor/totp', z.object({ secret: z.string() }), {
    password,
  });
  await product.call(token, '/auth/second-factor/totp/confirm', z.unknown(), { token: codeFor(secret) });
  const contracts = await product.call(token, '/contracts?pageSize=2', z.array(z.object({ id: z.string() })));
  const [kept, lost] = contracts.map(({ id }) => id);
  const before = await product.call(token, `/contracts/${kept}/last-checked`, checkedAt, {});

  const copying = Date.now();
  const { files } = await backUp(data, backup, new Date().toISOString());
  const megabytes = files.reduce((sum, { size }) => sum + size, 0) / 1e6;
  console.log(`backup of ${megabytes.toFixed(0)} MB while it runs: ${seconds(copying)} s`);

  const operation = z.object({ lastBackup: z.nullable(z.object({ bytes: z.number() })) });
  const { lastBackup } = await product.call(
    await product.signIn('admin@demo.example'),
    '/operation',
    operation,
  );
  expect('the page of the operation tells of it', (lastBackup?.bytes ?? 0) > 0);

  const late = await product.call(
    await signInLater(secret),
    `/contracts/${lost}/last-checked`,
    checkedAt,
    {},
  );
  await product.end('SIGKILL');
  const restoring = Date.now();
  // Its database ends a moment after it, and would make the folder again that is put back here.
  await waitUntil(() => backendsIn(join(data, 'postgres')).length === 0, 30_000);
  rmSync(data, { recursive: true });
  restore(backup, data);

  renameSync(keyFile, `${keyFile}.away`);
  const refusal = await product.start().then(() => '', String);
  expect('without the key file the start refuses', refusal.includes(keyFile));
  renameSync(`${keyFile}.away`, keyFile);
  await product.start();
  console.log(`restored and ready after ${seconds(restoring)} s, the refused start included`);

  const restored = await signInLater(secret);
  expect('password and authenticator sign in (the sealed seed opens)', restored !== '');
  const listed = await product.call(restored, '/contracts?pageSize=250', z.array(checkedContract));
  const lastCheckOf = (id: string | undefined) => listed.find((contract) => contract.id === id)?.lastCheck;
  expect('what was entered before the copy is there', lastCheckOf(kept) === before.lastCheck);
  const lostCheck = lastCheckOf(lost);
  expect('what was entered after the copy is lost', lostCheck !== undefined && lostCheck !== late.lastCheck);
  const log = await proveLog(product);
  expect(`the log proves whole (${log.entryCount} entries)`, log.isIntact === true);
} finally {
  await product.end('SIGTERM');
  rmSync(place, { recursive: true, force: true });
}
process.exitCode = failures.length === 0 ? 0 : 1;

/** A code is good once: waits for the next. */
async function signInLater(secret: string): Promise<string> {
  await sleep(30_000 - (Date.now() % 30_000) + 500);
  return signInWithCode(secret);
}
