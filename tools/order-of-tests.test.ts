import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { firstTests, patientServerTests } from './order-of-tests.ts';
import { root } from './runtime.mjs';

it('tests that begin first are there under these names', () => {
  expect(firstTests.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});

/** A test's own look at how long something took, or a wait the product gives up. */
const limitOfTime = /performance\.now|Date\.now\(\) -|AbortSignal\.timeout|statement_timeout/;

it('tests of the server that run beside journeys are there and look at no limit of time', () => {
  const found = patientServerTests.map((folder) => {
    const files = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).filter((path) =>
      path.endsWith('.server.test.ts'),
    );
    return {
      folder,
      isThere: files.length > 0,
      impatient: files.filter((path) => limitOfTime.test(readFileSync(join(root, folder, path), 'utf8'))),
    };
  });
  expect(found).toEqual(patientServerTests.map((folder) => ({ folder, isThere: true, impatient: [] })));
});
