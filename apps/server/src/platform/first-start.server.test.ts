import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, it } from 'vitest';
import { ContractWorld, TestServer } from '../../test/contract-world.ts';
import { useTestDatabase } from '../../test/database.ts';
import { aTenant, aUser } from '../../test/sign-in-world.ts';
import { draftRoutes } from '../areas/drafts/routes.ts';
import { Database } from './database/database.ts';
import { noteKeys, readKeyState } from './key-check.ts';
import { createKeyFile, parseKeyFile } from './keys.ts';
import { seal } from './secrets/envelope.ts';
import { rewrapSecrets } from './secrets/rewrap-secrets.ts';
import { withStartLock } from './start-lock.ts';

const db = useTestDatabase();
const ours = createKeyFile();
const note = async (text: string, options?: { givesUpLost: boolean }) =>
  noteKeys(db.database, await readKeyState(db.database), parseKeyFile(text, 'x'), '/etc/keys.json', options);

/** The key file with another version of the encrypting key beside, or instead of, the first. */
function rotated(text: string, keepsFirst: boolean): string {
  const content = JSON.parse(text) as { encryption: { current: number; keys: Record<string, string> } };
  const fresh = JSON.parse(createKeyFile()) as typeof content;
  const { keys } = content.encryption;
  content.encryption = {
    current: 2,
    keys: { ...(keepsFirst && keys), 2: Object.values(fresh.encryption.keys)[0] ?? '' },
  };
  return JSON.stringify(content);
}

const both = rotated(ours, true);

it('of two first starts on one empty database the second finds what the first made', async () => {
  const order: string[] = [];
  const start = (name: string) =>
    withStartLock(db.target, async () => {
      const { isInUse } = await readKeyState(db.database);
      order.push(`${name} finds ${isInUse ? 'keys' : 'nothing'}`);
      await sleep(100);
      if (!isInUse) await note(ours);
    });
  await Promise.all([start('one'), start('another')]);
  expect(order.map((line) => line.replace(/^\w+ /, ''))).toEqual(['finds nothing', 'finds keys']);
});

it('refuses the keys of another installation, and takes new versions beside the old', async () => {
  await note(ours);
  const refusal = 'The keys in /etc/keys.json are not those of this database';
  await expect(note(createKeyFile())).rejects.toThrow(refusal);
  await expect(note(rotated(ours, false))).rejects.toThrow(refusal);
  await note(both);
  await note(both);
  await expect(note(createKeyFile())).rejects.toThrow(refusal);
});

it('refuses a file without a key that still seals what somebody would have to enter anew, until it is back, wrapped or given up', async () => {
  const tenantId = await aTenant(db);
  const { userId } = await aUser(db, { tenantId });
  const place = { table: 'users', row: userId, user: userId, detail: 'totp' };
  const only = { ...JSON.parse(both) };
  only.encryption = { current: 2, keys: { 2: only.encryption.keys[2] } };
  const without = JSON.stringify(only);
  const sealWith = (text: string) =>
    db.owner.query('update users set totp_secret_envelope = $2 where id = $1', [
      userId,
      JSON.stringify(seal(parseKeyFile(text, 'x').keyEncryptionKeys, place, Buffer.from('seed'))),
    ]);
  await sealWith(ours);
  await note(both);
  await expect(note(without)).rejects.toThrow(
    '/etc/keys.json lacks a key in use: key 1 seals one secret. Put back the file that has it',
  );
  // Nothing was noted: the next start refuses as well, and an older file of another machine does for the newer key.
  await expect(note(without)).rejects.toThrow('lacks a key in use');
  await rewrapSecrets(db.database, parseKeyFile(both, 'x').keyEncryptionKeys, tenantId);
  await expect(note(ours)).rejects.toThrow('key 2 seals one secret');
  await note(without);
  await note(both);
  await sealWith(ours);
  // Wrapping without the key passes by what it cannot read.
  expect(await rewrapSecrets(db.database, parseKeyFile(without, 'x').keyEncryptionKeys, tenantId)).toBe(0);
  await expect(note(without)).rejects.toThrow('lacks a key in use');
  await note(without, { givesUpLost: true });
  await note(without);
});

it('answers 503 to writes and is not ready on a database that takes none, and goes on reading', async () => {
  await new ContractWorld(db.owner).fill();
  const { rows } = await db.owner.query<{ name: string }>('select current_database() as name');
  await db.owner.query(`alter database ${rows[0]?.name} set default_transaction_read_only = on`);
  const demoted = new Database(db.target, { poolSize: 2 });
  afterAll(() => demoted.close());
  const server = await TestServer.start(
    demoted,
    db.owner,
    draftRoutes({ database: demoted, clock: Date.now }),
  );
  const token = await server.caller();
  const draft = { step: 'info', data: {}, baseVersion: null, revision: null };
  const write = await server.call(token, 'PUT', '/drafts/tariff/new', { body: draft });
  expect([write.status, write.body]).toEqual([503, expect.objectContaining({ code: 'common.unavailable' })]);
  expect((await server.get(token, '/drafts/tariff/new')).status).toBe(200);
  expect((await server.get(null, '/health/ready')).status).toBe(503);
  expect((await server.get(null, '/health/live')).status).toBe(200);
  await server.app.close();
});
