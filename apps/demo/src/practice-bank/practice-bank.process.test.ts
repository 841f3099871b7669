/** The practice bank beside the demo: what it knows of the demo world, and that it comes and goes with its starter. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { PracticeBank } from '@depotwerk/server/public';
import { expect, onTestFinished, test, vi } from 'vitest';
import { anchorDate } from '../../../server/test/advice-world.ts';
import { useTestDatabase } from '../../../server/test/database.ts';
import { demoSizes, demoTemplate } from '../../../server/test/demo-template.ts';
import { freePort } from '../../../server/test/servers.ts';
import { bankSeedLines } from './bank-seed-lines.ts';
import { seedPracticeBank } from './seed-practice-bank.ts';
import { startPracticeBank } from './start-practice-bank.ts';

const holder = fileURLToPath(new URL('../../../server/test/hold-practice-bank.ts', import.meta.url));
const soon = { timeout: 20_000, interval: 50 };
const db = useTestDatabase();

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'depotwerk-bank-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

const answers = (address: string) =>
  fetch(`${address}/control/state`).then(
    (answer) => answer.ok,
    () => false,
  );

/** Starts the bank in this process and waits for its address. */
async function start(said: string[]): Promise<{ bank: PracticeBank; address: string }> {
  const port = await freePort();
  const bank = startPracticeBank({
    port,
    dataDirectory: newFolder(),
    say: (line) => said.push(line),
    onReady: async () => {},
  });
  onTestFinished(() => bank.stop());
  const address = `http://127.0.0.1:${port}`;
  await vi.waitFor(async () => expect(await answers(address)).toBe(true), soon);
  return { bank, address };
}

interface Depot {
  readonly externalKey: string;
  readonly state: string;
  readonly totalValue: number;
  readonly cashValue: number;
  readonly positions: readonly { readonly isin: string; readonly quantity: number; readonly value: number }[];
  readonly savingsPlan: { readonly contribution: number } | null;
}

test('it knows the depots of the demo world, some moved, some new, some rejected', {
  timeout: 120_000,
}, async () => {
  await db.becomeCopyOf(await demoTemplate(demoSizes.medium, anchorDate));
  const { address } = await start([]);
  await seedPracticeBank(address, db.database);
  const headers: Record<string, string> = { 'content-type': 'application/json' };
  const session = await fetch(`${address}/banks/90010001/sessions`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ loginName: 'berater@demo.example', password: 'Quader-2026' }),
  });
  // Answers of our own second program; docs/practice-bank.md.
  const { token } = (await session.json()) as { token: string };
  const read = async (path: string): Promise<unknown> =>
    (
      await fetch(`${address}/banks/90010001/depots${path}`, {
        headers: { authorization: `Bearer ${token}` },
      })
    ).json();
  const { depots } = (await read('?limit=1000&includeRejected=true')) as { depots: Depot[] };
  const { rows: contracts } = await db.owner.query<{
    key: string;
    total: string;
    contribution: string | null;
  }>(
    `select c.external_key as key, c.total_value as total, c.contribution from contracts c
      join tenants t using (tenant_id) join issuers i on i.tenant_id = c.tenant_id and i.id = c.issuer_id
     where t.tenant_key = 'demo.example' and i.bank_id = '90010001' and c.deleted_at is null order by key`,
  );
  expect(contracts.length).toBeGreaterThan(40);
  const byKey = new Map(depots.map((depot) => [depot.externalKey, depot]));
  let moved = 0;
  for (const { key, total, contribution } of contracts) {
    const head = byKey.get(key);
    expect(head).toMatchObject({ externalKey: key, state: 'open' });
    const depot = (await read(`/${key}`)) as Depot;
    const isSame =
      depot.totalValue === Number(total) &&
      (depot.savingsPlan?.contribution ?? null) === (contribution && Number(contribution));
    if (!isSame) moved += 1;
  }
  expect(moved).toBeGreaterThan(0);
  expect(moved).toBeLessThan(contracts.length * 0.25);
  const known = new Set(contracts.map(({ key }) => key));
  const others = depots.filter(({ externalKey }) => !known.has(externalKey));
  expect(others.filter(({ externalKey }) => externalKey.startsWith('QB-26-800'))).toHaveLength(6);
  expect(others.filter(({ state }) => state === 'rejected').length).toBeGreaterThan(0);
  const { rows: seen } = await db.owner.query<{ key: string; total: string }>(
    `select d.external_key as key, d.total_value as total from trader_depots d
      join tenants t using (tenant_id) join issuers i on i.tenant_id = d.tenant_id and i.id = d.issuer_id
     where t.tenant_key = 'demo.example' and i.bank_id = '90010001' and d.state in ('new', 'ignored')`,
  );
  for (const { key, total } of seen) expect(byKey.get(key)?.totalValue).toBeCloseTo(Number(total), 2);

  // What happened at the bank stays when the same world is told again; another world replaces everything.
  const change = await fetch(`${address}/control/banks/90010001/depots/demo.example/${contracts[0]?.key}`, {
    method: 'PATCH',
    headers,
    body: '{"cashValue":12345.67}',
  });
  expect(change.status).toBe(200);
  const cash = async () => ((await read(`/${contracts[0]?.key}`)) as Depot).cashValue;
  await seedPracticeBank(address, db.database);
  expect(await cash()).toBe(12345.67);
  await db.owner.query(
    "update installation_settings set setting_value = setting_value || '{\"seed\":2}' where setting_key = 'demo'",
  );
  await seedPracticeBank(address, db.database);
  const state = (await (await fetch(`${address}/control/state`)).json()) as { seededWorld: string };
  expect(state.seededWorld).toContain('"seed": 2');

  // The same database gives the same lines.
  const collect = async () => {
    const lines: string[] = [];
    for await (const line of bankSeedLines(db.database)) lines.push(JSON.stringify(line));
    return lines;
  };
  expect(await collect()).toEqual(await collect());
});

test('it is started again when it dies, and ends when told to', { timeout: 60_000 }, async () => {
  const said: string[] = [];
  const { bank, address } = await start(said);
  await fetch(`${address}/control/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ kind: 'hang', bankId: '1' }),
  });
  const [line = ''] = said;
  expect(line).toContain(address);
  process.kill(await pidOf(address), 'SIGKILL');
  await vi.waitFor(() => expect(said.at(-1)).toContain('starting it again'), soon);
  await vi.waitFor(async () => expect(await answers(address)).toBe(true), soon);
  expect(await (await fetch(`${address}/control/faults`)).json()).toHaveLength(1);
  await bank.stop();
  expect(await answers(address)).toBe(false);
  expect(said).toHaveLength(2);
});

test('a taken port is one sentence, and nothing else happens', { timeout: 60_000 }, async () => {
  const taken = createServer();
  taken.listen(0, '127.0.0.1');
  await once(taken, 'listening');
  onTestFinished(() => void taken.close());
  const place = taken.address();
  const port = typeof place === 'object' && place ? place.port : 0;
  const said: string[] = [];
  const bank = startPracticeBank({
    port,
    dataDirectory: newFolder(),
    say: (line) => said.push(line),
    onReady: async () => {},
  });
  onTestFinished(() => bank.stop());
  await vi.waitFor(() => expect(said).toHaveLength(1), soon);
  expect(said).toEqual([
    `The practice bank does not run: Port ${port} on 127.0.0.1 is taken: end the other program or set BANK_PORT to another one.`,
  ]);
});

test('it does not outlive a starter that is killed', { timeout: 60_000 }, async () => {
  const port = await freePort();
  const address = `http://127.0.0.1:${port}`;
  const starter = spawn(process.execPath, [holder, String(port), newFolder()], { stdio: 'ignore' });
  onTestFinished(() => void starter.kill('SIGKILL'));
  await vi.waitFor(async () => expect(await answers(address)).toBe(true), soon);
  starter.kill('SIGKILL');
  await vi.waitFor(async () => expect(await answers(address)).toBe(false), soon);
});

async function pidOf(address: string): Promise<number> {
  // The bank says its own process id, so that nothing else is ever killed.
  const state = (await (await fetch(`${address}/control/state`)).json()) as { processId: number };
  return state.processId;
}
