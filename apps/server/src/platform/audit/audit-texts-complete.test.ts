import { glob, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { auditActionText } from '@depotwerk/domain/audit-texts';
import { expect, it } from 'vitest';

const sources = resolve(import.meta.dirname, '../..');

it('every action the server writes to the log has words of its own', async () => {
  const actions = new Set<string>();
  for await (const file of glob('**/*.ts', { cwd: sources })) {
    if (file.endsWith('.test.ts')) continue;
    const text = await readFile(join(sources, file), 'utf8');
    // Also where one of two is chosen: whatever stands between `action:` and the next member.
    for (const [, choice = ''] of text.matchAll(/\baction:([^:]*(?:\?[^:]*:[^:]*)?),\n\s+objectType:/g))
      for (const [, action = ''] of choice.matchAll(/'([a-zA-Z]+\.[a-zA-Z]+)'/g)) actions.add(action);
    for (const [, action = ''] of text.matchAll(/\baction: '([a-zA-Z]+\.[a-zA-Z]+)'/g)) actions.add(action);
  }
  expect(actions.size).toBeGreaterThan(30);
  expect([...actions].filter((action) => auditActionText(action) === action)).toEqual([]);
});
