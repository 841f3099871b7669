import { expect, it } from 'vitest';
import { readField } from './read-field.ts';

it.each([
  ['-0.097', { value: '-0.097' }],
  ['-1', { value: '-1' }],
  ['10', { value: '10' }],
  ['-9.7', { code: 'growth' }],
  ['10.1', { code: 'growth' }],
  ['viel', { code: 'number' }],
])('a return a year of %s is taken or refused as what it is', (cell, expected) => {
  expect(readField({ kind: 'growth' }, cell, 'point')).toMatchObject(expected);
});
