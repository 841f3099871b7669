import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { firstTests } from './order-of-tests.ts';
import { root } from './runtime.mjs';

it('tests that begin first are there under these names', () => {
  expect(firstTests.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});
