import { expect, it } from 'vitest';
import { worthInCents, worthOf } from './worth.ts';

it.each([
  // Half a cent, which binary fractions put a hair below it.
  [0.5, 2.01, 1.01],
  [1.1, 1.15, 1.27],
  [-0.5, 2.01, -1.01],
  [3, 0.333333, 1],
  [1e6, 5e-7, 0.5],
  [1e21, 1e-21, 0.01 * 100],
  [123_456.789012, 98.765432, 12_193_263.1],
  [0, 17.5, 0],
])('%d units at %d are worth %d', (quantity, price, worth) => {
  expect(worthOf(quantity, price)).toBe(worth);
});

it('whole cents stay what they are', () => {
  for (let cents = 0; cents < 3000; cents += 1) expect(worthInCents(1, cents / 100)).toBe(cents);
});
