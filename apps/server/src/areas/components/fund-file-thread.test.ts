import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { isinCheckDigit } from '@depotwerk/domain/isin';
import { describe, expect, it } from 'vitest';
import { writeXlsx } from '../../platform/export/xlsx.ts';
import { ImportRefused } from '../../platform/table-files/import-refused.ts';
import { fundFileColumns, readFundFile, TooManyRows } from './fund-file.ts';
import { readFundFileApart } from './fund-file-thread.ts';

const isin = (number: number) => {
  const body = `LU${String(number).padStart(9, '0')}`;
  return `${body}${isinCheckDigit(body)}`;
};
async function* funds(count: number) {
  yield Array.from({ length: count }, (_, k) => ({
    isin: isin(k),
    name: `Ein Fonds mit der Nummer ${k} und einem langen Namen`,
    wkn: null,
    currency: 'EUR',
    rank: 3,
  }));
}
const workbook = (count: number) =>
  buffer(Readable.from(writeXlsx('Fonds', fundFileColumns, funds(count), 'Europe/Berlin')));

describe('a large file of funds', () => {
  it('is read apart with the same result, while others are served', async () => {
    const bytes = await workbook(5000);
    expect(bytes.byteLength).toBeGreaterThan(64 * 1024);
    const ticks = { count: 0 };
    const timer = setInterval(() => (ticks.count += 1), 1);
    const file = await readFundFileApart(bytes, 'fonds.xlsx');
    clearInterval(timer);
    expect(ticks.count).toBeGreaterThan(10);
    expect(file).toEqual(await readFundFile(bytes, 'fonds.xlsx'));
  });

  it('is refused for the same reasons', async () => {
    await expect(readFundFileApart(await workbook(5001), 'x')).rejects.toBeInstanceOf(TooManyRows);
    const text = Buffer.from(`Name\n${'x'.repeat(600_000)}\n`);
    await expect(readFundFileApart(text, 'x')).rejects.toBeInstanceOf(ImportRefused);
  });

  it('waits for nobody: two at once are read, more are told to come back', async () => {
    const bytes = await workbook(3000);
    const answers = await Promise.allSettled([1, 2, 3].map(() => readFundFileApart(bytes, 'x')));
    expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected']);
    await expect(readFundFileApart(bytes, 'x')).resolves.toMatchObject({ duplicates: [] });
  });
});
