import { worthOf } from '@depotwerk/domain/worth';
import { expect, it } from 'vitest';
import { useTestDatabase } from '../../../test/database.ts';

const test = useTestDatabase();

it('a position is worth what the database makes of it, to the cent', async () => {
  const pairs = Array.from({ length: 4000 }, (_, k) => ({
    // Few decimals fall on half a cent often, six are what is stored.
    quantity: ((k * 7919) % 10_007) / (k % 2 === 0 ? 10 : 1e6),
    price: ((k * 104_729) % 99_991) / (k % 2 === 0 ? 100 : 1e4),
  }));
  const { rows } = await test.owner.query<{ worth: number }>(
    `select round(x.quantity * x.price, 2)::float8 as worth
       from rows from (jsonb_to_recordset($1::jsonb) as (quantity numeric, price numeric)) with ordinality as x (quantity, price, n) order by n`,
    [JSON.stringify(pairs)],
  );
  expect(pairs.map(({ quantity, price }) => worthOf(quantity, price))).toEqual(
    rows.map(({ worth }) => worth),
  );
});
