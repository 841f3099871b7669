import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { allCalls } from '@depotwerk/api/all-calls';
import { isOpenWhileViewing } from '@depotwerk/api/call';
import { permissionCodes } from '@depotwerk/domain/permissions';
import { expect, it } from 'vitest';
import { root } from './runtime.mjs';

it('no screen asks hasPermission for a permission that opens no reading call: what changes something asks mayChange', () => {
  const reading = new Set<string>(allCalls.filter(isOpenWhileViewing).map(({ access }) => access));
  const changing = permissionCodes.filter(
    (code) => !reading.has(code) && allCalls.some(({ access }) => access === code),
  );
  expect(changing.length).toBeGreaterThan(20);
  const files = globSync('apps/web/src/**/*.{ts,tsx}', { cwd: root }).filter(
    (file) => !/\.test\./.test(file),
  );
  expect(files.length).toBeGreaterThan(300);
  const asked = files.flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(/hasPermission\(\s*[\w.]+,\s*'([\w.]+)'/g)].flatMap(
      ([, code]) => (changing.some((one) => one === code) ? [`${file}: ${code}`] : []),
    ),
  );
  expect(asked).toEqual([]);
});
