import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { workbook, workbookOf } from '../../../test/workbook.ts';
import { fundFileReader } from '../../areas/components/fund-file.ts';
import { AppError } from '../http/app-error.ts';
import { positionFileReader } from '../position-files/position-file.ts';
import { ImportRefused } from '../table-files/import-refused.ts';
import type { FileReader } from './file-reader.ts';
import {
  createFileThreads,
  type FileThreadOptions,
  type FileThreads,
  readFileApart,
  readVisitorFile,
} from './file-threads.ts';

const running: FileThreads[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map((threads) => threads.stop()));
});
const programOf = (path: string) => fileURLToPath(new URL(path, import.meta.url));

function start(options: Partial<FileThreadOptions> = {}): FileThreads {
  const threads = createFileThreads({ program: programOf('../../../test/file-test-worker.ts'), ...options });
  running.push(threads);
  return threads;
}
/** Readers of test/file-test-worker.ts. */
const named = (name: string): FileReader<string> => ({ name, read: () => '' });
const file = (text: string) => ({ bytes: Buffer.from(text), fileName: 'a.txt' });

describe('a file in its thread', () => {
  it('is read, one after the other in the same thread', async () => {
    const threads = start();
    const answers = await Promise.all(['a', 'b', 'c'].map((text) => threads.read(named('echo'), file(text))));
    expect(answers).toEqual(['a 1', 'b 2', 'c 3']);
  });

  it('that takes too long is refused, and the next one read in a new thread', async () => {
    const threads = start({ timeoutMs: 1500 });
    const endless = threads.read(named('endless'), file('x'));
    const next = threads.read(named('echo'), file('y'));
    await expect(endless).rejects.toThrow('zu viel Zeit oder Speicher');
    await expect(next).resolves.toBe('y 1');
  });

  it('that waits for its processor is not refused for that, and what only waits ends all the same', async () => {
    const patient = start({ timeoutMs: 3000 });
    await patient.read(named('echo'), file('begun'));
    // Longer on the clock than it may compute.
    await expect(patient.read(named('waiting'), file('3500'))).resolves.toBe('3500');
    const brief = start({ timeoutMs: 200 });
    await expect(brief.read(named('waiting'), file('600000'))).rejects.toThrow('zu viel Zeit oder Speicher');
  });

  it('that takes too much memory is refused, and the process lives', async () => {
    const threads = start({ memoryMb: 32 });
    await expect(threads.read(named('greedy'), file('x'))).rejects.toBeInstanceOf(ImportRefused);
    await expect(threads.read(named('echo'), file('y'))).resolves.toBe('y 1');
  });

  it('that unpacks to too many bytes, which no heap counts, is refused long before its time', async () => {
    const threads = start({ memoryMb: 64, timeoutMs: 60_000 });
    const before = process.memoryUsage().rss;
    let most = before;
    const timer = setInterval(() => (most = Math.max(most, process.memoryUsage().rss)), 10);
    await expect(threads.read(named('unpacking'), file('x'))).rejects.toThrow('zu viel Zeit oder Speicher');
    clearInterval(timer);
    expect((most - before) / 1024 / 1024).toBeLessThan(600);
    await expect(threads.read(named('echo'), file('y'))).resolves.toBe('y 1');
  });

  it('that breaks its reader or ends its thread is refused', async () => {
    const threads = start();
    await expect(threads.read(named('broken'), file('x'))).rejects.toThrow('unvollständig oder beschädigt');
    await expect(threads.read(named('ending'), file('x'))).rejects.toBeInstanceOf(ImportRefused);
    await expect(threads.read(named('echo'), file('y'))).resolves.toMatch(/^y /);
  });

  it('tells its own reason and code', async () => {
    await expect(start().read(named('refusing'), file('x'))).rejects.toMatchObject({
      message: 'Diese Datei nicht.',
      code: 'common.payloadTooLarge',
    });
  });

  it('waits, and is told to come back when too many wait', async () => {
    const threads = start({ queueLength: 2 });
    const answers = await Promise.allSettled(
      Array.from({ length: 4 }, () => threads.read(named('echo'), file('x'))),
    );
    expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled', 'rejected']);
    expect(answers[3]).toMatchObject({ reason: expect.any(AppError) });
  });

  it('leaves the thread that serves free', async () => {
    const threads = start({ program: programOf('../../file-worker.ts') });
    const isins = Array.from({ length: 20_000 }, () => ['x'.repeat(20), 'IE00BYZK4669', 'y'.repeat(20)]);
    const bytes = await workbook([['Name', 'ISIN', 'Mehr'], ...isins]);
    const ticks = { count: 0 };
    const timer = setInterval(() => (ticks.count += 1), 5);
    await expect(threads.read(fundFileReader, { bytes, fileName: 'a.xlsx' })).rejects.toMatchObject({
      code: 'common.payloadTooLarge',
    });
    clearInterval(timer);
    expect(ticks.count).toBeGreaterThan(3);
  });
});

describe('the thread of the product', () => {
  it('refuses the workbook that ended the server, and goes on', async () => {
    const threads = start({ program: programOf('../../file-worker.ts') });
    const hostile = await workbookOf('<row r="900000000"><c t="str"><v>ISIN</v></c></row>');
    expect(hostile.length).toBeLessThan(2500);
    await expect(threads.read(fundFileReader, { bytes: hostile, fileName: 'a.xlsx' })).rejects.toThrow(
      'Zeile 900.000.000',
    );
    const good = Buffer.from('ISIN\nIE00BYZK4669\n');
    await expect(threads.read(fundFileReader, { bytes: good, fileName: 'a.csv' })).resolves.toMatchObject({
      lines: [{ row: 2, isin: 'IE00BYZK4669' }],
    });
    await expect(threads.read(positionFileReader, file('guten Tag'))).rejects.toThrow('kein Depotauszug');
  });
});

describe('files of visitors', () => {
  it('hold up nobody who signed in, and only so many wait', async () => {
    const rows = Array.from({ length: 20_000 }, (_, k) => [`Fonds ${k}`, 'IE00BYZK4669', 'y'.repeat(20)]);
    const large = { bytes: await workbook([['Name', 'ISIN', 'Mehr'], ...rows]), fileName: 'a.xlsx' };
    const small = { bytes: Buffer.from('Name;ISIN\nFonds;IE00BYZK4669'), fileName: 'a.csv' };
    const ended: string[] = [];
    const visitors = Array.from({ length: 12 }, () =>
      readVisitorFile(fundFileReader, large).catch((error: unknown) => {
        ended.push('visitor');
        return error;
      }),
    );
    await readFileApart(fundFileReader, small);
    const before = ended.length;
    const answers = await Promise.all(visitors);
    expect(before).toBeLessThan(12);
    expect(answers.filter((answer) => answer instanceof AppError)).toHaveLength(1);
  });
});
