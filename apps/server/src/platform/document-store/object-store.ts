import { createHash } from 'node:crypto';
import { AwsV4Signer } from 'aws4fetch';
import { OperatorError } from '../operator-error.ts';
import { credentialsOf } from './credentials.ts';
import { type ObjectVersion, parseVersions, type VersionPage } from './object-versions.ts';
import { faultOf, StoreFault } from './store-fault.ts';
import type { DocumentStoreSettings } from './store-settings.ts';

/** A content as it is put. */
export interface PutObject {
  readonly key: string;
  readonly content: Buffer;
  readonly contentHash: Buffer;
  readonly mediaType: string;
  /** Until when the store itself keeps it; null = no lock. */
  readonly lockedUntil: Date | null;
}

/** Where a content lies; null where the bucket keeps no versions. */
export interface ObjectPlace {
  readonly key: string;
  readonly versionId: string | null;
}

/** The few requests of S3 that are needed; each throws `StoreFault`. */
export interface ObjectStore {
  readonly lock: DocumentStoreSettings['lock'];
  /** Puts an object and answers its version; the store checks the hash as it arrives. */
  put(object: PutObject): Promise<string | null>;
  /** At most `byteSize` bytes. */
  get(place: ObjectPlace, byteSize: number, milliseconds?: number): Promise<Buffer>;
  /** Whether it is there in that size, without reading it. */
  has(place: ObjectPlace, byteSize: number): Promise<boolean>;
  /** Makes its lock longer. */
  prolong(place: ObjectPlace, until: Date): Promise<void>;
  /** Takes away every version of a key, markers too. @throws `forbidden` while one is locked */
  remove(key: string): Promise<void>;
  /** Keys and versions below a prefix; without versions in a bucket that keeps none. */
  list(prefix: string): AsyncGenerator<ObjectVersion>;
  /** Whether it answers, takes the key, and locks where it should. */
  check(milliseconds?: number): Promise<void>;
}

/** A person waits for a read; nobody for a put. */
const readMs = 10_000;
const writeMs = 30_000;
/** All versions of a key; the last request may take its own time on top. */
const removeMs = 90_000;
/** A request that fails sooner than this was cut off and is sent once more. */
const soonMs = 2000;
const largestText = 4 * 1024 * 1024;

interface Request {
  readonly method: 'GET' | 'HEAD' | 'PUT' | 'DELETE';
  readonly key?: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Buffer;
  readonly milliseconds: number;
  /** Bytes of an answer that are read. */
  readonly most: number;
}

interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Buffer;
}

const emptyHash = createHash('sha256').digest('hex');
const md5Of = (body: Buffer) => createHash('md5').update(body).digest('base64');
const versionQuery = ({ versionId }: ObjectPlace): Record<string, string> =>
  versionId === null ? {} : { versionId };
/** To the second, as every store reads it. */
const instantOf = (until: Date) => until.toISOString().replace(/\.\d{3}Z$/, 'Z');

/** A client of one bucket. Requests are signed (Signature Version 4) over address, headers and the body's hash. */
export function createObjectStore(settings: DocumentStoreSettings): ObjectStore {
  const send = senderOf(settings);
  const { lock } = settings;
  const store: ObjectStore = {
    lock,
    async put({ key, content, contentHash, mediaType, lockedUntil }) {
      const locked =
        lock === 'off' || lockedUntil === null
          ? {}
          : {
              'x-amz-object-lock-mode': lock.toUpperCase(),
              'x-amz-object-lock-retain-until-date': instantOf(lockedUntil),
            };
      const { headers } = await send({
        method: 'PUT',
        key,
        body: content,
        headers: {
          'content-type': mediaType,
          // Locked objects are taken with a digest only; this one every store knows.
          'content-md5': md5Of(content),
          'x-amz-content-sha256': contentHash.toString('hex'),
          'x-amz-meta-sha256': contentHash.toString('hex'),
          ...locked,
        },
        milliseconds: writeMs,
        most: largestText,
      });
      return versionOf(headers);
    },
    async get(place, byteSize, milliseconds = readMs) {
      const query = versionQuery(place);
      const { body } = await send({ method: 'GET', key: place.key, query, milliseconds, most: byteSize });
      return body;
    },
    async has(place, byteSize) {
      try {
        const { headers } = await send({
          method: 'HEAD',
          key: place.key,
          query: versionQuery(place),
          milliseconds: readMs,
          most: 0,
        });
        return Number(headers.get('content-length')) === byteSize;
      } catch (error) {
        if (error instanceof StoreFault && error.problem === 'missing') return false;
        throw error;
      }
    },
    async prolong(place, until) {
      const body = Buffer.from(
        `<Retention xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Mode>${lock.toUpperCase()}</Mode>` +
          `<RetainUntilDate>${instantOf(until)}</RetainUntilDate></Retention>`,
      );
      await send({
        method: 'PUT',
        key: place.key,
        query: { retention: '', ...versionQuery(place) },
        headers: { 'content-md5': md5Of(body), 'content-type': 'application/xml' },
        body,
        milliseconds: writeMs,
        most: largestText,
      });
    },
    async remove(key) {
      const began = performance.now();
      for await (const version of store.list(key)) {
        // Whoever removes keeps the object to himself for a while only.
        if (performance.now() - began > removeMs) throw new StoreFault('unreachable', 'too slow');
        // The prefix of one key may be another's beginning.
        if (version.key !== key) continue;
        const query = version.versionId === '' ? {} : { versionId: version.versionId };
        await send({ method: 'DELETE', key, query, milliseconds: writeMs, most: largestText });
      }
      // Whatever the store makes of the list: what can still be read was not taken away.
      const head = { method: 'HEAD', key, milliseconds: readMs, most: 0 } as const;
      const isGone = await send(head).then(
        () => false,
        (error: unknown) => error instanceof StoreFault && error.problem === 'missing',
      );
      if (!isGone) throw new StoreFault('refused', 'the object is still there');
    },
    list: (prefix) => listVersions(send, prefix),
    check: (milliseconds = readMs) => checkBucket(send, lock, milliseconds),
  };
  return store;
}

type Send = (request: Request) => Promise<Answer>;

/** Absent and "null" both say that the bucket keeps no versions of it. */
function versionOf(headers: Headers): string | null {
  const id = headers.get('x-amz-version-id');
  return id === null || id === '' || id === 'null' ? null : id;
}

/** Stores without versions (Garage, Cloudflare's) refuse the question for them or answer another; there the plain list is all. */
async function* listVersions(send: Send, prefix: string): AsyncGenerator<ObjectVersion> {
  let from: Record<string, string> = {};
  for (;;) {
    const page = await versionPage(send, { versions: '', prefix, ...from });
    if (page === null) {
      yield* listPlain(send, prefix);
      return;
    }
    yield* page.versions;
    if (page.next === null) return;
    from = { 'key-marker': page.next.key, 'version-id-marker': page.next.versionId };
  }
}

async function versionPage(send: Send, query: Record<string, string>): Promise<VersionPage | null> {
  try {
    const { body } = await send({ method: 'GET', query, milliseconds: writeMs, most: largestText });
    return parseVersions(body.toString());
  } catch (error) {
    if (error instanceof StoreFault && /NotImplemented|MethodNotAllowed/.test(error.message)) return null;
    if (error instanceof StoreFault) throw error;
    throw new StoreFault('refused', 'the list of versions cannot be read', { cause: error });
  }
}

async function* listPlain(send: Send, prefix: string): AsyncGenerator<ObjectVersion> {
  let token: string | undefined;
  do {
    const { body } = await send({
      method: 'GET',
      query: { 'list-type': '2', prefix, ...(token !== undefined && { 'continuation-token': token }) },
      milliseconds: writeMs,
      most: largestText,
    });
    const text = body.toString();
    // Keys are ours: ids and a slash, so that nothing in them is written as an entity.
    for (const [, key = ''] of text.matchAll(/<Key>([0-9a-f/-]+)<\/Key>/g)) yield { key, versionId: '' };
    token = /<NextContinuationToken>([^<]+)<\/NextContinuationToken>/.exec(text)?.[1];
  } while (token !== undefined);
}

async function checkBucket(
  send: Send,
  lock: DocumentStoreSettings['lock'],
  milliseconds: number,
): Promise<void> {
  const request = { method: 'GET', milliseconds, most: largestText } as const;
  // Nothing of ours begins so: whether it may be asked is the answer.
  await send({ ...request, query: { 'list-type': '2', prefix: 'check/' } });
  if (lock === 'off') return;
  const { body } = await send({ ...request, query: { 'object-lock': '' } });
  if (!body.toString().includes('<ObjectLockEnabled>Enabled</ObjectLockEnabled>')) {
    throw new StoreFault('lockUnknown', 'the bucket has no object lock');
  }
}

/** Sends signed requests; one that was cut off at once is sent again, since all of them may be repeated. */
function senderOf({ bucketUrl, region, credentialsFile }: DocumentStoreSettings): Send {
  const readCredentials = credentialsOf(credentialsFile);
  const cache = new Map<string, ArrayBuffer>();
  const once = async (request: Request, signal: AbortSignal): Promise<Answer> => {
    const url = new URL(request.key === undefined ? bucketUrl : `${bucketUrl}/${request.key}`);
    for (const [name, value] of Object.entries(request.query ?? {})) url.searchParams.set(name, value);
    const hash = request.body ? createHash('sha256').update(request.body).digest('hex') : emptyHash;
    const signed = await new AwsV4Signer({
      ...readCredentials(),
      service: 's3',
      region,
      cache,
      method: request.method,
      url: url.href,
      headers: { 'x-amz-content-sha256': hash, ...request.headers },
    }).sign();
    const answer = await fetch(signed.url, {
      method: signed.method,
      headers: signed.headers,
      // No buffer of ours is shared with another thread.
      ...(request.body && { body: request.body as Uint8Array<ArrayBuffer> }),
      redirect: 'manual',
      signal,
    });
    const { status, headers } = answer;
    const isGood = status >= 200 && status < 300;
    const body = await readAtMost(answer, isGood ? request.most : largestText);
    if (!isGood) throw faultOf(status, body.toString());
    return { status, headers, body };
  };
  return async (request) => {
    const signal = AbortSignal.timeout(request.milliseconds);
    const began = performance.now();
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await once(request, signal);
      } catch (error) {
        const fault = toFault(error);
        const mayAgain = attempt === 0 && fault.problem === 'unreachable' && !signal.aborted;
        if (!mayAgain || performance.now() - began > soonMs) throw fault;
      }
    }
  };
}

function toFault(error: unknown): StoreFault {
  if (error instanceof StoreFault) return error;
  if (error instanceof OperatorError) return new StoreFault('credentials', error.message, { cause: error });
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const name = cause instanceof Error ? ('code' in cause ? String(cause.code) : cause.name) : 'unknown';
  return new StoreFault('unreachable', name, { cause: error });
}

/** The body of an answer; one that is longer than it may be is not what was asked for. */
async function readAtMost(answer: Response, most: number): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of answer.body ?? []) {
    size += part.byteLength;
    if (size > most) throw new StoreFault('altered', 'the answer is longer than it may be');
    parts.push(part);
  }
  return Buffer.concat(parts);
}
