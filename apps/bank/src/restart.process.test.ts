/** The bank as a process: what it answered survives `kill -9`, and it never outlives its starter. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { caller, execution, ndjson, seedLines, sign, signedIn } from '../test/practice-world.ts';

const program = fileURLToPath(new URL('./main.ts', import.meta.url));
const patience = { timeout: 60_000 };

async function freePort(): Promise<number> {
  const probe = createServer();
  probe.listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  return typeof address === 'object' && address ? address.port : 0;
}

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'practice-bank-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Starts the bank and waits for its line. */
async function start(folder: string, port: number): Promise<{ child: ChildProcess; url: string }> {
  const child = spawn(process.execPath, [program], {
    env: { ...process.env, BANK_PORT: String(port), DATA_DIR: folder },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  return { child, url: line.toString().trim() };
}

async function kill(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}

test('what was answered is there after kill -9, over and over', patience, async () => {
  const folder = newFolder();
  const port = await freePort();
  let running = await start(folder, port);
  expect(running.url).toBe(`http://127.0.0.1:${port}`);
  const call = caller(running.url);
  await call('POST', '/control/seed', ndjson(seedLines), { 'content-type': 'application/x-ndjson' });
  const bank = await signedIn({ call });
  for (let round = 1; round <= 5; round += 1) {
    const given = execution(`o-${round}`, {
      orders: [{ ...execution('x').orders[0], quantity: 1, amount: 101.25 }],
    });
    const signingId = await sign(call, bank, given);
    // Killed with the request under way: the client does not know what became of it.
    const sent = bank('POST', '/orders', { ...given, signingId }).catch(() => null);
    if (round % 2 === 0) await sent;
    await kill(running.child);
    await sent;
    running = await start(folder, port);
    const again = await bank('POST', '/orders', { ...given, signingId });
    expect(again.body).toMatchObject({ state: 'executed', clientOrderId: `o-${round}` });
    expect(round % 2 === 0 ? [200] : [200, 201]).toContain(again.status);
    const { body } = await call('GET', `/control/executions?clientOrderId=o-${round}`);
    expect(body).toHaveLength(1);
  }
  expect((await bank('GET', '/depots/QB-1')).body).toMatchObject({
    cashValue: 506.25,
    positions: [{ quantity: 5.123456 }],
  });
});

test('it ends when its starter is gone, and says why it does not start', patience, async () => {
  const folder = newFolder();
  const port = await freePort();
  const { child } = await start(folder, port);
  const second = spawn(process.execPath, [program], {
    env: { ...process.env, BANK_PORT: String(port), DATA_DIR: newFolder() },
    stdio: ['pipe', 'ignore', 'pipe'],
  });
  const said: string[] = [];
  second.stderr.on('data', (part: Buffer) => said.push(part.toString()));
  expect(await once(second, 'exit')).toEqual([1, null]);
  expect(said.join('')).toBe(
    `Port ${port} on 127.0.0.1 is taken: end the other program or set BANK_PORT to another one.\n`,
  );
  const ended = once(child, 'exit');
  child.stdin?.destroy();
  expect(await ended).toEqual([0, null]);
});
