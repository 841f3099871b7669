import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ContractWorld, tenantA } from '../../../test/contract-world.ts';
import { useTestDatabase } from '../../../test/database.ts';
import { TestObjectStore } from '../../../test/object-store.ts';
import { createMetrics } from '../metrics.ts';
import { runDocumentsCommand } from './documents-command.ts';
import { openDocumentStore } from './open-document-store.ts';

const db = useTestDatabase();
let s3: TestObjectStore;
beforeAll(async () => {
  s3 = await TestObjectStore.start();
  await new ContractWorld(() => db.owner).fill();
});
afterEach(() => {
  s3.calm();
  s3.writeCredentials('S3RVER', 'S3RVER');
});
afterAll(() => s3.stop());

/** Starts as the server does; what it said. */
async function opened(settings: Parameters<typeof openDocumentStore>[0]) {
  const said: string[] = [];
  const log = { say: (line: string) => void said.push(line), error: () => {} };
  return { store: await openDocumentStore(settings, db.database, log), said };
}

async function addDocument(content: string): Promise<string> {
  const id = randomUUID();
  await db.owner.query(
    `insert into documents (tenant_id, id, document_type, title, file_name, media_type, byte_size, content_hash, content)
     values ($1, $2, 'other', 'Probe', 'probe.pdf', 'application/pdf', length($3::text), sha256($3::text::bytea), $3::text::bytea)`,
    [tenantA, id, content],
  );
  return id;
}

/** `npm run documents -- …` on the database of the test. */
async function command(args: string[], change: Record<string, string> = {}) {
  const lines: string[] = [];
  const told = {
    out: (line: string) => void lines.push(line),
    error: (line: string) => void lines.push(line),
  };
  const { bucketUrl, credentialsFile } = s3.settings();
  const variables = {
    DOCUMENT_STORE_URL: bucketUrl,
    DOCUMENT_STORE_CREDENTIALS_FILE: credentialsFile,
    DOCUMENT_STORE_LOCK: 'off',
    ...change,
  };
  const open = () => Promise.resolve({ target: db.target, close: async () => {} });
  return { code: await runDocumentsCommand(args, variables, told, open), text: lines.join('\n') };
}

describe('a start', () => {
  it('needs no store, and says nothing of one that answers', async () => {
    expect((await opened(null)).store).toBeNull();
    expect(await opened(s3.settings())).toMatchObject({ store: { moves: true }, said: [] });
  });

  it('goes on while the store is away or refuses its key, and says so', async () => {
    s3.writeCredentials('S3RVER', 'other');
    expect((await opened(s3.settings())).said.join()).toContain('access key');
    const nowhere = { ...s3.settings(), bucketUrl: 'http://127.0.0.1:1/depotwerk' };
    expect((await opened(nowhere)).said.join()).toContain('does not answer');
    expect((await opened({ ...s3.settings(), lock: 'compliance' })).said).toHaveLength(1);
  });

  it('is refused with a file that cannot be read', async () => {
    const missing = { ...s3.settings(), credentialsFile: '/nowhere/credentials' };
    await expect(opened(missing)).rejects.toThrow('cannot be read');
    writeFileSync(s3.credentialsFile, '[default]');
    await expect(opened(s3.settings())).rejects.toThrow('aws_access_key_id');
  });
});

describe('the command', () => {
  it('moves out, compares, and brings back; a start without the store waits for that', async () => {
    const id = await addDocument('Vertrag');
    const metrics = await createMetrics('x', db.database, () => 0, {
      hasDocumentStore: true,
      embeddedIn: null,
    });
    expect(await metrics?.render()).toContain('depotwerk_documents_waiting 1');
    expect(await command(['move'])).toMatchObject({
      code: 0,
      text: expect.stringContaining('0 contents are'),
    });
    expect(await metrics?.render()).toContain('depotwerk_documents_waiting 0');
    await expect(opened(null)).rejects.toThrow('move them back first');

    expect(await command(['check'])).toMatchObject({
      code: 0,
      text: expect.stringContaining('1 contents well'),
    });
    const key = `${tenantA}/${randomUUID()}`;
    const content = Buffer.from('fremd');
    const contentHash = Buffer.from(
      (await db.owner.query(`select encode(sha256('fremd'), 'hex') as hash`)).rows[0].hash,
      'hex',
    );
    await s3.client().put({ key, content, contentHash, mediaType: 'application/pdf', lockedUntil: null });
    expect((await command(['check'])).text).toContain(`unknown: ${key}`);
    expect(await s3.keys()).toContain(key);
    expect((await command(['check', '--delete-unknown'])).text).toContain(
      '1 objects nobody knows of, deleted',
    );
    expect(await s3.keys()).toEqual([`${tenantA}/${id}`]);

    expect(await command(['back'])).toMatchObject({ code: 1, text: expect.stringContaining('MOVES=off') });
    expect((await command(['back'], { DOCUMENT_STORE_MOVES: 'off' })).code).toBe(0);
    expect((await opened(null)).store).toBeNull();
    const { rows } = await db.owner.query('select content, stored_at from documents where id = $1', [id]);
    expect(rows[0]).toEqual({ content: Buffer.from('Vertrag'), stored_at: null });
  });

  it('says what is missing or altered with an exit code of its own', async () => {
    const id = await addDocument('Zeugnis');
    expect((await command(['move'])).code).toBe(0);
    await s3.client().remove(`${tenantA}/${id}`);
    expect(await command(['check'])).toMatchObject({
      code: 1,
      text: expect.stringContaining(`missing: ${tenantA}/${id}`),
    });
  });

  it.each([
    [['around'], {}, 'Usage'],
    [['move', '--delete-unknown'], {}, 'Usage'],
    [[], {}, 'Usage'],
    [['move'], { DOCUMENT_STORE_URL: 'http://127.0.0.1:1/depotwerk' }, 'does not answer'],
    [
      ['move'],
      { DOCUMENT_STORE_URL: '', DOCUMENT_STORE_CREDENTIALS_FILE: '', DOCUMENT_STORE_LOCK: '' },
      'no document store',
    ],
  ])('refuses %j %j', async (args, change, words) => {
    // The cases differ in their keys.
    expect(await command(args, change as Record<string, string>)).toMatchObject({
      code: 1,
      text: expect.stringContaining(words),
    });
  });
});
