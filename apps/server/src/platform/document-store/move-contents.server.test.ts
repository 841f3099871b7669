import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { tenantA } from '../../../test/contract-world.ts';
import { storedDocuments } from '../../../test/stored-documents.ts';
import type { ObjectStore } from './object-store.ts';

const house = storedDocuments();
const { world, run, work, dueNow, addDocument, rowOf, objectRow, key } = house;
const read = (id: string) => world.server.get(world.adviser, `/documents/${id}/content`);

describe('a content moves out', () => {
  test('and is read from the store byte for byte, as the same version of the document', async () => {
    const answer = await world.report('depotOverview');
    const id = String(answer.headers['x-document-id']);
    const before = await rowOf(id);
    expect(await work()).toBeGreaterThan(0);
    const row = await rowOf(id);
    expect(row).toMatchObject({
      content: null,
      state: 'stored',
      due_at: null,
      row_version: before.row_version,
      stored_at: expect.stringMatching(/^20/),
    });
    expect(await house.s3.keys()).toContain(key(id));
    const again = await read(id);
    expect(again.bytes.equals(answer.bytes)).toBe(true);
    expect(again.headers['content-type']).toBe('application/pdf');
    // Nothing is left to do, and nothing is done twice.
    house.s3.calm();
    expect(await work()).toBe(0);
    expect(house.s3.seen).toEqual([]);
  });

  test('once each, however many work at it', async () => {
    const ids: string[] = [];
    for (let index = 0; index < 13; index += 1) ids.push(await addDocument(`Datei ${index}`));
    house.s3.calm();
    const counts = await Promise.all([work(), work(), work()]);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(13);
    const puts = house.s3.seen.filter(({ method }) => method === 'PUT').map(({ target }) => target);
    expect(puts.toSorted()).toEqual(ids.map((id) => key(id)).toSorted());
    for (const id of ids) expect(await rowOf(id)).toMatchObject({ content: null, state: 'stored' });
  });

  test('as it is: empty, and as large as a document may be', async () => {
    for (const bytes of [Buffer.alloc(0), Buffer.alloc(10_485_760, 7)]) {
      const id = await addDocument(bytes);
      await work();
      expect(await rowOf(id)).toMatchObject({ content: null, state: 'stored' });
    }
  });

  test('and stays in the database until the store has it for certain', async () => {
    const id = await addDocument('Ein Vertrag');
    const client = house.s3.client();
    // Killed between put and commit: what nobody catches.
    const killed = { ...client, get: () => Promise.reject(new Error('killed')) };
    await expect(work(killed)).rejects.toThrow('killed');
    expect(await house.s3.keys()).toContain(key(id));
    expect(await rowOf(id)).toMatchObject({ content: Buffer.from('Ein Vertrag'), state: 'moving' });
    // Its lease holds others off, then somebody goes on.
    expect(await work()).toBe(0);
    await dueNow();
    expect(await work()).toBe(1);
    expect(await rowOf(id)).toMatchObject({ content: null, state: 'stored', attempts: 0 });
  });

  test('not where the store made something else of it', async () => {
    const id = await addDocument('Ein Brief');
    const client = house.s3.client();
    const wrong = { ...client, get: () => Promise.resolve(Buffer.from('Ein Bries')) };
    expect(await work(wrong)).toBe(0);
    expect(await rowOf(id)).toMatchObject({
      content: Buffer.from('Ein Brief'),
      state: 'moving',
      last_problem: 'altered',
    });
    await dueNow();
    await work();
    expect(await rowOf(id)).toMatchObject({ content: null, last_problem: null });
  });

  test.each([
    ['a wrong secret', () => house.s3.writeCredentials('S3RVER', 'other'), {}, 'credentials'],
    ['a missing bucket', () => {}, { bucketUrl: 'elsewhere' }, 'bucketMissing'],
    ['nobody there', () => {}, { bucketUrl: 'nowhere' }, 'unreachable'],
  ])('not with %s, and later', async (_what, breakIt, change, problem) => {
    const id = await addDocument('Wartet');
    breakIt();
    const { bucketUrl } = house.s3.settings();
    const urls: Record<string, string> = {
      elsewhere: bucketUrl.replace('depotwerk', 'elsewhere'),
      nowhere: 'http://127.0.0.1:1/depotwerk',
    };
    const url = 'bucketUrl' in change ? urls[change.bucketUrl] : undefined;
    const objects = house.s3.client(url === undefined ? {} : { bucketUrl: url });
    await expect(work(objects)).rejects.toMatchObject({ problem });
    expect(await rowOf(id)).toMatchObject({ content: Buffer.from('Wartet'), last_problem: problem });
    house.s3.writeCredentials('S3RVER', 'S3RVER');
    await dueNow();
    await work();
    expect(await rowOf(id)).toMatchObject({ content: null, last_problem: null });
  });

  test('only where contents are to move', async () => {
    const id = await addDocument('Bleibt');
    expect(await work(house.s3.client(), false)).toBe(0);
    expect(await rowOf(id)).toMatchObject({ content: Buffer.from('Bleibt'), state: null });
    await work();
  });
});

describe('the archive', () => {
  const refused = { constraint: 'documents_immutable' };

  test('lets a content go only when its object is known, and come back only as it was', async () => {
    const id = await addDocument('Original');
    const out = 'update documents set content = null, stored_at = now() where id = $1';
    await expect(run(out, id)).rejects.toMatchObject(refused);
    await run(
      `insert into stored_contents (tenant_id, document_id, state, content_hash, byte_size)
       values ($1, $2, 'moving', sha256('Original'), 8)`,
      tenantA,
      id,
    );
    await expect(run(out, id)).rejects.toMatchObject(refused);
    await run(`update stored_contents set state = 'stored' where document_id = $1`, id);
    for (const sql of [
      'update documents set content = null where id = $1',
      'update documents set stored_at = now() where id = $1',
      `update documents set content = null, stored_at = now(), title = 'Anders' where id = $1`,
      `update documents set content = null, stored_at = now(), content_hash = sha256('x') where id = $1`,
      `update documents set content = 'Gefälsch' where id = $1`,
    ]) {
      await expect(run(sql, id)).rejects.toMatchObject({ code: '23514' });
    }
    await run(out, id);
    for (const sql of [
      `update documents set content = 'Gefalsch', stored_at = null where id = $1`,
      'update documents set stored_at = null where id = $1',
      `update documents set stored_at = '2020-01-01' where id = $1`,
      `update documents set content = 'Original' where id = $1`,
      `update documents set content = 'Original', stored_at = null, title = 'Anders' where id = $1`,
      'delete from stored_contents where document_id = $1',
      `update stored_contents set content_hash = sha256('x') where document_id = $1`,
    ]) {
      await expect(run(sql, id)).rejects.toMatchObject({ code: '23514' });
    }
    await run(`update documents set content = 'Original', stored_at = null where id = $1`, id);
    expect((await rowOf(id)).content.toString()).toBe('Original');
    await run('delete from stored_contents where document_id = $1', id);
  });

  test('takes no bytes but the ones it had, whatever else is changed with them', async () => {
    const changes = {
      title: "'Anders'",
      file_name: "'anders.pdf'",
      media_type: "'image/png'",
      document_type: "'kiid'",
      created_at: "'2020-01-01'",
      contract_id: `'${world.contractId}'::uuid`,
      customer_id: 'null',
    };
    const id = await addDocument('Fest');
    await work();
    await fc.assert(
      fc.asyncProperty(
        fc.uint8Array({ maxLength: 6 }),
        fc.subarray(Object.keys(changes) as (keyof typeof changes)[]),
        async (bytes, columns) => {
          const content = Buffer.from(bytes);
          fc.pre(columns.length > 0 || !content.equals(Buffer.from('Fest')));
          const others = columns.map((column) => `, ${column} = ${changes[column]}`).join('');
          await expect(
            run(`update documents set content = $2, stored_at = null${others} where id = $1`, id, content),
          ).rejects.toMatchObject({ code: '23514' });
          expect((await rowOf(id)).content).toBeNull();
        },
      ),
      { numRuns: 60 },
    );
  });
});

describe('what is deleted', () => {
  test('goes from the store as well, and nothing else does', async () => {
    const [gone, kept] = [await addDocument('Alt', '2020-12-31'), await addDocument('Neu', '2999-12-31')];
    await work();
    await run('delete from documents where id = $1', gone);
    expect(await objectRow(gone)).toMatchObject({ state: 'deleting' });
    expect(await work()).toBe(1);
    expect(await objectRow(gone)).toBeUndefined();
    const keys = await house.s3.keys();
    expect(keys).not.toContain(key(gone));
    expect(keys).toContain(key(kept));
  });

  test('while it was on its way leaves nothing behind', async () => {
    const id = await addDocument('Eilig', '2020-12-31');
    const client = house.s3.client();
    const slow: ObjectStore = {
      ...client,
      put: async (object) => {
        const version = await client.put(object);
        await run('delete from documents where id = $1', id);
        return version;
      },
    };
    await work(slow);
    // Whoever put it keeps its lease: it is not taken away under his hands.
    expect(await objectRow(id)).toMatchObject({ state: 'deleting' });
    expect(await work()).toBe(0);
    await dueNow();
    expect(await work()).toBe(1);
    expect(await objectRow(id)).toBeUndefined();
    expect(await house.s3.keys()).not.toContain(key(id));
  });

  test('stays until its lock is over, and is tried again when the store was away', async () => {
    const id = await addDocument('Gesperrt', '2020-12-31');
    await work();
    await run(`update stored_contents set locked_until = '2037-06-30' where document_id = $1`, id);
    await run('delete from documents where id = $1', id);
    expect((await objectRow(id)).due_at).toBe('2037-07-01T00:00:00.000Z');
    await dueNow();
    house.s3.fault = ({ method }) => (method === 'DELETE' ? { status: 403, code: 'AccessDenied' } : null);
    expect(await work()).toBe(0);
    const locked = await objectRow(id);
    expect(locked).toMatchObject({ state: 'deleting', last_problem: null, attempts: 0 });
    expect(locked.due_at).toBe('2037-07-01T00:00:00.000Z');
    await dueNow();
    house.s3.fault = () => 'cut';
    await expect(work()).rejects.toMatchObject({ problem: 'unreachable' });
    expect(await objectRow(id)).toMatchObject({ state: 'deleting', last_problem: 'unreachable' });
    house.s3.calm();
    await dueNow();
    expect(await work()).toBe(1);
    expect(await house.s3.keys()).not.toContain(key(id));
  });
});

describe('a retention', () => {
  test('locks the object until its last day is over, and grows with the document’s', async () => {
    const [id, free, past] = [
      await addDocument('Zehn Jahre', '2036-12-31'),
      await addDocument('Ohne'),
      await addDocument('Vorbei', '2020-12-31'),
    ];
    const objects = house.s3.client({ lock: 'compliance' });
    house.s3.calm();
    await work(objects);
    const lockOf = (document: string) =>
      house.s3.seen.find(({ method, target }) => method === 'PUT' && target === key(document))?.headers[
        'x-amz-object-lock-retain-until-date'
      ];
    expect(lockOf(id)).toBe('2037-01-01T00:00:00Z');
    expect([lockOf(free), lockOf(past)]).toEqual([undefined, undefined]);
    expect((await rowOf(id)).locked).toBe('2036-12-31');
    expect((await rowOf(past)).locked).toBeNull();

    house.s3.calm();
    house.s3.fault = ({ target }) => (target.includes('retention') ? { status: 200, code: '' } : null);
    await run(`update documents set retention_until = '2040-12-31' where id = any ($1::uuid[])`, [id, free]);
    expect(await work(objects)).toBe(2);
    expect(house.s3.seen.map(({ method, target }) => `${method} ${target}`).toSorted()).toEqual(
      [id, free].map((one) => `PUT ${key(one)}?retention=`).toSorted(),
    );
    expect((await rowOf(id)).locked).toBe('2040-12-31');
    // An object that cannot be locked stays one to be locked.
    house.s3.fault = () => ({ status: 400, code: 'InvalidArgument' });
    await run(`update documents set retention_until = '2041-12-31' where id = $1`, id);
    expect(await work(objects)).toBe(0);
    expect(await rowOf(id)).toMatchObject({ locked: '2040-12-31', last_problem: 'refused' });
  });
});
