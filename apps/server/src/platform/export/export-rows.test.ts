import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { AppError } from '../http/app-error.ts';
import { houseZone } from '../http/client-zone.ts';
import { exportRows } from './export-rows.ts';

interface Watch {
  reading: number;
  most: number;
  batches: number;
}

interface Asked {
  readonly person?: string;
  readonly house?: string;
  readonly signal?: AbortSignal;
  readonly fails?: boolean;
}

/** A file of so many rows; what it reads is counted. */
async function fileOf(rows: number, watch: Watch, asked: Asked = {}): Promise<Readable> {
  const { person = 'anna', house = 'nord', signal = new AbortController().signal, fails = false } = asked;
  const actor = {
    kind: 'user' as const,
    userId: person,
    tenantId: house,
    sessionId: 's',
    userName: person,
    fullName: person,
  };
  const reply = await exportRows<{ id: string }>(
    { actor, zone: houseZone, signal },
    {
      format: 'csv',
      columns: [{ key: 'id', header: 'Nummer', kind: 'text', value: ({ id }) => id }],
      readIds: () => Promise.resolve(Array.from({ length: rows }, (_none, index) => String(index))),
      fetch: async (ids) => {
        watch.reading += 1;
        watch.most = Math.max(watch.most, watch.reading);
        await new Promise((done) => setTimeout(done, 1));
        watch.reading -= 1;
        watch.batches += 1;
        if (fails) throw new AppError('common.unavailable');
        return ids.map((id) => ({ id }));
      },
      name: 'Liste',
      now: new Date('2026-11-20T10:00:00Z'),
    },
  );
  // A file's value is its answer.
  return (reply.value as { body: Readable }).body;
}

const watched = (): Watch => ({ reading: 0, most: 0, batches: 0 });

test('files read their rows in turns, whole and in order', async () => {
  const watch = watched();
  const texts = await Promise.all([1100, 600, 251].map(async (rows) => text(await fileOf(rows, watch))));
  expect(texts.map((file) => file.trim().split('\n').length - 1)).toEqual([1100, 600, 251]);
  expect(texts[0]?.trim().split('\n').at(-1)).toBe('1099');
  expect([watch.most, watch.batches]).toEqual([1, 5 + 3 + 2]);
});

test('whoever takes his file slowly holds nobody up', async () => {
  const watch = watched();
  const slow = await fileOf(100_000, watch);
  slow.read();
  const file = await text(await fileOf(600, watch));
  expect(file.trim().split('\n')).toHaveLength(601);
  slow.destroy();
});

test('what fails at once is told before anything is sent, and keeps no place', async () => {
  for (let time = 0; time < 6; time += 1)
    await expect(fileOf(300, watched(), { fails: true })).rejects.toMatchObject({
      code: 'common.unavailable',
    });
  await expect(text(await fileOf(0, watched()))).resolves.toContain('Nummer');
});

test('so many files of a person at once, until he has taken one or hung up', async () => {
  const person = 'berta';
  const open = await Promise.all([1, 2, 3, 4].map(() => fileOf(600, watched(), { person })));
  await expect(fileOf(1, watched(), { person })).rejects.toMatchObject({
    code: 'common.tooManyRequests',
    details: { retryAfter: 5 },
  });
  const other = await fileOf(1, watched(), { person: 'carl' });
  await text(other);
  open[0]?.destroy();
  await new Promise((done) => setTimeout(done, 5));
  await text(await fileOf(1, watched(), { person }));
  for (const file of open) file.destroy();
});

test('so many files of a house at once, and those of others go on', async () => {
  const people = Array.from({ length: 20 }, (_none, index) => `person ${index}`);
  const open = await Promise.all(people.map((person) => fileOf(1, watched(), { person, house: 'süd' })));
  await expect(fileOf(1, watched(), { person: 'one more', house: 'süd' })).rejects.toMatchObject({
    code: 'common.tooManyRequests',
  });
  await text(await fileOf(1, watched()));
  for (const file of open) file.destroy();
});

test('houses take turns: many files of one do not come before the one of another', async () => {
  const many = watched();
  const files = await Promise.all(
    ['a', 'b', 'c', 'd'].map((person) => fileOf(5000, many, { person, house: 'groß' })),
  );
  const all = Promise.all(files.map((file) => text(file)));
  const before = many.batches;
  await text(await fileOf(1000, watched(), { person: 'emil', house: 'klein' }));
  // Its four parts between those of the other house.
  expect(many.batches - before).toBeLessThan(12);
  await all;
});

test('nothing more is read for whoever has hung up', async () => {
  const watch = watched();
  const hangUp = new AbortController();
  const file = await fileOf(5000, watch, { person: 'fritz', signal: hangUp.signal });
  const broken = new Promise((done) => file.once('error', done));
  hangUp.abort();
  file.resume();
  await broken;
  const { batches } = watch;
  await new Promise((done) => setTimeout(done, 20));
  expect(watch.batches).toBe(batches);
  expect(batches).toBeLessThan(3);
});
