import { createHash, randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { tenantA, tenantB } from '../../../test/contract-world.ts';
import { codeOf, useDocumentWorld } from '../../../test/document-world.ts';
import { TestObjectStore } from '../../../test/object-store.ts';
import { unzip } from '../../../test/unzip.ts';
import { bringBackContentsOf, checkContentsOf, findUnknownObjects } from './carry-contents.ts';
import { keyOf } from './document-store.ts';
import { workOnContentsOf } from './move-contents.ts';
import type { ObjectStore } from './object-store.ts';

let s3: TestObjectStore;
const world = useDocumentWorld(async () => {
  s3 = await TestObjectStore.start();
  return s3.client();
});
afterEach(() => s3.calm());
afterAll(() => s3.stop());

const run = (sql: string, ...values: unknown[]) => world.owner.query(sql, values);
/** What workers logged as mistakes. */
const failures: object[] = [];

/** Works as a worker does until nothing is due. */
const work = (objects: ObjectStore = s3.client(), moves = true) =>
  workOnContentsOf(
    {
      database: world.database.database,
      documentStore: { objects, moves },
      logger: { error: (values) => void failures.push(values) },
    },
    tenantA,
  );

/** What waits for its time or its lease is due now. */
const dueNow = () => run('update stored_contents set due_at = now() where due_at is not null');

async function addDocument(content: string | Buffer, retention: string | null = null): Promise<string> {
  const id = randomUUID();
  const bytes = Buffer.from(content);
  await run(
    `insert into documents (tenant_id, id, customer_id, document_type, title, file_name, media_type, byte_size, content_hash,
       content, retention_until) values ($1, $2, $3, 'other', 'Antrag', 'Antrag.pdf', 'application/pdf', $4, $5, $6, $7)`,
    tenantA,
    id,
    world.customerId,
    bytes.byteLength,
    createHash('sha256').update(bytes).digest(),
    bytes,
    retention,
  );
  return id;
}

async function rowOf(id: string) {
  const { rows } = await run(
    `select d.content, d.stored_at, d.row_version, s.state, s.attempts, s.last_problem, s.due_at, s.locked_until::text as locked
       from documents d left join stored_contents s on s.tenant_id = d.tenant_id and s.document_id = d.id where d.id = $1`,
    id,
  );
  return rows[0];
}

const objectRow = async (id: string) =>
  (await run('select * from stored_contents where document_id = $1', id)).rows[0];

/** A report in the archive, moved out, with its bytes. */
async function movedReport(): Promise<{ id: string; bytes: Buffer }> {
  const answer = await world.report('depotOverview');
  await work();
  return { id: String(answer.headers['x-document-id']), bytes: answer.bytes };
}

/** Puts bytes where a document's content lies, as somebody with the key of the bucket could. */
const putAt = (key: string, content: Buffer) =>
  s3.client().put({
    key,
    content,
    contentHash: createHash('sha256').update(content).digest(),
    mediaType: 'application/pdf',
    lockedUntil: null,
  });

const read = (id: string) => world.server.get(world.adviser, `/documents/${id}/content`);
const damages = async (id: string) =>
  (
    await run(
      `select details->>'reason' as reason from audit_entries where action = 'documents.contentDamaged' and object_id = $1
        order by id`,
      id,
    )
  ).rows.map((row) => row.reason);

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
    expect(await s3.keys()).toContain(keyOf(tenantA, id));
    const again = await read(id);
    expect(again.bytes.equals(answer.bytes)).toBe(true);
    expect(again.headers['content-type']).toBe('application/pdf');
    // Nothing is left to do, and nothing is done twice.
    s3.calm();
    expect(await work()).toBe(0);
    expect(s3.seen).toEqual([]);
  });

  test('once each, however many work at it', async () => {
    const ids: string[] = [];
    for (let index = 0; index < 13; index += 1) ids.push(await addDocument(`Datei ${index}`));
    s3.calm();
    const counts = await Promise.all([work(), work(), work()]);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(13);
    const puts = s3.seen.filter(({ method }) => method === 'PUT').map(({ target }) => target);
    expect(puts.toSorted()).toEqual(ids.map((id) => keyOf(tenantA, id)).toSorted());
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
    const client = s3.client();
    // Killed between put and commit: what nobody catches.
    const killed = { ...client, get: () => Promise.reject(new Error('killed')) };
    await expect(work(killed)).rejects.toThrow('killed');
    expect(await s3.keys()).toContain(keyOf(tenantA, id));
    expect(await rowOf(id)).toMatchObject({ content: Buffer.from('Ein Vertrag'), state: 'moving' });
    // Its lease holds others off, then somebody goes on.
    expect(await work()).toBe(0);
    await dueNow();
    expect(await work()).toBe(1);
    expect(await rowOf(id)).toMatchObject({ content: null, state: 'stored', attempts: 0 });
  });

  test('not where the store made something else of it', async () => {
    const id = await addDocument('Ein Brief');
    const client = s3.client();
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
    ['a wrong secret', () => s3.writeCredentials('S3RVER', 'other'), {}, 'credentials'],
    ['a missing bucket', () => {}, { bucketUrl: 'elsewhere' }, 'bucketMissing'],
    ['nobody there', () => {}, { bucketUrl: 'nowhere' }, 'unreachable'],
  ])('not with %s, and later', async (_what, breakIt, change, problem) => {
    const id = await addDocument('Wartet');
    breakIt();
    const { bucketUrl } = s3.settings();
    const urls: Record<string, string> = {
      elsewhere: bucketUrl.replace('depotwerk', 'elsewhere'),
      nowhere: 'http://127.0.0.1:1/depotwerk',
    };
    const url = 'bucketUrl' in change ? urls[String(change.bucketUrl)] : undefined;
    const objects = s3.client(url === undefined ? {} : { bucketUrl: url });
    await expect(work(objects)).rejects.toMatchObject({ problem });
    expect(await rowOf(id)).toMatchObject({ content: Buffer.from('Wartet'), last_problem: problem });
    s3.writeCredentials('S3RVER', 'S3RVER');
    await dueNow();
    await work();
    expect(await rowOf(id)).toMatchObject({ content: null, last_problem: null });
  });

  test('only where contents are to move', async () => {
    const id = await addDocument('Bleibt');
    expect(await work(s3.client(), false)).toBe(0);
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
      await expect(run(sql, id), sql).rejects.toMatchObject({ code: '23514' });
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
      await expect(run(sql, id), sql).rejects.toMatchObject({ code: '23514' });
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

describe('a reader', () => {
  test('is never given other bytes than were filed, and the log says so', async () => {
    const { id, bytes } = await movedReport();
    const forged = Buffer.from(bytes);
    forged[100] = (forged[100] ?? 0) ^ 1;
    const key = keyOf(tenantA, id);
    for (const wrong of [forged, bytes.subarray(1), Buffer.concat([bytes, bytes]), Buffer.alloc(0)]) {
      await putAt(key, wrong);
      const answer = await read(id);
      expect(answer.status).toBe(409);
      expect(codeOf(answer)).toBe('documents.contentDamaged');
    }
    await s3.client().remove(key);
    expect(codeOf(await read(id))).toBe('documents.contentDamaged');
    expect(await damages(id)).toEqual([
      'contentAltered',
      'contentAltered',
      'contentAltered',
      'contentAltered',
      'contentMissing',
    ]);
    await putAt(key, bytes);
    expect((await read(id)).bytes.equals(bytes)).toBe(true);
  });

  test('hears 503 with a time while the store is away, and loses nothing by it', async () => {
    const { id, bytes } = await movedReport();
    const reportId = (await run('select id from reports where document_id = $1', id)).rows[0].id;
    const { body } = await world.post(world.adviser, `/reports/report-url/${reportId}`);
    const { url } = body as { url: string };
    s3.fault = () => ({ status: 503, code: 'SlowDown' });
    for (const answer of [await read(id), await world.server.get(null, url.replace(/^\/api/, ''))]) {
      expect(answer.status).toBe(503);
      expect(answer.headers['retry-after']).toBe('30');
      expect(codeOf(answer)).toBe('documents.storeUnavailable');
    }
    s3.calm();
    expect(await damages(id)).toEqual([]);
    const opened = await world.server.get(null, url.replace(/^\/api/, ''));
    expect(opened.bytes.equals(bytes)).toBe(true);
    expect((await world.server.get(null, url.replace(/^\/api/, ''))).status).toBe(404);
  });

  test('finds in the database what came back since its row was read', async () => {
    const { id, bytes } = await movedReport();
    const { rows } = await run('select content_hash, byte_size::int from documents where id = $1', id);
    const content = {
      tenantId: tenantA,
      documentId: id,
      versionId: null,
      contentHash: rows[0].content_hash,
      byteSize: rows[0].byte_size,
    };
    await run('update documents set content = $2, stored_at = null where id = $1', id, bytes);
    await run(`update stored_contents set state = 'deleting', due_at = now() where document_id = $1`, id);
    await work(s3.client(), false);
    expect((await world.documentStore?.read(content))?.equals(bytes)).toBe(true);
    expect(await damages(id)).toEqual([]);
    await work();
  });

  test('of another house sees nothing, and the store is not asked', async () => {
    const { id } = await movedReport();
    const stranger = await world.server.caller({ tenantId: tenantB });
    s3.calm();
    expect((await world.server.get(stranger, `/documents/${id}/content`)).status).toBe(404);
    expect(s3.seen).toEqual([]);
    const rows = await world.database.database.read(
      { tenantId: tenantB, userId: null },
      { sql: 'select 1 as found from stored_contents', parameters: [] },
    );
    expect(rows).toEqual([]);
  });

  test('of a signature learns whether its file is still the one', async () => {
    const paper = await world.releasedPaper();
    await world.post(world.adviser, `/documents/${paper.id}/signature-request`);
    const client = await world.client();
    await world.server.get(client, `/documents/${paper.id}/content`);
    const drawing = [
      [
        [0, 0],
        [400, 200],
      ],
    ];
    const signed = await world.post(client, `/my/documents/${paper.id}/signature`, {
      contentHash: paper.contentHash,
      signature: { way: 'drawing', drawing },
    });
    expect(signed.status).toBe(200);
    await work();
    const signature = () => world.server.get(world.adviser, `/documents/${paper.id}/signature`);
    expect((await signature()).body).toMatchObject({ isIntact: true });
    s3.fault = () => 'cut';
    expect((await signature()).status).toBe(503);
    s3.calm();
    const { bytes } = await read(paper.id);
    await s3.client().remove(keyOf(tenantA, paper.id));
    expect((await signature()).body).toMatchObject({ isIntact: false });
    await putAt(keyOf(tenantA, paper.id), bytes);
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
    const keys = await s3.keys();
    expect(keys).not.toContain(keyOf(tenantA, gone));
    expect(keys).toContain(keyOf(tenantA, kept));
  });

  test('while it was on its way leaves nothing behind', async () => {
    const id = await addDocument('Eilig', '2020-12-31');
    const client = s3.client();
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
    expect(await s3.keys()).not.toContain(keyOf(tenantA, id));
  });

  test('stays until its lock is over, and is tried again when the store was away', async () => {
    const id = await addDocument('Gesperrt', '2020-12-31');
    await work();
    await run(`update stored_contents set locked_until = '2037-06-30' where document_id = $1`, id);
    await run('delete from documents where id = $1', id);
    expect((await objectRow(id)).due_at).toBe('2037-07-01T00:00:00.000Z');
    await dueNow();
    s3.fault = ({ method }) => (method === 'DELETE' ? { status: 403, code: 'AccessDenied' } : null);
    expect(await work()).toBe(0);
    const locked = await objectRow(id);
    expect(locked).toMatchObject({ state: 'deleting', last_problem: null, attempts: 0 });
    expect(locked.due_at).toBe('2037-07-01T00:00:00.000Z');
    await dueNow();
    s3.fault = () => 'cut';
    await expect(work()).rejects.toMatchObject({ problem: 'unreachable' });
    expect(await objectRow(id)).toMatchObject({ state: 'deleting', last_problem: 'unreachable' });
    s3.calm();
    await dueNow();
    expect(await work()).toBe(1);
    expect(await s3.keys()).not.toContain(keyOf(tenantA, id));
  });
});

describe('a retention', () => {
  test('locks the object until its last day is over, and grows with the document’s', async () => {
    const [id, free, past] = [
      await addDocument('Zehn Jahre', '2036-12-31'),
      await addDocument('Ohne'),
      await addDocument('Vorbei', '2020-12-31'),
    ];
    const objects = s3.client({ lock: 'compliance' });
    s3.calm();
    await work(objects);
    const lockOf = (key: string) =>
      s3.seen.find(({ method, target }) => method === 'PUT' && target === keyOf(tenantA, key))?.headers[
        'x-amz-object-lock-retain-until-date'
      ];
    expect(lockOf(id)).toBe('2037-01-01T00:00:00Z');
    expect([lockOf(free), lockOf(past)]).toEqual([undefined, undefined]);
    expect((await rowOf(id)).locked).toBe('2036-12-31');
    expect((await rowOf(past)).locked).toBeNull();

    s3.calm();
    s3.fault = ({ target }) => (target.includes('retention') ? { status: 200, code: '' } : null);
    await run(`update documents set retention_until = '2040-12-31' where id = any ($1::uuid[])`, [id, free]);
    expect(await work(objects)).toBe(2);
    expect(s3.seen.map(({ method, target }) => `${method} ${target}`).toSorted()).toEqual(
      [id, free].map((one) => `PUT ${keyOf(tenantA, one)}?retention=`).toSorted(),
    );
    expect((await rowOf(id)).locked).toBe('2040-12-31');
    // An object that cannot be locked stays one to be locked.
    s3.fault = () => ({ status: 400, code: 'InvalidArgument' });
    await run(`update documents set retention_until = '2041-12-31' where id = $1`, id);
    expect(await work(objects)).toBe(0);
    expect(await rowOf(id)).toMatchObject({ locked: '2040-12-31', last_problem: 'refused' });
  });
});

describe('an operator', () => {
  const services = () => ({ database: world.database.database, objects: s3.client() });

  test('has everything compared, and brings it all back', async () => {
    const { id, bytes } = await movedReport();
    const lost = await addDocument('Verloren');
    await work();
    await s3.client().remove(keyOf(tenantA, lost));
    const strange = keyOf(tenantA, randomUUID());
    await putAt(strange, bytes);
    const found = new Map<string, string>();
    await checkContentsOf(services(), tenantA, ({ documentId }, carried) => found.set(documentId, carried));
    expect(found.get(id)).toBe('done');
    expect(found.get(lost)).toBe('missing');
    expect(await findUnknownObjects(services(), tenantA)).toEqual([strange]);
    await s3.client().remove(strange);

    const version = (await rowOf(id)).row_version;
    await bringBackContentsOf(services(), tenantA, () => {});
    const row = await rowOf(id);
    expect(row).toMatchObject({ stored_at: null, state: 'deleting', row_version: version });
    expect(row.content.equals(bytes)).toBe(true);
    // What the store has lost is not made up.
    expect(await rowOf(lost)).toMatchObject({ content: null, state: 'stored' });
    await putAt(keyOf(tenantA, lost), Buffer.from('Verloren'));
    s3.calm();
    await dueNow();
    await work(s3.client(), false);
    expect((await read(id)).bytes.equals(bytes)).toBe(true);
    expect((await s3.keys()).filter((key) => key.includes(id))).toEqual([]);
    // And out again.
    await work();
    expect(await rowOf(id)).toMatchObject({ content: null, state: 'stored' });
  });
});

test('a person’s archive is begun only when all of its files can be had', async () => {
  const { id, bytes } = await movedReport();
  const archive = () => world.server.get(world.adviser, `/customers/${world.customerId}/export`);
  const whole = await archive();
  expect(whole.status).toBe(200);
  const files = unzip(whole.bytes);
  expect([...files.values()].some((file) => file.equals(bytes))).toBe(true);
  s3.fault = () => 'cut';
  expect(codeOf(await archive())).toBe('documents.storeUnavailable');
  s3.calm();
  await s3.client().remove(keyOf(tenantA, id));
  expect(codeOf(await archive())).toBe('documents.contentDamaged');
});
