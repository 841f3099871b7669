import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { tenantA, tenantB } from '../../../test/contract-world.ts';
import { codeOf } from '../../../test/document-world.ts';
import { storedDocuments } from '../../../test/stored-documents.ts';
import { unzip } from '../../../test/unzip.ts';
import { bringBackContentsOf, checkContentsOf, findUnknownObjects } from './carry-contents.ts';
import { createDocumentStore } from './document-store.ts';

const house = storedDocuments();
const { world, run, work, dueNow, addDocument, rowOf, putAt, key } = house;

/** A report in the archive, moved out, with its bytes. */
async function movedReport(): Promise<{ id: string; bytes: Buffer }> {
  const answer = await world.report('depotOverview');
  await work();
  return { id: String(answer.headers['x-document-id']), bytes: answer.bytes };
}

const read = (id: string) => world.server.get(world.adviser, `/documents/${id}/content`);
const damages = async (id: string) =>
  (
    await run(
      `select details->>'reason' as reason from audit_entries where action = 'documents.contentDamaged' and object_id = $1
        order by id`,
      id,
    )
  ).rows.map((row) => row.reason);

describe('a reader', () => {
  test('is never given other bytes than were filed, and the log says so', async () => {
    const { id, bytes } = await movedReport();
    const forged = Buffer.from(bytes);
    forged[100] = (forged[100] ?? 0) ^ 1;
    const place = key(id);
    for (const wrong of [forged, bytes.subarray(1), Buffer.concat([bytes, bytes]), Buffer.alloc(0)]) {
      await putAt(place, wrong);
      const answer = await read(id);
      expect(answer.status).toBe(409);
      expect(codeOf(answer)).toBe('documents.contentDamaged');
    }
    await house.s3.client().remove(place);
    expect(codeOf(await read(id))).toBe('documents.contentDamaged');
    expect(await damages(id)).toEqual([
      'contentAltered',
      'contentAltered',
      'contentAltered',
      'contentAltered',
      'contentMissing',
    ]);
    await putAt(place, bytes);
    expect((await read(id)).bytes.equals(bytes)).toBe(true);
  });

  test('hears 503 with a time while the store is away, and loses nothing by it', async () => {
    const { id, bytes } = await movedReport();
    const reportId = (await run('select id from reports where document_id = $1', id)).rows[0].id;
    const { body } = await world.post(world.adviser, `/reports/report-url/${reportId}`);
    const { url } = body as { url: string };
    house.s3.fault = () => ({ status: 503, code: 'SlowDown' });
    for (const answer of [await read(id), await world.server.get(null, url.replace(/^\/api/, ''))]) {
      expect(answer.status).toBe(503);
      expect(answer.headers['retry-after']).toBe('30');
      expect(codeOf(answer)).toBe('documents.storeUnavailable');
    }
    house.s3.calm();
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
    await work(house.s3.client(), false);
    expect((await world.documentStore?.read(content))?.equals(bytes)).toBe(true);
    expect(await damages(id)).toEqual([]);
    await work();
  });

  test('of another house sees nothing, and the store is not asked', async () => {
    const { id } = await movedReport();
    const stranger = await world.server.caller({ tenantId: tenantB });
    house.s3.calm();
    expect((await world.server.get(stranger, `/documents/${id}/content`)).status).toBe(404);
    expect(house.s3.seen).toEqual([]);
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
    house.s3.fault = () => 'cut';
    expect((await signature()).status).toBe(503);
    house.s3.calm();
    const { bytes } = await read(paper.id);
    await house.s3.client().remove(key(paper.id));
    expect((await signature()).body).toMatchObject({ isIntact: false });
    await putAt(key(paper.id), bytes);
  });
});

describe('an operator', () => {
  const services = () => ({ database: world.database.database, objects: house.s3.client() });

  test('has everything compared, and brings it all back', async () => {
    const { id, bytes } = await movedReport();
    const lost = await addDocument('Verloren');
    await work();
    await house.s3.client().remove(key(lost));
    const strange = key(randomUUID());
    await putAt(strange, bytes);
    const found = new Map<string, string>();
    await checkContentsOf(services(), tenantA, ({ documentId }, carried) => found.set(documentId, carried));
    expect(found.get(id)).toBe('done');
    expect(found.get(lost)).toBe('missing');
    expect(await findUnknownObjects(services(), tenantA)).toEqual([strange]);
    await house.s3.client().remove(strange);

    const version = (await rowOf(id)).row_version;
    await bringBackContentsOf(services(), tenantA, () => {});
    const row = await rowOf(id);
    expect(row).toMatchObject({ stored_at: null, state: 'deleting', row_version: version });
    expect(row.content.equals(bytes)).toBe(true);
    // What the store has lost is not made up.
    expect(await rowOf(lost)).toMatchObject({ content: null, state: 'stored' });
    await putAt(key(lost), Buffer.from('Verloren'));
    house.s3.calm();
    await dueNow();
    await work(house.s3.client(), false);
    expect((await read(id)).bytes.equals(bytes)).toBe(true);
    expect((await house.s3.keys()).filter((key) => key.includes(id))).toEqual([]);
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
  house.s3.fault = () => 'cut';
  expect(codeOf(await archive())).toBe('documents.storeUnavailable');
  house.s3.calm();
  await house.s3.client().remove(key(id));
  expect(codeOf(await archive())).toBe('documents.contentDamaged');
});

test('a person’s archive asks a store that fails for no more than the first files', async () => {
  for (let count = 0; count < 20; count += 1) await addDocument(`Antrag ${count}`);
  await work();
  house.s3.calm();
  house.s3.fault = () => ({ status: 403, code: 'AccessDenied' });
  const answer = await world.server.get(world.adviser, `/customers/${world.customerId}/export`);
  expect(codeOf(answer)).toBe('documents.storeUnavailable');
  // Whatever were still to come would have come by now.
  await new Promise((passed) => setTimeout(passed, 300));
  expect(house.s3.seen.length).toBeGreaterThan(0);
  expect(house.s3.seen.length).toBeLessThanOrEqual(4);
});

test('whoever waits too long behind a store that hangs hears 503', async () => {
  const failures: object[] = [];
  const released: (() => void)[] = [];
  const store = createDocumentStore({
    objects: {
      ...house.s3.client(),
      has: () => new Promise((answered) => released.push(() => answered(true))),
    },
    moves: true,
    database: world.database.database,
    logger: { error: (values) => void failures.push(values) },
    turnMilliseconds: 50,
  });
  const content = {
    tenantId: tenantA,
    documentId: randomUUID(),
    versionId: null,
    contentHash: Buffer.alloc(32),
    byteSize: 1,
  };
  const reading = Array.from({ length: 8 }, () => store.require(content));
  await expect(store.require(content)).rejects.toMatchObject({ code: 'documents.storeUnavailable' });
  await expect(store.read(content)).rejects.toMatchObject({ code: 'documents.storeUnavailable' });
  const failure = { tenantId: tenantA, problem: 'unreachable' };
  expect(failures).toEqual([failure, failure]);
  for (const release of released) release();
  // Who has a turn keeps it, and the next gets one again.
  await Promise.all(reading);
  const next = store.require(content);
  await expect.poll(() => released.length).toBe(9);
  released.at(-1)?.();
  await next;
});
