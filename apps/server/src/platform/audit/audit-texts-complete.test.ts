import { glob, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { auditAreas } from '@depotwerk/domain/audit-areas';
import { isAuditDetailKnown } from '@depotwerk/domain/audit-detail-texts';
import { auditObjectText } from '@depotwerk/domain/audit-details';
import { auditActionText } from '@depotwerk/domain/audit-texts';
import { beforeAll, expect, it } from 'vitest';

const sources = resolve(import.meta.dirname, '../..');

const texts: string[] = [];
beforeAll(async () => {
  for await (const file of glob('**/*.ts', { cwd: sources }))
    if (!file.endsWith('.test.ts')) texts.push(await readFile(join(sources, file), 'utf8'));
  // A thousand files on a busy machine.
}, 120_000);

it('every action the server writes to the log has words of its own', () => {
  const actions = new Set<string>();
  for (const text of texts) {
    // Also where one of two is chosen: whatever stands between `action:` and the next member.
    for (const [, choice = ''] of text.matchAll(/\baction:([^:]*(?:\?[^:]*:[^:]*)?),\n\s+objectType:/g))
      for (const [, action = ''] of choice.matchAll(/'([a-zA-Z]+\.[a-zA-Z]+)'/g)) actions.add(action);
    for (const [, action = ''] of text.matchAll(/\baction: '([a-zA-Z]+\.[a-zA-Z]+)'/g)) actions.add(action);
  }
  expect(actions.size).toBeGreaterThan(30);
  expect([...actions].filter((action) => auditActionText(action) === action)).toEqual([]);
  // And an area the log can be narrowed to.
  const areas = new Set(auditAreas.map(({ area }) => area));
  expect([...actions].filter((action) => !areas.has(action.split('.')[0] ?? ''))).toEqual([]);
});

it('what an entry speaks of has words of its own, and so has what it says of it', () => {
  const objects = new Set<string>();
  const details = new Set<string>();
  for (const text of texts.filter((one) => /\baction: /.test(one))) {
    for (const [, object = ''] of text.matchAll(/\bobjectType: '(\w+)'/g)) objects.add(object);
    for (const [, members = ''] of text.matchAll(/\bdetails: \{([^{}]*(?:\{[^{}]*\}[^{}]*)*)\}/g))
      for (const [, key = ''] of members.matchAll(/(?:^|[,{])\s*(\w+)(?=\s*(?:[:,}]|$))/g)) details.add(key);
  }
  expect(objects.size).toBeGreaterThan(40);
  expect(details.size).toBeGreaterThan(100);
  expect([...objects].filter((object) => auditObjectText(object) === object)).toEqual([]);
  expect([...details].filter((key) => !isAuditDetailKnown(key))).toEqual([]);
});
