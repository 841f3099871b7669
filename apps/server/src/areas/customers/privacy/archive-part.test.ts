import { expect, test } from 'vitest';
import { unzip } from '../../../../test/unzip.ts';
import { type PackedSection, writeZip } from '../../../platform/export/zip.ts';
import { pageHead, pageTail } from './archive-page.ts';
import { archivePartWriter, type FilledSection, headOf, packArchive, slicesOf } from './archive-part.ts';
import { section } from './archive-section.ts';

const text = (key: string, count: number, word = 'Wort'): FilledSection => ({
  section: section(key, `Titel ${key}`, 'table', 'from table', [
    ['x.id', 'id', 'Nummer', 'number'],
    ['x.word', 'word', 'Wort'],
  ]),
  rows: Array.from({ length: count }, (_none, id) => JSON.stringify({ id, word: `${word} ${id} & "so"` })),
});

async function archiveOf(sections: readonly FilledSection[]) {
  const asked: number[] = [];
  const write = async (bytes: Buffer): Promise<PackedSection> => {
    asked.push(bytes.length);
    return archivePartWriter.read(bytes, '');
  };
  const timeZone = 'Europe/Berlin';
  const now = new Date('2026-11-20T10:00:00Z');
  const before = pageHead('Anna', sections.map(headOf), now, timeZone);
  const chunks: Buffer[] = [];
  for await (const chunk of writeZip([
    {
      name: 'page',
      packed: packArchive({ form: 'page', before, after: pageTail([]), timeZone }, sections, write),
    },
    {
      name: 'data',
      packed: packArchive({ form: 'data', before: '{"at":1', after: '}', timeZone }, sections, write),
    },
  ]))
    chunks.push(chunk);
  const files = unzip(Buffer.concat(chunks));
  return { asked, page: files.get('page')?.toString() ?? '', data: files.get('data')?.toString() ?? '' };
}

test('an archive in pieces holds each row once, in its order', async () => {
  const { asked, page, data } = await archiveOf([text('none', 0), text('few', 3), text('many', 1001)]);
  // Five pieces with rows and the end, for the page and for the data.
  expect(asked).toHaveLength(12);
  const read = JSON.parse(data) as Record<string, { id: number; word: string }[]>;
  expect(Object.keys(read)).toEqual(['at', 'none', 'few', 'many']);
  expect(read['none']).toEqual([]);
  expect(read['many']?.map(({ id }) => id)).toEqual(Array.from({ length: 1001 }, (_none, id) => id));
  expect(page.match(/<table>/g)).toHaveLength(2);
  expect(page.match(/<\/table>/g)).toHaveLength(2);
  expect(page.match(/<tr><td/g)).toHaveLength(1004);
  expect(page).toContain('<h2 id="none">Titel none</h2><p>Keine Daten gespeichert.</p>');
  expect(page).toContain('<td>Wort 1000 &amp; &quot;so&quot;</td>');
  expect(page.endsWith('</body></html>')).toBe(true);
});

test('one long row is a piece, small sections share one', () => {
  const pieces = [
    ...slicesOf([text('a', 2), text('long', 3, 'x'.repeat(2000)), text('b', 1)], {
      rows: 250,
      letters: 1500,
    }),
  ];
  expect(pieces.map((slices) => slices.map(({ key, rows }) => `${key} ${rows.length}`))).toEqual([
    ['a 2', 'long 1'],
    ['long 1'],
    ['long 1'],
    ['b 1'],
  ]);
});
