import { createHash, randomBytes } from 'node:crypto';
import { chmodSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { TestObjectStore } from '../../../test/object-store.ts';
import { createObjectStore, type PutObject } from './object-store.ts';

let store: TestObjectStore;
beforeAll(async () => {
  store = await TestObjectStore.start();
});
afterEach(() => store.calm());
afterAll(() => store.stop());

const object = (key: string, content: Buffer, lockedUntil: Date | null = null): PutObject => ({
  key,
  content,
  contentHash: createHash('sha256').update(content).digest(),
  mediaType: 'application/pdf',
  lockedUntil,
});
const content = Buffer.from('%PDF Vertrag');
const at = (key: string) => ({ key, versionId: null });
const problemOf = (work: Promise<unknown>) =>
  work.then(
    () => 'none',
    (error: { problem?: string }) => error.problem,
  );

describe('an S3 server that checks signatures', () => {
  it('gets, keeps, answers and forgets contents, up to the largest there are', async () => {
    const client = store.client();
    await client.check();
    for (const bytes of [Buffer.alloc(0), content, randomBytes(10 * 1024 * 1024)]) {
      expect(await client.put(object('a/1', bytes))).toBeNull();
      expect((await client.get(at('a/1'), bytes.byteLength)).equals(bytes)).toBe(true);
      expect(await client.has(at('a/1'), bytes.byteLength)).toBe(true);
      expect(await client.has(at('a/1'), bytes.byteLength + 1)).toBe(false);
    }
    await client.put(object('a/12', content));
    await client.remove('a/1');
    expect(await problemOf(client.get(at('a/1'), 20))).toBe('missing');
    expect(await client.has(at('a/1'), 0)).toBe(false);
    // A key that begins with the other stays.
    expect(await store.keys()).toEqual(['a/12']);
    await client.remove('a/1');
    await client.remove('a/12');
  });

  it('is asked with hash, digest and lock, and never with a name', async () => {
    const until = new Date('2036-12-31T00:00:00Z');
    await store.client({ lock: 'compliance' }).put(object('a/2', content, until));
    expect(store.seen.at(-1)?.headers).toMatchObject({
      'x-amz-object-lock-mode': 'COMPLIANCE',
      'x-amz-object-lock-retain-until-date': '2036-12-31T00:00:00Z',
      'x-amz-content-sha256': createHash('sha256').update(content).digest('hex'),
      'content-md5': createHash('md5').update(content).digest('base64'),
    });
    await store.client({ lock: 'off' }).put(object('a/2', content, until));
    expect(store.seen.at(-1)?.headers).not.toHaveProperty('x-amz-object-lock-mode');
    await store.client({ lock: 'governance' }).put(object('a/2', content));
    expect(store.seen.at(-1)?.headers).not.toHaveProperty('x-amz-object-lock-mode');
  });

  it('reads no more than a content is long', async () => {
    await store.client().put(object('a/3', Buffer.alloc(2000)));
    expect(await problemOf(store.client().get(at('a/3'), 1999))).toBe('altered');
  });

  it.each([
    ['an unknown key', 'NOBODY', 'S3RVER', 'credentials'],
    ['another secret', 'S3RVER', 'other', 'credentials'],
  ])('refuses %s, and takes the right one without a restart', async (_what, id, secret, problem) => {
    const client = store.client();
    await client.check();
    store.writeCredentials(id, secret);
    expect(await problemOf(client.check())).toBe(problem);
    store.writeCredentials('S3RVER', 'S3RVER');
    expect(await problemOf(client.check())).toBe('none');
  });

  it('says what of the file with the access key is wrong', async () => {
    const client = store.client();
    chmodSync(store.credentialsFile, 0o644);
    const message = (work: Promise<unknown>) =>
      work.then(
        () => '',
        (error: Error) => error.message,
      );
    writeFileSync(store.credentialsFile, 'aws_access_key_id = A\n');
    expect(await message(client.check())).toContain('chmod 600');
    chmodSync(store.credentialsFile, 0o600);
    expect(await message(client.check())).toContain('aws_secret_access_key');
    writeFileSync(store.credentialsFile, 'aws_access_key_id=A\naws_access_key_id=B\naws_secret_access_key=C');
    expect(await message(client.check())).toContain('two lines');
    store.writeCredentials('S3RVER', 'S3RVER');
    expect(await message(client.check())).toBe('');
  });

  it('has no such bucket', async () => {
    const { bucketUrl } = store.settings();
    const other = store.client({ bucketUrl: bucketUrl.replace('depotwerk', 'elsewhere') });
    expect(await problemOf(other.check())).toBe('bucketMissing');
    expect(await problemOf(other.put(object('a/4', content)))).toBe('bucketMissing');
  });
});

describe('a store that fails', () => {
  it('is asked once more when it cuts off, and not for ever', async () => {
    await store.client().put(object('a/5', content));
    store.calm();
    store.fault = () => (store.seen.length === 1 ? 'cut' : null);
    expect((await store.client().get(at('a/5'), 20)).equals(content)).toBe(true);
    store.calm();
    store.fault = () => 'cut';
    expect(await problemOf(store.client().get(at('a/5'), 20))).toBe('unreachable');
    expect(store.seen.length).toBe(2);
  });

  it('is not waited for longer than a person would', async () => {
    store.fault = () => 'hang';
    const began = performance.now();
    expect(await problemOf(store.client().get(at('a/5'), 20, 300))).toBe('unreachable');
    expect(performance.now() - began).toBeLessThan(2000);
  });

  it('is not there at all', async () => {
    const nowhere = store.client({ bucketUrl: 'http://127.0.0.1:1/depotwerk' });
    expect(await problemOf(nowhere.check())).toBe('unreachable');
  });

  it.each([
    [503, 'SlowDown', 'unreachable'],
    [500, 'InternalError', 'unreachable'],
    [403, 'AccessDenied', 'forbidden'],
    [403, 'RequestTimeTooSkewed', 'clock'],
    [400, 'AuthorizationHeaderMalformed', 'region'],
    [301, 'PermanentRedirect', 'region'],
    [400, 'InvalidArgument', 'refused'],
    [400, 'BadDigest', 'altered'],
  ])('answers %i %s: %s', async (status, code, problem) => {
    store.fault = () => ({ status, code });
    expect(await problemOf(store.client().put(object('a/6', content)))).toBe(problem);
  });

  it('and whose bucket takes no lock is found out before anything is put', async () => {
    store.fault = ({ target }) =>
      target.includes('object-lock') ? { status: 404, code: 'ObjectLockConfigurationNotFoundError' } : null;
    expect(await problemOf(store.client({ lock: 'compliance' }).check())).toBe('lockUnknown');
    expect(await problemOf(store.client({ lock: 'off' }).check())).toBe('none');
  });
});

describe('a bucket that keeps versions', () => {
  let server: Server | undefined;
  afterEach(() => server?.close());

  /** Answers as a RADOS gateway 16 answered; two pages, a marker, and a neighbour whose key begins alike. */
  async function versioned(deleted: string[]) {
    const page = (entries: string, more: string) =>
      `<?xml version="1.0" encoding="UTF-8"?><ListVersionsResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Name>depot</Name>` +
      `<Prefix>t/1</Prefix><MaxKeys>2</MaxKeys>${more}${entries}</ListVersionsResult>`;
    const version = (kind: string, key: string, id: string) =>
      `<${kind}><Key>${key}</Key><VersionId>${id}</VersionId><IsLatest>true</IsLatest><Owner><ID>depot</ID><DisplayName>D</DisplayName></Owner></${kind}>`;
    server = createServer((request, response) => {
      const url = new URL(request.url ?? '', 'http://store');
      if (request.method === 'DELETE') {
        deleted.push(`${url.pathname}?${url.searchParams.get('versionId')}`);
        response.writeHead(204).end();
      } else if (request.method === 'HEAD') response.writeHead(404).end();
      else if (url.searchParams.get('key-marker') === null) {
        response.end(
          page(
            version('DeleteMarker', 't/1', 'x06V.k') + version('Version', 't/1', 'oqMI'),
            '<IsTruncated>true</IsTruncated><NextKeyMarker>t/1</NextKeyMarker><NextVersionIdMarker>oqMI</NextVersionIdMarker>',
          ),
        );
      } else {
        response.end(
          page(
            version('Version', 't/1', 'cluq') + version('Version', 't/12', 'r5Ik'),
            '<IsTruncated>false</IsTruncated>',
          ),
        );
      }
    });
    await new Promise<void>((done) => server?.listen(0, '127.0.0.1', done));
    // A server that listens on TCP has such an address.
    const { port } = server.address() as AddressInfo;
    return createObjectStore({ ...store.settings(), bucketUrl: `http://127.0.0.1:${port}` });
  }

  it('loses all versions of one key, markers too, and nothing of another', async () => {
    const deleted: string[] = [];
    await (await versioned(deleted)).remove('t/1');
    expect(deleted).toEqual(['/t/1?x06V.k', '/t/1?oqMI', '/t/1?cluq']);
  });
});
