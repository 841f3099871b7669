import { expect, it } from 'vitest';
import { knownShare } from './known-share.ts';

it.each([
  [0, 0],
  [1, 1],
  [0.99968, 0.999],
  [0.9968, 0.997],
  [0.0001, 0.001],
  [0.25, 0.25],
])('writes %f as %f', (share, written) => {
  expect(knownShare(share)).toBe(written);
});
