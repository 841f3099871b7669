import { type ChildProcess, fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { chromiumFlags, findChromium } from '../tools/find-chromium.ts';
import { type RunningChild, startProduct } from './children.ts';
import { signedInPage } from './contract-paint.ts';
import { type BenchServer, onServer, productEnvironment } from './database.ts';
import type { Heard, LivePlan } from './live-client.ts';
import { postmasterOf, readProcessorTime } from './processor.ts';
import { milliseconds, type Row, report, verdict } from './report.ts';
import { signIn } from './sign-in.ts';

const connections = 1000;
/** Streams one person holds at each of two servers; six are allowed in all. */
const streamsEach = 2;
const people = connections / (2 * streamsEach);
const rounds = 40;
const limitMs = 500;
const limitMegabytes = 60;

/** From a change at one server to a thousand streams and one screen at two; what the streams cost in memory. */
export async function benchLive(server: BenchServer, contracts: number, port: number): Promise<void> {
  const target = await server.databaseOf(contracts);
  await onServer(
    target,
    `insert into users (tenant_id, user_name, full_name, role_id, password_hash, password_changed_at)
     select u.tenant_id, 'live-' || n || '@demo.example', 'Leserin ' || n, u.role_id, u.password_hash, now()
       from users u cross join generate_series(1, ${people}) n
      where u.user_name = 'berater@demo.example'
        and not exists (select from users o where o.user_name = 'live-' || n || '@demo.example')`,
  );
  const [customer] = await onServer<{ id: string }>(
    target,
    `select c.id from customers c join group_users g on g.tenant_id = c.tenant_id and g.group_id = c.group_id
       join users u on u.tenant_id = g.tenant_id and u.id = g.user_id
      where u.user_name = 'berater@demo.example' and c.deleted_at is null order by c.id limit 1`,
  );
  if (!customer) throw new Error('The adviser has customers.');
  const ports = [port, port + 1];
  const products: RunningChild[] = [];
  const readers = fork(fileURLToPath(new URL('live-client.ts', import.meta.url)));
  const browser = await chromium.launch({ executablePath: await findChromium(), args: chromiumFlags });
  try {
    for (const each of ports) products.push(await startProduct(each, productEnvironment(target)));
    const listeners: LivePlan['listeners'][number][] = [];
    // Signing in at either counts at both: a token is good at every server of the house.
    for (let person = 1; person <= people; person += 1) {
      const token = await signInPatiently(ports[person % 2] ?? port, `live-${person}@demo.example`);
      for (const each of ports) listeners.push({ port: each, token, streams: streamsEach });
    }
    const page = await signedInPage(browser, `http://127.0.0.1:${port + 1}`);
    await page.goto(`/customers/${customer.id}?tab=notes`);
    const writer = await signIn(port, 'berater@demo.example');
    const write = (text: string) => writeNote(port, writer, customer.id, text);
    await write('Vorher');
    await page.getByText('Vorher').first().waitFor();
    await pause(5000);
    const before = products.map(residentMegabytes);
    readers.send({ listeners } satisfies LivePlan);
    const [opened] = (await once(readers, 'message')) as [Heard];
    if (opened.open !== connections) throw new Error(`${opened.open} streams are open.`);
    // News of the note just written reaches every new stream.
    await pause(2000);
    await collect(readers);
    const streams: number[] = [];
    const screen: number[] = [];
    const postmaster = await postmasterOf(target);
    const usedBy = () =>
      products.map(({ pid = 0 }) => readProcessorTime(pid, postmaster)?.server ?? Number.NaN);
    const usedBefore = usedBy();
    for (let round = 0; round < rounds; round += 1) {
      const text = `Runde ${round} ${randomUUID().slice(0, 8)}`;
      const seen = page
        .waitForFunction(
          (wanted) => (document.body.textContent.includes(wanted) ? Date.now() : false),
          text,
          { polling: 'raf', timeout: 20_000 },
        )
        .then((painted) => painted.jsonValue());
      const started = Date.now();
      await write(text);
      screen.push(Number(await seen) - started);
      await pause(1000);
      const { at, open } = await collect(readers);
      if (at.length !== connections)
        throw new Error(`${at.length} of ${open} streams heard of round ${round}.`);
      streams.push(...at.map((time) => time - started));
    }
    const used = usedBy().map((seconds, index) => ((seconds - (usedBefore[index] ?? 0)) * 1000) / rounds);
    const after = products.map(residentMegabytes);
    const more = after.map((value, index) => value - (before[index] ?? 0));
    const worst = Math.max(...more);
    const row = (what: string, times: number[]): Row => {
      times.sort((a, b) => a - b);
      const at = (share: number) => times[Math.floor(share * (times.length - 1))] ?? Number.NaN;
      return [
        what,
        milliseconds(at(0.5)),
        milliseconds(at(0.95)),
        milliseconds(at(1)),
        verdict(at(0.95) <= limitMs),
      ];
    };
    report(
      'live',
      'A change on other screens',
      `${server.name}, ${contracts.toLocaleString('de-DE')} contracts, two servers with ${connections / 2} open streams each (${people} people). ` +
        `${rounds} notes written at one of them: from sending the note until each stream at either hears of it, and until a Chromium at the ` +
        `other server shows its text (what comes after a pause is told at once, then the page asks). Aim: p95 ≤ ${limitMs} ms. Processor of the two servers for a round ` +
        `with its second of waiting: ${used.map((value) => `${value.toFixed(0)} ms`).join(' and ')}; load of the machine ${(loadavg()[0] ?? 0).toFixed(1)}. Memory of a server with its streams: ` +
        `${more.map((value) => `${value.toFixed(0)} MB`).join(' and ')} more (aim: ≤ ${limitMegabytes} MB: ${verdict(worst <= limitMegabytes)}).`,
      ['seen by', 'median', 'p95', 'worst', 'aim'],
      [row('streams', streams), row('the screen of an adviser', screen)],
    );
  } finally {
    readers.kill();
    await browser.close();
    for (const product of products) await product.stop();
  }
}

/** Signs in; a server that is busy with other passwords is asked again. */
async function signInPatiently(port: number, userName: string): Promise<string> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await signIn(port, userName);
    } catch (error) {
      if (attempt === 10) throw error;
      await pause(1000);
    }
  }
}

/** What the streams heard since the last call. */
async function collect(readers: ChildProcess): Promise<Heard> {
  readers.send('collect');
  // The child answers with exactly one message.
  const [answer] = (await once(readers, 'message')) as [Heard];
  return answer;
}

/** Memory a server holds now. */
function residentMegabytes({ pid }: RunningChild): number {
  const pages = Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]);
  return (pages * 4096) / 2 ** 20;
}

async function writeNote(port: number, token: string, customerId: string, text: string): Promise<void> {
  const response = await fetch(`http://127.0.0.1:${port}/api/customers/${customerId}/notes`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
    },
    body: JSON.stringify({ text, visibility: 'group' }),
  });
  if (!response.ok) throw new Error(`the note answered ${response.status} ${await response.text()}`);
}
