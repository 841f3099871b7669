import { fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { answersOn, cleanEnvironment, stopChild } from './children.ts';
import { milliseconds, type Row, report, verdict } from './report.ts';

const limitMs = 3000;
const warmStarts = 5;
const root = resolve(import.meta.dirname, '..');

/** Milliseconds from the start of `npm start`'s script to the first page, on the embedded database. */
async function startOnce(folder: string, port: number): Promise<number> {
  const start = performance.now();
  const child = fork(join(root, 'tools/start.mjs'), {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: { ...cleanEnvironment(), DATA_DIR: folder, PORT: String(port) },
  });
  try {
    await answersOn(port, child, '/');
    return performance.now() - start;
  } finally {
    await stopChild(child);
  }
}

/** Start on an empty folder (database made, migrated, demo world filled) and on one that was used before. */
export async function benchStart(port: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'depotwerk-bench-'));
  try {
    // Builds what is stale, so that only starting is measured.
    const cold = await startOnce(join(folder, 'data'), port).then(() => {
      rmSync(join(folder, 'data'), { recursive: true, force: true });
      return startOnce(join(folder, 'data'), port);
    });
    const warm: number[] = [];
    for (let index = 0; index < warmStarts; index += 1)
      warm.push(await startOnce(join(folder, 'data'), port));
    warm.sort((a, b) => a - b);
    const middle = warm[Math.floor(warm.length / 2)] ?? 0;
    const rows: Row[] = [
      ['cold: empty folder, database made, demo world filled', milliseconds(cold), ''],
      [`warm: median of ${warmStarts}`, milliseconds(middle), verdict(middle <= limitMs)],
      ['warm: slowest', milliseconds(warm.at(-1) ?? 0), ''],
    ];
    report(
      'start',
      'Start until the first page answers',
      `Embedded database, \`node tools/start.mjs\` with everything built. Aim: warm ≤ ${limitMs / 1000} s.`,
      ['start', 'time', 'aim'],
      rows,
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
