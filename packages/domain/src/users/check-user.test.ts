import { expect, it } from 'vitest';
import { emptyDraft } from '../master-data/field-table.ts';
import { checkUser } from './check-user.ts';
import { userFields } from './user-fields.ts';

const stored = { ...emptyDraft(userFields), fullName: 'Berta Berg', userName: 'Berta Berg', company: 'Haus' };
const codesOf = (issues: ReturnType<typeof checkUser>) => issues.map(({ path, code }) => [path, code]);

it('judges the mail address of a new person, and one that was changed', () => {
  expect(codesOf(checkUser(stored))).toContainEqual(['userName', 'mailAddress']);
  expect(codesOf(checkUser({ ...stored, userName: 'auch keine' }, stored))).toEqual([
    ['userName', 'mailAddress'],
  ]);
});

it('leaves an old one alone where something else is edited', () => {
  expect(checkUser({ ...stored, company: 'Anderes Haus' }, stored)).toEqual([]);
});
