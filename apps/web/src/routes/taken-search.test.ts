import { expect, it } from 'vitest';
import { validateCustomersSearch } from '../areas/customers/customers-search.ts';
import { dialogParams } from '../shell/dialog-params.ts';
import { takenOnly } from './taken-search.ts';

it('keeps from a page what its check does not take, and leaves the dialog above it alone', () => {
  const raw = { search: 'm', groupId: 'x', sort: '-totalValue', dialog: 'fund', fundId: '7' };
  // The router lays what it is given over what stands in the address.
  const seen = { ...raw, ...takenOnly(validateCustomersSearch)(raw) };
  expect(seen).toEqual({ sort: '-totalValue', dialog: 'fund', fundId: '7' });
  expect({ ...raw, ...validateCustomersSearch(raw) }).toHaveProperty('search', 'm');
});

it('leaves every dialog its parameters', () => {
  const raw = Object.fromEntries(dialogParams.map((name) => [name, '7']));
  expect({ ...raw, ...takenOnly(validateCustomersSearch)(raw) }).toEqual(raw);
});
