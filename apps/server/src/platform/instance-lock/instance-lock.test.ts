import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DataDirectoryInUse, lockDataDirectory, lockHolder } from './instance-lock.ts';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'depotwerk-lock-'));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

const lockModule = JSON.stringify(new URL('./instance-lock.ts', import.meta.url).href);
const contender = `
  const { lockDataDirectory } = await import(${lockModule});
  try { await lockDataDirectory(process.argv[1]); console.log('got'); } catch (error) { console.log(error.name); }
  setInterval(() => {}, 1000);`;

/** Another process that tries to take the folder and then stays alive; what it said, and how to kill it. */
function contend(): { said: Promise<string>; kill: () => Promise<void> } {
  const child = spawn(process.execPath, ['--input-type=module', '-e', contender, directory], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const said = new Promise<string>((resolve) => {
    child.stdout.once('data', (data: Buffer) => resolve(data.toString().trim()));
  });
  const gone = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
  });
  return {
    said,
    kill: async () => {
      child.kill('SIGKILL');
      await gone;
    },
  };
}

describe('lockDataDirectory', () => {
  it('is held until released', async () => {
    const lock = await lockDataDirectory(directory);
    expect(lockHolder(directory)).toBe(process.pid);
    await expect(lockDataDirectory(directory)).rejects.toBeInstanceOf(DataDirectoryInUse);
    lock.release();
    expect(lockHolder(directory)).toBeUndefined();
    expect(readdirSync(directory)).toEqual([]);
  });

  it('tells whoever comes second where a server answers', async () => {
    const lock = await lockDataDirectory(directory, 7951);
    await expect(lockDataDirectory(directory)).rejects.toMatchObject({ port: 7951 });
    lock.release();
    const tool = await lockDataDirectory(directory);
    await expect(lockDataDirectory(directory)).rejects.toMatchObject({ port: null });
    tool.release();
  });

  it('overrules a process that is gone, a stranger with its number, and rubbish', async () => {
    const stale = [
      JSON.stringify({ pid: 4_194_000, start: 'x' }),
      JSON.stringify({ pid: process.pid, start: 'another time' }),
      'rubbish',
    ];
    for (const content of stale) {
      writeFileSync(join(directory, 'instance-7.lock'), content);
      const lock = await lockDataDirectory(directory);
      expect(readdirSync(directory)).toEqual(['instance-8.lock']);
      lock.release();
    }
  });

  it('goes to exactly one of several that start together over the lock of a killed one', async () => {
    const first = contend();
    expect(await first.said).toBe('got');
    const refused = contend();
    expect(await refused.said).toBe('DataDirectoryInUse');
    await refused.kill();
    await first.kill();
    const many = Array.from({ length: 5 }, contend);
    const said = await Promise.all(many.map((one) => one.said));
    await Promise.all(many.map((one) => one.kill()));
    expect(said.sort()).toEqual([
      'DataDirectoryInUse',
      'DataDirectoryInUse',
      'DataDirectoryInUse',
      'DataDirectoryInUse',
      'got',
    ]);
  });
});
