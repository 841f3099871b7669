import { expect, it } from 'vitest';
import { hasPermission, mayChange } from './session.ts';
import { aUser } from './user-for-test.ts';

const viewing = { userId: 'somebody', fullName: 'Jürgen Weiß', endsAt: '2026-01-01T00:00:00Z' };
const userWith = (permissions: string[], more: Parameters<typeof aUser>[0] = {}) =>
  aUser({ permissions, ...more });

it('what changes something is offered by the permission, and to nobody who looks as somebody else', () => {
  const own = userWith(['customers.create']);
  expect(mayChange(own, 'customers.create')).toBe(true);
  expect(mayChange(own, 'customers.edit')).toBe(false);
  expect(mayChange(own, null)).toBe(true);
  const looking = userWith(['customers.create'], { viewing });
  expect(mayChange(looking, 'customers.create')).toBe(false);
  expect(mayChange(looking, null)).toBe(false);
  expect(hasPermission(looking, 'customers.create')).toBe(true);
});
