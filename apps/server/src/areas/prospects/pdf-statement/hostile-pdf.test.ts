import { fileURLToPath } from 'node:url';
import { deflateSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contentOf, pdfOf, plainStatement } from '../../../../test/statement-pdf.ts';
import { createFileThreads, type FileThreads } from '../../../platform/file-threads/file-threads.ts';
import { holdingFileReader } from '../holding-file.ts';

let threads: FileThreads;
beforeAll(() => {
  // As the product reads files of visitors.
  threads = createFileThreads({
    program: fileURLToPath(new URL('../../../file-worker.ts', import.meta.url)),
    timeoutMs: 20_000,
    memoryMb: 128,
  });
});
afterAll(() => threads.stop());

const read = (bytes: Buffer, fileName = 'auszug.pdf') => threads.read(holdingFileReader, { bytes, fileName });
const good = contentOf(plainStatement);
const expectGood = async () =>
  expect(await read(pdfOf([good]))).toMatchObject({
    holdings: [{ isin: 'IE00BYZK4669', quantity: 10.5, value: 1050 }],
    asked: [],
    statement: { total: 1050, isProved: true },
  });

describe('a PDF that is none of a bank', () => {
  it.each<[string, Buffer, string]>([
    [
      'encrypted',
      pdfOf([good], {
        trailer: `/ID[<00112233445566778899aabbccddeeff><00112233445566778899aabbccddeeff>]/Encrypt<</Filter/Standard/V 1/R 2/P -4/O<${'ab'.repeat(32)}>/U<${'cd'.repeat(32)}>>>`,
      }),
      'mit einem Passwort geschützt',
    ],
    ['without text, as a scan is', pdfOf(['0.5 g 10 10 500 700 re f\n']), 'keinen lesbaren Text'],
    ['of too many pages', pdfOf(Array.from({ length: 61 }, () => good)), 'mehr als 60 Seiten'],
    [
      'of too much text',
      pdfOf([contentOf(Array.from({ length: 60_001 }, () => ({ x: 40, y: 80, text: 'x' })))]),
      'zu viel Text',
    ],
    ['cut off', pdfOf([good]).subarray(0, 400), 'unvollständig oder beschädigt'],
    [
      'of a letter without holdings',
      pdfOf([contentOf([{ x: 40, y: 80, text: 'Sehr geehrte Damen und Herren' }])]),
      'kein Bestand gefunden',
    ],
    ['of another kind', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), 'Datei'],
    ['empty', Buffer.alloc(0), 'leer'],
  ])('%s is refused in words', async (_name, bytes, words) => {
    // Without the thread and its time: a busy machine would refuse it for that.
    await expect(holdingFileReader.read(bytes, 'auszug.pdf')).rejects.toThrow(words);
  });

  it('that wants to run scripts, open pages or files is read and nothing of it done', async () => {
    const script = '<</S/JavaScript/JS(app.alert\\(1\\);while\\(true\\){})>>';
    const bytes = pdfOf([good], {
      catalog: `/OpenAction ${script}/AA<</WC ${script}>>/Names<</JavaScript<</Names[(a) 100 0 R]>>>>`,
      page: `/AA<</O ${script}>>/Annots[<</Type/Annot/Subtype/Link/Rect[0 0 9 9]/A<</S/URI/URI(http://127.0.0.1:9/x)>>>>]`,
      objects: [script],
    });
    expect(await read(bytes)).toMatchObject({ holdings: [{ isin: 'IE00BYZK4669' }] });
  });
});

describe('a hostile PDF', () => {
  const blanks = (megabytes: number) => deflateSync(Buffer.alloc(megabytes * 1024 * 1024, ' '));
  const bomb = (filter: string, bytes: Buffer) => pdfOf([''], { filter: () => ({ filter, bytes }) });
  const form = (number: number) =>
    `<</Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources<</XObject<</A ${number} 0 R>>>>/Length 12>>stream\n/A Do /A Do \nendstream`;
  it.each<[string, () => Buffer]>([
    ['unpacks to 200 MB', () => bomb('/FlateDecode', blanks(200))],
    ['unpacks twice', () => bomb('[/FlateDecode/FlateDecode]', deflateSync(blanks(200)))],
    [
      'has forms in forms without end',
      () =>
        pdfOf(['/A Do\n'], {
          page: '/Resources<</XObject<</A 100 0 R>>>>',
          objects: Array.from({ length: 40 }, (_, index) => form(index === 39 ? 100 : 101 + index)),
        }),
    ],
    [
      'has pages that are their own parents',
      () => Buffer.from(pdfOf([good]).toString('latin1').replace('/Kids[4 0 R]', '/Kids[2 0 R]'), 'latin1'),
    ],
    [
      'says it has a billion pages',
      () => Buffer.from(pdfOf([good]).toString('latin1').replace('/Count 1', '/Count 999999999'), 'latin1'),
    ],
    [
      'nests arrays without end',
      () =>
        Buffer.from(
          pdfOf([good])
            .toString('latin1')
            .replace('/Kids[', `/X ${'['.repeat(400_000)}`),
          'latin1',
        ),
    ],
    [
      'names pieces that are missing',
      () =>
        Buffer.from(
          pdfOf([good]).toString('latin1').replace('/F1 3 0 R', '/F1 77 0 R').replaceAll('Tf', 'Tz'),
          'latin1',
        ),
    ],
  ])(
    'that %s is read or refused within its limits, and the next one is read',
    async (_name, bytes) => {
      const file = bytes();
      const before = process.memoryUsage().rss;
      let most = before;
      const timer = setInterval(() => (most = Math.max(most, process.memoryUsage().rss)), 10);
      const outcome = await read(file).then(
        () => 'read',
        (error: unknown) => (error instanceof Error ? error.name : 'unknown'),
      );
      clearInterval(timer);
      expect(['read', 'ImportRefused']).toContain(outcome);
      expect((most - before) / 1024 / 1024).toBeLessThan(500);
      await expectGood();
    },
    // The 20 s of the reader and its end, on a machine that others work on.
    120_000,
  );
});
