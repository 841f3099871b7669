import { afterEach, beforeEach, expect, it } from 'vitest';
import { useSession } from '../../platform/session.ts';
import { pathOfObject } from './audit-columns.tsx';
import type { AuditRow } from './audit-queries.ts';

const before = useSession.getState();
beforeEach(() => {
  useSession.setState({ user: { permissions: ['userManagement.view'] } as never });
});
afterEach(() => {
  useSession.setState(before, true);
});

const entry = (objectType: string | null, action = 'roles.edit') =>
  ({ id: 1, action, objectType, objectId: '7' }) as AuditRow;

it('leads to what an entry speaks of, where the reader may open it and it is still there', () => {
  expect(pathOfObject(entry('role'))).toBe('/user-management/roles/7/info');
  expect(pathOfObject(entry('group'))).toBe('/user-management/groups/7/info');
  expect(pathOfObject(entry('customer', 'customers.edit'))).toBeNull();
  expect(pathOfObject(entry('role', 'roles.delete'))).toBeNull();
  expect(pathOfObject(entry('list'))).toBeNull();
  expect(pathOfObject(entry(null))).toBeNull();
});
