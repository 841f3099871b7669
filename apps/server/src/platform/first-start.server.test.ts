import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, it } from 'vitest';
import { ContractWorld, TestServer } from '../../test/contract-world.ts';
import { useTestDatabase } from '../../test/database.ts';
import { draftRoutes } from '../areas/drafts/routes.ts';
import { Database } from './database/database.ts';
import { noteKeys, readKeyState } from './key-check.ts';
import { createKeyFile, parseKeyFile } from './keys.ts';
import { withStartLock } from './start-lock.ts';

const db = useTestDatabase();
const ours = createKeyFile();
const note = async (text: string) =>
  noteKeys(db.database, await readKeyState(db.database), parseKeyFile(text, 'x'), '/etc/keys.json');

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
  const both = rotated(ours, true);
  await note(both);
  await note(both);
  await expect(note(createKeyFile())).rejects.toThrow(refusal);
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
