// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it } from 'vitest';
import german from '../../../public/assets/i18n/de.json' with { type: 'json' };
import { useSession } from '../../platform/session.ts';
import { aUser } from '../../platform/user-for-test.ts';
import { speaksGerman } from '../../texts/german-for-test.ts';
import { detailsText, pathOfObject } from './audit-columns.tsx';
import type { AuditRow } from './audit-queries.ts';

speaksGerman();

const before = useSession.getState();
beforeEach(() => {
  useSession.setState({ user: aUser({ permissions: ['userManagement.view'] }) });
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

it('says a refusal in words, and a code nobody knows as it is', () => {
  const refused = (code: string) => detailsText({ ...entry(null), details: { code } });
  expect(refused('auth.secondFactorRequired')).toBe(
    `Grund: ${german.errors.auth.secondFactorRequired.title}`,
  );
  expect(refused('old.code')).toBe('Grund: old.code');
});

it('leads to what an entry speaks of, where the reader may open it and it is still there', () => {
  expect(pathOfObject(entry('role'))).toBe('/user-management/roles/7/info');
  expect(pathOfObject(entry('group'))).toBe('/user-management/groups/7/info');
  expect(pathOfObject(entry('customer', 'customers.edit'))).toBeNull();
  expect(pathOfObject(entry('role', 'roles.delete'))).toBeNull();
  expect(pathOfObject(entry('list'))).toBeNull();
  expect(pathOfObject(entry(null))).toBeNull();
});
