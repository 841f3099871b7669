import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { useTestDatabase } from '../../../../test/database.ts';
import { whatContractsHave } from './erase-rows.ts';

const test = useTestDatabase();

it('counts every table with rows of a contract in the receipt of its erasure', async () => {
  const { rows } = await test.owner.query<{ name: string }>(
    `select c.table_name as name from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
      where c.column_name = 'contract_id' and c.table_schema = 'public' and t.table_type = 'BASE TABLE'`,
  );
  const counted = new Set(whatContractsHave(sql`()`).map(([table]) => table));
  expect(rows.length).toBeGreaterThan(20);
  expect(rows.map(({ name }) => name).filter((name) => !counted.has(name))).toEqual([]);
});
