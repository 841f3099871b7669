// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { speaksGerman } from '../../texts/german-for-test.ts';
import { renderForTest } from '../../ui/render-for-test.tsx';
import { ClaimMappings } from './claim-mappings.tsx';
import { groupNameQuery, listedGroups, possibleParentsQuery } from './user-queries.ts';

speaksGerman();

const [north, given] = ['11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222'];
const row = {
  id: north,
  groupName: 'Nord',
  groupDescription: '',
  isInactive: false,
  parentGroupId: null,
  customerCount: 0,
  userCount: 0,
  rowVersion: 1,
  level: 0,
  namesAbove: [],
};

/** A mapping that gives a group, in a house with so many of them. */
function mappingIn(total: number) {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  client.setQueryData(possibleParentsQuery(null, undefined, listedGroups).queryKey, {
    rows: [row],
    total,
    isTotalExact: true,
  });
  client.setQueryData(groupNameQuery(given).queryKey, 'Aufgelöst');
  return renderForTest(
    <QueryClientProvider client={client}>
      <ClaimMappings
        mappings={[{ claimValue: 'haus', roleId: null, groupId: given, groupRights: [] }]}
        roles={[]}
        errorOf={() => null}
        onChange={() => {}}
      />
    </QueryClientProvider>,
  ).target;
}

it('chooses from a list where it is short, which keeps the name of a group that is no choice any more', () => {
  const options = [...mappingIn(1).querySelectorAll('option')].map(({ textContent }) => textContent);
  expect(options).toEqual(expect.arrayContaining(['Aufgelöst', 'Nord']));
});

it('searches where a house has more groups than a list holds', () => {
  const page = mappingIn(5000);
  expect([...page.querySelectorAll('option')].map(({ textContent }) => textContent)).not.toContain('Nord');
  expect(page.querySelector('.search-pick__picked')?.textContent).toContain('Aufgelöst');
});
