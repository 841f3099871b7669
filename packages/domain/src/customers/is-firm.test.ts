import { expect, it } from 'vitest';
import { isFirm } from './is-firm.ts';

it('is a firm by its name alone, and no person who works for one or has no first name', () => {
  const of = (firstName: string, lastName: string, companyName: string | null) =>
    isFirm({ firstName, lastName, companyName });
  expect(of('', 'Hof GmbH', 'Hof GmbH')).toBe(true);
  expect(of('', '', 'Hof GmbH ')).toBe(true);
  expect(of('', 'Öztürk', 'Hof GmbH')).toBe(false);
  expect(of('Ece', 'Öztürk', 'Hof GmbH')).toBe(false);
  expect(of('', 'Öztürk', '')).toBe(false);
  expect(of('', 'Öztürk', null)).toBe(false);
});
