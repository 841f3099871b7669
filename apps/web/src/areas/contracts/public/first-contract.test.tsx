// @vitest-environment happy-dom
import type { AuthenticatedUser } from '@depotwerk/api/auth/auth';
import { expect, it } from 'vitest';
import german from '../../../../public/assets/i18n/de.json' with { type: 'json' };
import { useSession } from '../../../platform/session.ts';
import { aUser } from '../../../platform/user-for-test.ts';
import { speaksGerman } from '../../../texts/german-for-test.ts';
import { renderForTest } from '../../../ui/render-for-test.tsx';
import { NoGroup, useSeesNoGroup } from './first-contract.tsx';

speaksGerman();

type Part = Partial<Pick<AuthenticatedUser, 'groups' | 'permissions' | 'ownCustomerId'>>;
const List = () => (useSeesNoGroup() ? <NoGroup /> : null);

function shown(part: Part): string {
  useSession.setState({ user: aUser({ permissions: ['customers.view'], ...part }) });
  const page = renderForTest(<List />);
  const text = page.target.textContent;
  page.rerender(null);
  return text;
}

it('says to whom no group lets see anything why her lists are empty, and to nobody else', () => {
  const { noGroup, noGroupHint } = german.contracts;
  expect(shown({})).toBe(noGroup + noGroupHint);
  const groupOf = (...groupRights: string[]) => ({ groups: [{ groupId: 'g', groupRights }] });
  expect(shown(groupOf('groupUsers.manage'))).toBe(noGroup + noGroupHint);
  expect(shown(groupOf('groupCustomers.view'))).toBe('');
  expect(shown(groupOf('groupContracts.view'))).toBe('');
  expect(shown({ permissions: ['customers.view', 'customers.viewWithoutGroup'] })).toBe('');
  expect(shown({ ownCustomerId: 'c' })).toBe('');
});
