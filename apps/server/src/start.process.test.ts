import { type ChildProcess, spawn } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { freePort, isListening } from '../test/servers.ts';
import { backendsIn, waitUntil } from './platform/embedded-postgres/processes.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const supervisedFile = fileURLToPath(new URL('../test/run-supervised.mjs', import.meta.url));
/** Building the product comes first when sources changed. */
const patience = 150_000;

let directory: string;
let port: number;
const starters: ChildProcess[] = [];

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'depotwerk-test-'));
  port = await freePort();
});
afterEach(async () => {
  for (const starter of starters.splice(0)) if (starter.exitCode === null) starter.kill('SIGTERM');
  await waitUntil(() => backendsIn(join(directory, 'postgres')).length === 0, 20_000);
  rmSync(directory, { recursive: true, force: true });
});

/** `npm start` as systemd and containers call it; `said` collects both outputs. */
function npmStart(): { npm: ChildProcess; said: () => string } {
  const parts: string[] = [];
  const npm = spawn('npm', ['start'], {
    cwd: root,
    env: {
      PATH: process.env['PATH'] ?? '',
      HOME: process.env['HOME'] ?? '',
      DATA_DIR: directory,
      PORT: String(port),
      DEMO: 'off',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  starters.push(npm);
  npm.stdout.on('data', (part: Buffer) => parts.push(part.toString()));
  npm.stderr.on('data', (part: Buffer) => parts.push(part.toString()));
  return { npm, said: () => parts.join('') };
}

const ended = (child: ChildProcess) =>
  child.exitCode === null
    ? new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)))
    : Promise.resolve(child.exitCode);

/** The process that holds the data folder. */
function serverIn(folder: string): number {
  const lock = readdirSync(folder).find((name) => /^instance-\d+\.lock$/.test(name));
  const { pid } = JSON.parse(readFileSync(join(folder, lock ?? ''), 'utf8')) as { pid: number };
  return pid;
}

/** A program that says it runs and dies as it is told, under the supervision of `npm start`. */
function supervised(program: string): { child: ChildProcess; said: () => string } {
  const file = join(directory, 'program.mjs');
  writeFileSync(file, program);
  const parts: string[] = [];
  const child = spawn(process.execPath, [supervisedFile, file], { stdio: ['ignore', 'pipe', 'pipe'] });
  starters.push(child);
  child.stdout.on('data', (part: Buffer) => parts.push(part.toString()));
  child.stderr.on('data', (part: Buffer) => parts.push(part.toString()));
  return { child, said: () => parts.join('') };
}

async function isSilentWithin(milliseconds: number): Promise<boolean> {
  const end = Date.now() + milliseconds;
  while (Date.now() < end) {
    if (!(await isListening(port))) return true;
    await sleep(200);
  }
  return false;
}

describe.skipIf(process.platform === 'win32')('npm start', { timeout: patience }, () => {
  it('ends server and database when npm itself is ended, and starts again with its own keys only', async () => {
    const first = npmStart();
    await waitUntil(
      () => first.said().includes('Depotwerk runs at') || first.npm.exitCode !== null,
      patience,
    );
    expect(first.said()).toContain('Depotwerk runs at');

    // Killed as the system kills what takes too much memory, the server is started again on the same data.
    process.kill(serverIn(directory), 'SIGKILL');
    await waitUntil(() => first.said().split('Depotwerk runs at').length === 3, patience);
    expect(first.said()).toContain('was ended by SIGKILL; it is started again in 1 s');
    expect(await isListening(port)).toBe(true);

    first.npm.kill('SIGTERM');
    await ended(first.npm);
    expect(await isSilentWithin(20_000)).toBe(true);
    const cluster = join(directory, 'postgres');
    // The database takes its file away just before it ends.
    const isGone = () => !existsSync(join(cluster, 'postmaster.pid')) && backendsIn(cluster).length === 0;
    await waitUntil(isGone, 20_000);
    expect(backendsIn(cluster)).toEqual([]);

    const keys = join(directory, 'keys', 'keys.json');
    renameSync(keys, `${keys}.away`);
    const without = npmStart();
    expect(await ended(without.npm)).toBe(1);
    expect(without.said()).toContain(`The key file ${keys} is missing`);
    expect(existsSync(keys)).toBe(false);

    renameSync(`${keys}.away`, keys);
    chmodSync(keys, 0o644);
    const open = npmStart();
    expect(await ended(open.npm)).toBe(1);
    expect(open.said()).toContain(`chmod 600 ${keys}`);
  });

  it('is not tried again where it never ran or was meant to end, and as often as it dies', async () => {
    const refused = supervised('console.log("one sentence"); process.exit(1);');
    expect(await ended(refused.child)).toBe(1);
    expect(refused.said()).toBe('one sentence\n');

    const meant = supervised('process.send("running"); setTimeout(() => process.exit(0), 50);');
    expect(await ended(meant.child)).toBe(0);

    // Dies at once eight times, then after a quiet time, then runs.
    const count = join(directory, 'deaths');
    writeFileSync(count, '');
    const dying = supervised(`
      import { appendFileSync, readFileSync } from 'node:fs';
      const deaths = readFileSync(${JSON.stringify(count)}, 'utf8').length;
      appendFileSync(${JSON.stringify(count)}, 'x');
      const die = () => process.kill(process.pid, 'SIGKILL');
      process.send('running', () => {
        if (deaths < 8) die();
        else if (deaths === 8) setTimeout(die, 1800);
        else console.log('well again');
      });
      setInterval(() => {}, 1000);`);
    await waitUntil(() => dying.said().includes('well again'), 30_000);
    expect(dying.said().match(/it is started again/g)).toHaveLength(9);
    expect(dying.said()).toContain('8 times in a row soon after its start');
    expect(dying.said()).not.toContain('9 times in a row');
    dying.child.kill('SIGTERM');
    await ended(dying.child);

    const running = supervised('process.send("running"); console.log("here"); setInterval(() => {}, 1000);');
    await waitUntil(() => running.said().includes('here'), 10_000);
    running.child.kill('SIGTERM');
    await ended(running.child);
    expect(running.said()).toBe('here\n');
  });
});
