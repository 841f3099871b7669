import { expect, it } from 'vitest';
import { laterPosition, parsePosition, positionText } from './data-position.ts';

it('reads what PostgreSQL writes and writes what it reads', () => {
  for (const text of ['0/0', '0/1', '0/FFFFFFFF', '1/0', '16/B374D848', 'FFFFFFFF/FFFFFFFF'])
    expect(positionText(parsePosition(text) ?? -1n)).toBe(text);
  expect(parsePosition('1/0')).toBe(0x1_0000_0000n);
});

it.each([
  undefined,
  null,
  7,
  '',
  '0',
  '/',
  '0/',
  '/0',
  'g/0',
  '0/0/0',
  '1/123456789',
  ' 0/0',
  '0/0\n',
  ['0/0'],
])('takes %j for no position', (text) => {
  expect(parsePosition(text)).toBeNull();
});

it('knows the later one by number, not by text', () => {
  const [small, large] = [parsePosition('9/FF'), parsePosition('10/1')];
  expect(laterPosition(small, large)).toBe(large);
  expect(laterPosition(large, small)).toBe(large);
  expect(laterPosition(null, small)).toBe(small);
  expect(laterPosition(small, null)).toBe(small);
  expect(laterPosition(null, null)).toBeNull();
});
