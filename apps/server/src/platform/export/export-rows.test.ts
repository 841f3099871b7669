import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { houseZone } from '../http/client-zone.ts';
import { exportRows } from './export-rows.ts';

interface Watch {
  reading: number;
  most: number;
  batches: number;
}

/** A file of so many rows; what it reads is counted. */
function fileOf(rows: number, watch: Watch): Readable {
  const reply = exportRows<{ id: string }>({
    format: 'csv',
    columns: [{ key: 'id', header: 'Nummer', kind: 'text', value: ({ id }) => id }],
    ids: Array.from({ length: rows }, (_none, index) => String(index)),
    fetch: async (ids) => {
      watch.reading += 1;
      watch.most = Math.max(watch.most, watch.reading);
      await new Promise((done) => setTimeout(done, 1));
      watch.reading -= 1;
      watch.batches += 1;
      return ids.map((id) => ({ id }));
    },
    name: 'Liste',
    zone: houseZone,
    now: new Date('2026-11-20T10:00:00Z'),
  });
  // A file's value is its answer.
  return (reply.value as unknown as { body: Readable }).body;
}

test('files read their rows in turns, whole and in order', async () => {
  const watch = { reading: 0, most: 0, batches: 0 };
  const texts = await Promise.all([1100, 600, 251].map((rows) => text(fileOf(rows, watch))));
  expect(texts.map((file) => file.trim().split('\n').length - 1)).toEqual([1100, 600, 251]);
  expect(texts[0]?.trim().split('\n').at(-1)).toBe('1099');
  expect([watch.most, watch.batches]).toEqual([1, 5 + 3 + 2]);
});

test('whoever takes his file slowly holds nobody up', async () => {
  const watch = { reading: 0, most: 0, batches: 0 };
  const slow = fileOf(100_000, watch);
  slow.read();
  const file = await text(fileOf(600, watch));
  expect(file.trim().split('\n')).toHaveLength(601);
  slow.destroy();
});
