import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { allCalls } from '@depotwerk/api/all-calls';
import type { AuthenticatedUser } from '@depotwerk/api/auth';
import { isOpenWhileViewing } from '@depotwerk/api/call';
import { permissionCodes } from '@depotwerk/domain/permissions';
import { describe, expect, it } from 'vitest';
import { hasPermission, mayChange } from './session.ts';

const source = resolve(import.meta.dirname, '..');
const viewing = { userId: 'somebody', fullName: 'Jürgen Weiß', endsAt: '2026-01-01T00:00:00Z' };
// Only what the rule reads.
const userWith = (permissions: string[], more: object = {}) =>
  ({ permissions, ...more }) as unknown as AuthenticatedUser;

describe('what changes something', () => {
  it('is offered by the permission, and to nobody who looks as somebody else', () => {
    const own = userWith(['customers.create']);
    expect(mayChange(own, 'customers.create')).toBe(true);
    expect(mayChange(own, 'customers.edit')).toBe(false);
    expect(mayChange(own, null)).toBe(true);
    const looking = userWith(['customers.create'], { viewing });
    expect(mayChange(looking, 'customers.create')).toBe(false);
    expect(mayChange(looking, null)).toBe(false);
    expect(hasPermission(looking, 'customers.create')).toBe(true);
  });

  it('asks mayChange: no screen shows by hasPermission what a permission without any reading call opens', () => {
    const reading = new Set<string>(allCalls.filter(isOpenWhileViewing).map(({ access }) => access));
    const changing = permissionCodes.filter(
      (code) => !reading.has(code) && allCalls.some(({ access }) => access === code),
    );
    expect(changing.length).toBeGreaterThan(20);
    const files = globSync('**/*.{ts,tsx}', { cwd: source, exclude: ['**/*.test.*'] });
    expect(files.length).toBeGreaterThan(300);
    const asked = files.flatMap((file) =>
      [
        ...readFileSync(join(source, file), 'utf8').matchAll(/hasPermission\(\s*[\w.]+,\s*'([\w.]+)'/g),
      ].flatMap(([, code]) => (changing.some((one) => one === code) ? [`${file}: ${code}`] : [])),
    );
    expect(asked).toEqual([]);
  });
});
