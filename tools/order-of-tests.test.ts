import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { firstJourneys } from './order-of-tests.ts';
import { root } from './runtime.mjs';

it('journeys that begin first are there under these names', () => {
  expect(firstJourneys.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});
