import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';

const source = resolve(import.meta.dirname, '../apps/web/src');

it('is followed by every component that shows something of it', () => {
  const components = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.tsx'),
  );
  const readOnce = components.filter((name) =>
    /\bwhiteLabel\(\)/.test(readFileSync(join(source, name), 'utf8')),
  );
  expect(components.length).toBeGreaterThan(300);
  // What is read once stays on screen as it was when the appearance of the house changes.
  expect(readOnce).toEqual([]);
});
