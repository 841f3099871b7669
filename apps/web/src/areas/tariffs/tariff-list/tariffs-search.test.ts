import { expect, it } from 'vitest';
import { tariffFilterOf, tariffSortOf, validateTariffsSearch } from './tariffs-search.ts';

it('reads what the list takes', () => {
  const search = validateTariffsSearch({
    search: ' Plus ',
    tariffTypeId: '8',
    state: 'submitted',
    isInactive: 'false',
    sort: '-contractCount',
  });
  expect(search).toEqual({
    search: 'Plus',
    tariffTypeId: 8,
    state: 'submitted',
    isInactive: false,
    sort: '-contractCount',
  });
  expect(tariffSortOf(search)).toEqual({ key: 'contractCount', isDescending: true });
  const withDialog = { ...search, dialog: 'copyTariff', tariffId: '1' };
  expect(tariffFilterOf(withDialog)).toEqual({
    search: 'Plus',
    tariffTypeId: 8,
    state: 'submitted',
    isInactive: false,
  });
});

it('leaves out what it does not know', () => {
  const raw = { search: 'x', issuerId: '-3', state: 'superseded', componentId: '1 or 1=1', sort: 'password' };
  expect(validateTariffsSearch(raw)).toEqual({});
  expect(tariffSortOf({})).toEqual({ key: 'name', isDescending: false });
});
