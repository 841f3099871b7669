// @vitest-environment happy-dom
import type { EffectiveRights } from '@depotwerk/api/users/effective-rights';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { afterEach, expect, it, vi } from 'vitest';
import { speaksGerman } from '../../texts/german-for-test.ts';
import { renderForTest } from '../../ui/render-for-test.tsx';
import { RightsCard } from './rights-card.tsx';

speaksGerman();
afterEach(() => vi.unstubAllGlobals());

const north = { id: 'n', groupName: 'Nord', isInactive: false };
const hamburg = { id: 'h', groupName: 'Hamburg', isInactive: false };
const rights: EffectiveRights = {
  user: { id: 'u', fullName: 'Berta Berater', roleId: 'r', roleName: 'Berater' },
  customer: { id: 'c', firstName: 'Anna', lastName: 'Müller' },
  contract: null,
  groupPath: [north, hamburg],
  actions: [
    {
      action: 'viewCustomer',
      permissionId: 'customers.view',
      isAllowed: true,
      sources: [{ kind: 'role' }, { kind: 'group', right: 'groupCustomers.view', path: [north, hamburg] }],
      missing: [],
    },
    {
      action: 'editCustomer',
      permissionId: 'customers.edit',
      isAllowed: false,
      sources: [{ kind: 'group', right: 'groupCustomers.view', path: [north, hamburg] }],
      missing: [{ kind: 'role' }],
    },
  ],
};

it('says for each action whether it is allowed, and why or why not', () => {
  vi.stubGlobal('fetch', () => new Promise(() => {}));
  const client = new QueryClient();
  client.setQueryData(['effective-rights', 'u', 'c'], rights);
  const { target } = renderForTest(
    <QueryClientProvider client={client}>
      <RightsCard userId="u" customerId="c" />
    </QueryClientProvider>,
  );
  expect(target.querySelector('h2')?.textContent).toBe('Berta Berater und Anna Müller');
  expect(target.textContent).toContain('Gruppe des Kunden: Nord › Hamburg');
  const [view, edit] = [...target.querySelectorAll('.rights__action')].map((one) => one.textContent);
  expect(view).toContain('Erlaubt');
  expect(view).toContain('gilt auch darunter: Nord › Hamburg');
  expect(edit).toContain('Nicht erlaubt');
  expect(edit).toContain('Der Rolle „Berater“ fehlt die Berechtigung „customers.edit“.');
  expect(edit).not.toContain('gilt auch darunter');
});
