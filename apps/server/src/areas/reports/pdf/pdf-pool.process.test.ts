import { execFileSync } from 'node:child_process';
import { afterEach, describe, expect, test } from 'vitest';
import { plainPaper } from '../../../../test/plain-paper.ts';
import { createPdfPool, type PdfEngine } from './pdf-pool.ts';

const pools: PdfEngine[] = [];
const pool = (options: Parameters<typeof createPdfPool>[0]) => {
  const made = createPdfPool(options);
  pools.push(made);
  return made;
};
afterEach(() => {
  for (const made of pools.splice(0)) made.stop();
});

/** Process ids of the workers this test started. */
const workers = () =>
  execFileSync('ps', ['-o', 'pid=,args=', '--ppid', String(process.pid)], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line.includes('pdf-worker'))
    .map((line) => Number(line.trim().split(' ')[0]));

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : error);
const outcome = (work: Promise<Uint8Array>) => work.then((pdf) => pdf.byteLength > 1000, codeOf);

describe.skipIf(process.platform === 'win32')('the pool of PDF workers', () => {
  test('refuses what does not fit into its queue and makes the rest', async () => {
    const engine = pool({ size: 1, queueLength: 2 });
    const outcomes = await Promise.all(Array.from({ length: 5 }, () => outcome(engine.render(plainPaper()))));
    expect(outcomes).toEqual([true, true, true, 'reports.busy', 'reports.busy']);
  });

  test('makes what visitors ask for behind everything else, and lets ten of them wait', async () => {
    const engine = pool({ size: 1 });
    const ended: string[] = [];
    const made = (who: string, isVisitor: boolean) =>
      outcome(engine.render(plainPaper(), { isVisitor })).then((result) => {
        if (result === true) ended.push(who);
        return result;
      });
    const visitors = Array.from({ length: 13 }, () => made('visitor', true));
    const adviser = made('adviser', false);
    expect(await adviser).toBe(true);
    // One was at work already.
    expect(ended).toEqual(['visitor', 'adviser']);
    const outcomes = await Promise.all(visitors);
    expect(outcomes.filter((result) => result === true)).toHaveLength(11);
    expect(outcomes.filter((result) => result === 'reports.busy')).toHaveLength(2);
  });

  test('ends a worker that takes too long and starts another', async () => {
    const engine = pool({ size: 1, timeoutMs: 1 });
    expect(await outcome(engine.render(plainPaper()))).toBe('reports.failed');
    const patient = pool({ size: 1 });
    expect(await outcome(patient.render(plainPaper()))).toBe(true);
  });

  test('survives the death of its workers', async () => {
    const engine = pool({ size: 1 });
    expect(await outcome(engine.render(plainPaper()))).toBe(true);
    for (const pid of workers()) process.kill(pid, 'SIGKILL');
    // Whoever is at work when it dies gets an error; the next one gets a new worker.
    await outcome(engine.render(plainPaper()));
    expect(await outcome(engine.render(plainPaper()))).toBe(true);
  });

  test('says that a job cannot be set and goes on', async () => {
    const engine = pool({ size: 1 });
    expect(await outcome(engine.render({ ...plainPaper(), report: '{}' }))).toBe('reports.failed');
    expect(await outcome(engine.render({ ...plainPaper(), report: 'kein JSON' }))).toBe('reports.failed');
    expect(await outcome(engine.render(plainPaper()))).toBe(true);
  });

  test('gives its workers nothing of the server’s environment', async () => {
    process.env['DATABASE_URL'] = 'postgresql://secret';
    const engine = pool({ size: 1 });
    await engine.render(plainPaper());
    const environments = workers().map((pid) =>
      execFileSync('cat', [`/proc/${pid}/environ`], { encoding: 'utf8' }),
    );
    delete process.env['DATABASE_URL'];
    expect(environments).toHaveLength(1);
    expect(environments.join()).not.toContain('secret');
  });

  test('makes none after it is stopped', async () => {
    const engine = pool({ size: 1 });
    engine.stop();
    expect(await outcome(engine.render(plainPaper()))).toBe('reports.busy');
  });
});
