/**
 * Contents of documents in a real S3 server that keeps versions and locks: the RADOS gateway of Debian
 * (`apt-get install radosgw ceph-mon ceph-osd`). `node tools/run.mjs tools/drills/document-store.ts [port] [documents]`:
 * moving out while the product is killed, reading, a gateway that hangs or is dead, overwriting, hiding and deleting behind
 * the product's back, deletion, and the way back. The four ports above the product's are the gateway's.
 */
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { AwsClient } from 'aws4fetch';
import pg from 'pg';
import { connectionConfig, unlimited } from '../../apps/server/src/platform/database/connection.ts';
import { keyOf } from '../../apps/server/src/platform/document-store/document-store.ts';
import { runDocumentsCommand } from '../../apps/server/src/platform/document-store/documents-command.ts';
import { createObjectStore } from '../../apps/server/src/platform/document-store/object-store.ts';
import { applicationTarget } from '../../apps/server/src/platform/embedded-postgres/start-embedded-postgres.ts';
import { Product } from './product.ts';
import { RadosGateway } from './rados-gateway.ts';

const port = Number(process.argv[2] ?? 20_321);
const count = Number(process.argv[3] ?? 2000);
const place = mkdtempSync(join(tmpdir(), 'depotwerk-documents-'));
const [data, credentialsFile] = [join(place, 'data'), join(place, 'credentials')];
const metricsToken = 'drill-drill-drill-drill-drill-drill';
const gateway = new RadosGateway(port + 1);
const products: Product[] = [];
const productWith = (variables: Record<string, string>): Product => {
  const product = new Product(port, variables);
  products.push(product);
  return product;
};
const failures: string[] = [];
const expect = (what: string, isTrue: boolean): void => {
  console.log(`${isTrue ? 'ok    ' : 'FAILED'} ${what}`);
  if (!isTrue) failures.push(what);
};
const seconds = (from: number) => ((performance.now() - from) / 1000).toFixed(1);

/** Documents of the first customer of the demo, each with content of its own of about 60 kB. */
async function fill(owner: pg.Client): Promise<string> {
  const { rows } = await owner.query(
    `insert into documents (tenant_id, customer_id, document_type, title, file_name, media_type, byte_size, content_hash,
       content, retention_until, created_by)
     select k.tenant_id, k.id, 'other', 'Probe ' || n, 'probe.pdf', 'application/pdf', octet_length(c.content),
         sha256(c.content), c.content, current_date + 3650, u.id
       from (select c.tenant_id, c.id from customers c join tenants t using (tenant_id)
              where c.deleted_at is null order by t.tenant_key, c.id limit 1) k
       join lateral (select id from users where tenant_id = k.tenant_id and user_name like 'admin@%' limit 1) u on true
       cross join generate_series(1, $1::int) n
       cross join lateral (select decode(string_agg(md5(n || ' ' || i), ''), 'hex') as content
                             from generate_series(1, 2000 + n % 3750) i) c
     returning tenant_id`,
    [count],
  );
  return String(rows[0]?.tenant_id);
}

async function metric(product: Product, name: string): Promise<number> {
  const answer = await fetch(`${product.url}/api/metrics`, {
    headers: { authorization: `Bearer ${metricsToken}` },
  });
  return Number(new RegExp(`^${name} (\\d+)`, 'm').exec(await answer.text())?.[1] ?? Number.NaN);
}

async function untilMoved(product: Product): Promise<void> {
  let silent = 0;
  for (;;) {
    const waiting = await metric(product, 'depotwerk_documents_waiting');
    if (waiting === 0) return;
    // A busy process may refuse to be measured for a moment.
    silent = Number.isNaN(waiting) ? silent + 1 : 0;
    if (silent > 100) throw new Error('the product tells nothing of what waits');
    await sleep(250);
  }
}

interface Read {
  readonly status: number;
  readonly milliseconds: number;
  readonly hash: string;
  readonly retryAfter: string | null;
  /** It was shed: nothing of it was looked at. */
  readonly isNotBegun: boolean;
}

async function read(product: Product, token: string, id: string): Promise<Read> {
  const began = performance.now();
  const answer = await fetch(`${product.url}/api/documents/${id}/content`, {
    headers: { authorization: `Bearer ${token}`, 'x-requested-with': 'depotwerk', origin: product.url },
  });
  const hash = createHash('sha256')
    .update(Buffer.from(await answer.arrayBuffer()))
    .digest('hex');
  const milliseconds = performance.now() - began;
  const { status, headers } = answer;
  return {
    status,
    milliseconds,
    hash,
    retryAfter: headers.get('retry-after'),
    isNotBegun: headers.has('x-not-begun'),
  };
}

const percentile = (values: readonly number[], share: number) =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length * share)]?.toFixed(0);

/** Reads documents one after the other; whether all are as filed. */
async function readAll(
  product: Product,
  token: string,
  documents: readonly Document[],
  where: string,
): Promise<void> {
  const times: number[] = [];
  const wrong: string[] = [];
  for (const { id, hash } of documents) {
    let answer = await read(product, token, id);
    // A busy machine is refused before its request begins, and may ask again.
    for (let tries = 0; answer.status === 503 && answer.isNotBegun && tries < 20; tries += 1) {
      await sleep(500);
      answer = await read(product, token, id);
    }
    times.push(answer.milliseconds);
    if (answer.status !== 200 || answer.hash !== hash)
      wrong.push(`${answer.status} after ${answer.milliseconds.toFixed(0)} ms`);
  }
  for (const one of wrong) console.log(`       ${one}`);
  const figures = `p50 ${percentile(times, 0.5)} ms, p95 ${percentile(times, 0.95)} ms`;
  expect(
    `${documents.length} documents read from the ${where} as they were filed: ${figures}`,
    wrong.length === 0,
  );
}

interface Document {
  readonly id: string;
  readonly hash: string;
}

try {
  const access = await gateway.start();
  writeFileSync(
    credentialsFile,
    `aws_access_key_id = ${access.accessKeyId}\naws_secret_access_key = ${access.secretAccessKey}\n`,
    { mode: 0o600 },
  );
  const bucketUrl = `${access.url}/depotwerk`;
  const s3 = new AwsClient({ ...access, service: 's3', region: 'us-east-1', retries: 0 });
  const made = await s3.fetch(bucketUrl, {
    method: 'PUT',
    headers: { 'x-amz-bucket-object-lock-enabled': 'true' },
  });
  expect('a bucket with object lock', made.ok);
  const settings = {
    bucketUrl,
    region: 'us-east-1',
    credentialsFile,
    lock: 'compliance',
    moves: true,
  } as const;
  const variables = {
    DATA_DIR: data,
    DEMO: 'on',
    BANK_PORT: '0',
    METRICS_TOKEN: metricsToken,
    DOCUMENT_STORE_URL: bucketUrl,
    DOCUMENT_STORE_CREDENTIALS_FILE: credentialsFile,
    DOCUMENT_STORE_LOCK: 'compliance',
  };
  const command = (verb: string, change: Record<string, string> = {}) => {
    const lines: string[] = [];
    const told = {
      out: (line: string) => void lines.push(line),
      error: (line: string) => void lines.push(line),
    };
    return runDocumentsCommand([verb], { ...variables, DEMO: 'off', ...change }, told).then((code) => ({
      code,
      lines,
    }));
  };
  const still = productWith({ ...variables, DOCUMENT_STORE_MOVES: 'off' });
  const product = productWith(variables);
  await still.start();
  const connect = async () => {
    const target = applicationTarget(data);
    const owner = new pg.Client(connectionConfig(target, { role: 'owner', timeouts: unlimited }));
    owner.on('error', () => {});
    await owner.connect();
    return owner;
  };
  let owner = await connect();
  const tenantId = await fill(owner);
  const { rows: all } = await owner.query<Document & { bytes: string }>(
    `select id, encode(content_hash, 'hex') as hash, byte_size as bytes from documents where title like 'Probe %' order by id`,
  );
  const { rows: sums } = await owner.query(
    `select count(*)::int as documents, sum(byte_size)::bigint as bytes from documents`,
  );
  const sample = all.filter((_document, index) => index % Math.ceil(all.length / 150) === 0);
  await readAll(still, await still.signIn('admin@demo.example'), sample, 'database');
  await owner.end();
  await still.end('SIGTERM');

  let began = performance.now();
  let kills = 0;
  for (let round = 0; round < 6; round += 1) {
    await product.start();
    await sleep(1500 + round * 700);
    if ((await metric(product, 'depotwerk_documents_waiting')) === 0) break;
    await product.end('SIGKILL');
    kills += 1;
  }
  await product.end('SIGKILL');
  await product.start();
  owner = await connect();
  // Whoever was killed kept a lease of three minutes.
  await owner.query('update stored_contents set due_at = now() where due_at is not null');
  const afterKills = performance.now();
  await untilMoved(product);
  const total = `${sums[0].documents} contents of ${(Number(sums[0].bytes) / 1e6).toFixed(0)} MB`;
  console.log(
    `${total} moved out in ${seconds(began)} s with ${kills} kills, the last part in ${seconds(afterKills)} s`,
  );
  const checked = await command('check');
  for (const line of checked.lines) console.log(`       ${line}`);
  expect(
    'nothing is missing, altered or unknown',
    checked.code === 0 && !checked.lines.some((line) => line.startsWith('unknown')),
  );
  const token = await product.signIn('admin@demo.example');
  await readAll(product, token, sample, 'store');

  const [first] = all;
  if (!first) throw new Error('nothing was filed');
  const key = keyOf(tenantId, first.id);
  const { rows: places } = await owner.query(
    'select version_id, locked_until::text from stored_contents where document_id = $1',
    [first.id],
  );
  const { version_id: versionId, locked_until: lockedUntil } = places[0];
  const retention = await (await s3.fetch(`${bucketUrl}/${key}?retention&versionId=${versionId}`)).text();
  expect(
    `the store keeps it to the end of ${lockedUntil}`,
    retention.includes('COMPLIANCE') && retention.includes('<RetainUntilDate>'),
  );
  const refused = await s3.fetch(`${bucketUrl}/${key}?versionId=${versionId}`, { method: 'DELETE' });
  expect(`its owner cannot delete it (${refused.status})`, refused.status === 403);
  await s3.fetch(`${bucketUrl}/${key}`, { method: 'PUT', body: 'forged' });
  expect('a forged version over it is not read', (await read(product, token, first.id)).hash === first.hash);
  await s3.fetch(`${bucketUrl}/${key}`, { method: 'DELETE' });
  expect('a marker that hides it hides nothing', (await read(product, token, first.id)).hash === first.hash);

  gateway.hold();
  let away = await read(product, token, first.id);
  expect(
    `a gateway that hangs: ${away.status} after ${(away.milliseconds / 1000).toFixed(1)} s`,
    away.status === 503 && away.retryAfter === '30',
  );
  gateway.go();
  await gateway.killGateway();
  away = await read(product, token, first.id);
  expect(
    `a gateway that is dead: ${away.status} after ${away.milliseconds.toFixed(0)} ms`,
    away.status === 503,
  );
  await owner.query(
    `insert into documents (tenant_id, document_type, title, file_name, media_type, byte_size, content_hash, content, retention_until)
    values ($1, 'other', 'Vorbei', 'v.pdf', 'application/pdf', 6, sha256('vorbei'), 'vorbei', current_date - 1)`,
    [tenantId],
  );
  await sleep(8000);
  await gateway.startGateway();
  began = performance.now();
  await untilMoved(product);
  console.log(`what was filed meanwhile moved out ${seconds(began)} s after it was back`);
  const { rows: gone } = await owner.query(`delete from documents where title = 'Vorbei' returning id`);
  const goneKey = keyOf(tenantId, gone[0].id);
  while ((await metric(product, 'depotwerk_documents_deleting')) > 0) await sleep(250);
  const left: string[] = [];
  for await (const { key: found } of createObjectStore(settings).list(goneKey)) left.push(found);
  expect('of a deleted document no version is left', left.length === 0);

  expect('it does not come back while it would move out again', (await command('back')).code === 1);
  await owner.end();
  await product.end('SIGTERM');
  await still.start();
  began = performance.now();
  const back = await command('back', { DOCUMENT_STORE_MOVES: 'off' });
  for (const line of back.lines) console.log(`       ${line}`);
  expect(`everything came back in ${seconds(began)} s`, back.code === 0);
  await gateway.stop();
  await still.end('SIGTERM');
  const without = productWith({ DATA_DIR: data, DEMO: 'on', BANK_PORT: '0' });
  await without.start();
  await readAll(
    without,
    await without.signIn('admin@demo.example'),
    sample,
    'database, with no store at all',
  );
  await without.end('SIGTERM');
} finally {
  for (const one of products) await one.end('SIGKILL');
  await gateway.stop();
  rmSync(place, { recursive: true, force: true });
}
console.log(failures.length === 0 ? 'everything held' : `${failures.length} did not hold`);
process.exitCode = failures.length === 0 ? 0 : 1;
