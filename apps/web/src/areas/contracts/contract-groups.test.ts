// @vitest-environment happy-dom

import type { ContractListItem } from '@depotwerk/api/contracts/contracts';
import { expect, test } from 'vitest';
import { speaksGerman } from '../../texts/german-for-test.ts';
import { contractGroupNotes } from './contract-groups.ts';

speaksGerman();

const part = (count: number, value: number) => ({ count, value });
const stats = {
  byTariff: [
    { ...part(2, 100), tariffId: 'a', tariffName: 'Zukunft' },
    { ...part(3, 50.5), tariffId: 'b', tariffName: 'Zukunft' },
    { ...part(1, 7), tariffId: 'c', tariffName: 'Rente' },
  ],
  byInsurer: [{ ...part(6, 157.5), insurerId: null, insurerName: null }],
};
// The notes read only what a contract is grouped by.
const contract = { tariff: { id: 'b', name: 'Zukunft' }, insurer: null } as ContractListItem;

test('two tariffs of one name are one group, and its heading counts both', () => {
  expect(contractGroupNotes('tariff.name', stats)?.(contract)).toBe('5 Verträge, 150,50\u00a0€');
  expect(contractGroupNotes('insurer.insurerName', stats)?.(contract)).toBe('6 Verträge, 157,50\u00a0€');
});

test('other groups and missing figures say nothing', () => {
  expect(contractGroupNotes('groupName', stats)).toBeUndefined();
  expect(contractGroupNotes('tariff.name', undefined)).toBeUndefined();
});
