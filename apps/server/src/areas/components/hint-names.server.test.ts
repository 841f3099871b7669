import { hintTitle } from '@depotwerk/domain/hint-text';
import { expect, it } from 'vitest';
import { contractHouse } from '../../../test/contract-house.ts';

const { test } = contractHouse(() => []);

it('calls a kind of hint as its findings are called', async () => {
  const { rows } = await test.owner.query<{ id: number; name: string; description: string }>(
    `select id, optimization_hint_name as name, optimization_hint_description as description from optimization_hints
      where id <> 22 order by id`,
  );
  const plain = (text: string) => text.replaceAll('\u00a0', ' ');
  // One kind for two findings: a price too old and none at all.
  const titleOf = (id: number) =>
    id === 14 ? 'Kurs veraltet oder fehlend' : plain(hintTitle(`H${String(id).padStart(2, '0')}`));
  expect(rows.map(({ id, name }) => [id, plain(name)])).toEqual(rows.map(({ id }) => [id, titleOf(id)]));
  expect(rows.length).toBeGreaterThan(20);
  expect(rows.filter(({ name, description }) => `${name} ${description}`.includes('Zielallokation'))).toEqual(
    [],
  );
});
