import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { useTestDatabase } from '../../../test/database.ts';
import { SecondConnection } from './one-connection.ts';
import { readerIn } from './transaction-reader.ts';

const test = useTestDatabase();
const context = { tenantId: null, userId: null };
const one = { sql: 'select 1 as one', parameters: [] };

it('is all that code may hold: reading, recording and writing past it are refused', async () => {
  const { database } = test;
  await database.system(async () => {
    await expect(database.read(context, one)).rejects.toBeInstanceOf(SecondConnection);
    await expect(database.readMany(context, [one])).rejects.toBeInstanceOf(SecondConnection);
    await expect(database.recording(one).read(context, one)).rejects.toBeInstanceOf(SecondConnection);
    await expect(database.system(async () => 1)).rejects.toBeInstanceOf(SecondConnection);
  });
  expect(await database.system((transaction) => readerIn(transaction).read(context, one))).toEqual([
    { one: 1 },
  ]);
});

it('is free again afterwards, also for what was begun meanwhile', async () => {
  const { database } = test;
  const begun = await database.system(async () => ({
    later: sleep(50).then(() => database.read(context, one)),
  }));
  await expect(database.read(context, one)).resolves.toHaveLength(1);
  await expect(begun.later).resolves.toEqual([{ one: 1 }]);
});
