import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './runtime.mjs';

test('every choice filled straight from a query says when that query failed', () => {
  const files = globSync('apps/web/src/**/*.tsx', { cwd: root }).filter(
    (file) => !file.endsWith('.test.tsx'),
  );
  expect(files.length).toBeGreaterThan(200);
  const faults = files.flatMap((file) => {
    const source = readFileSync(join(root, file), 'utf8');
    const filled = [...source.matchAll(/(?:options|choices)=\{(?:choicesOf)?\(*(\w+)\.data\b/g)];
    return filled.flatMap(([, name = '']) =>
      [`lookup={${name}}`, `error={${name}.error}`, `<QueryError query={${name}} />`].some((told) =>
        source.includes(told),
      )
        ? []
        : [`${file}: ${name}`],
    );
  });
  expect(faults).toEqual([]);
});
