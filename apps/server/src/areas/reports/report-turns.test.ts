import { expect, it } from 'vitest';
import { createReportTurns } from './report-turns.ts';

const caller = (tenantId: string, userId = 'anna', { signal } = new AbortController()) => ({
  scope: { tenantId, userId },
  signal,
});

it('lets the reports of a house wait for each other, and those of another one pass', async () => {
  const turns = createReportTurns(1);
  const first = Promise.withResolvers<string>();
  const order: string[] = [];
  const done = (name: string) => async () => void order.push(name);
  const held = turns(caller('a'), () => first.promise);
  const second = turns(caller('a', 'bert'), done('second of a'));
  await turns(caller('b'), done('first of b'));
  expect(order).toEqual(['first of b']);
  first.resolve('');
  await Promise.all([held, second]);
  expect(order).toEqual(['first of b', 'second of a']);
});

it.each([1, 3])('lets nobody wait for all a colleague asked for, of %i at once', async (atOnce) => {
  const turns = createReportTurns(atOnce);
  const first = Promise.withResolvers<void>();
  const order: string[] = [];
  const all = Array.from({ length: 9 }, (_, count) =>
    turns(caller('a'), async () => {
      if (count === 0) await first.promise;
      order.push('anna');
    }),
  );
  all.push(turns(caller('a', 'bert'), async () => void order.push('bert')));
  setTimeout(first.resolve, 5);
  await Promise.all(all);
  expect(order).toHaveLength(10);
  expect(order.indexOf('bert')).toBeLessThanOrEqual(atOnce);
});

it('makes nothing for who has hung up before his turn, and keeps no place for him', async () => {
  const turns = createReportTurns(1);
  const first = Promise.withResolvers<string>();
  const held = turns(caller('a'), () => first.promise);
  const made: string[] = [];
  const hungUp = new AbortController();
  const gone = Array.from({ length: 100 }, (_, count) =>
    turns(caller('a', count % 2 ? 'anna' : 'bert', hungUp), async () => void made.push('gone')),
  );
  const refused = Promise.allSettled(gone);
  hungUp.abort();
  expect(new Set((await refused).map(({ status }) => status))).toEqual(new Set(['rejected']));
  const next = turns(caller('a', 'bert'), async () => void made.push('next'));
  first.resolve('');
  await Promise.all([held, next]);
  expect(made).toEqual(['next']);
});

it('refuses what would wait behind a hundred others', async () => {
  const turns = createReportTurns(1);
  const first = Promise.withResolvers<string>();
  const all = [turns(caller('a'), () => first.promise)];
  await new Promise(setImmediate);
  for (let count = 0; count < 100; count += 1)
    all.push(turns(caller('a', `user ${count % 7}`), async () => ''));
  await expect(turns(caller('a'), async () => '')).rejects.toMatchObject({ code: 'reports.busy' });
  first.resolve('');
  expect(await Promise.all(all)).toHaveLength(101);
});
