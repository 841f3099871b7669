import { expect, it } from 'vitest';
import { nextHintText } from './next-hint-text.ts';

it('says months up to two years, then years, and nothing it does not know', () => {
  expect([null, 0.2, 0.5, 1.4, 1.5, 23.4, 23.5, 125, 127, 400].map(nextHintText)).toEqual([
    'unbekannt',
    'in weniger als einem Monat',
    'in etwa einem Monat',
    'in etwa einem Monat',
    'in etwa 2 Monaten',
    'in etwa 23 Monaten',
    'in etwa 2 Jahren',
    'in etwa 10 Jahren',
    'in mehr als 10 Jahren',
    'in mehr als 10 Jahren',
  ]);
});
