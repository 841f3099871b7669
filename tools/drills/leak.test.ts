import { expect, it } from 'vitest';
import { hostileTexts } from './hostile-values.ts';
import { tellsOfInside } from './leak.ts';

it('finds what tells of the inside, and not the names of what is stored', () => {
  for (const inside of [
    'Error: x\n    at Object.read (/app/a.js:1)',
    'node_modules/pg/lib',
    'save-contract.ts:12',
    'select id from funds',
    'relation "pg_class"',
    'syntax error at or near "x"',
    'ERROR: Syntax error',
    '/home/app',
  ])
    expect(tellsOfInside(`{"message":"${inside}"}`)).toBe(true);
  expect(tellsOfInside('{"current":{"name":"Dünenhain Renten Euro Staatsanleihen Select I (thes.)"}}')).toBe(
    false,
  );
  for (const text of hostileTexts) expect(tellsOfInside(JSON.stringify({ name: text }))).toBe(false);
});
