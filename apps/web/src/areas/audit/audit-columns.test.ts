import type { AuthenticatedUser } from '@depotwerk/api/auth';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { useSession } from '../../platform/session.ts';
import { pathOfObject } from './audit-columns.tsx';
import type { AuditRow } from './audit-queries.ts';

const before = useSession.getState();
beforeEach(() => {
  const user = { permissions: ['userManagement.view'] } as unknown as AuthenticatedUser; // only the permissions are read
  useSession.setState({ user });
});
afterEach(() => {
  useSession.setState(before, true);
});

const entry = (objectType: string | null, action = 'roles.edit'): AuditRow => ({
  id: '1',
  occurredAt: '2026-11-20T08:00:00Z',
  actorKind: 'user',
  actorUserId: null,
  actorName: null,
  action,
  objectType,
  objectId: '7',
  groupName: null,
  details: {},
  result: 'done',
  entryHash: '',
});

it('leads to what an entry speaks of, where the reader may open it and it is still there', () => {
  expect(pathOfObject(entry('role'))).toBe('/user-management/roles/7/info');
  expect(pathOfObject(entry('group'))).toBe('/user-management/groups/7/info');
  expect(pathOfObject(entry('customer', 'customers.edit'))).toBeNull();
  expect(pathOfObject(entry('role', 'roles.delete'))).toBeNull();
  expect(pathOfObject(entry('list'))).toBeNull();
  expect(pathOfObject(entry(null))).toBeNull();
});
