// @vitest-environment happy-dom
import type { LiveTopic } from '@depotwerk/domain/live/live-topics';
import type { QueryKey } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { costModelKind } from '../../areas/cost-models/cost-model-kind.ts';
import { managedFundKind } from '../../areas/funds/managed-fund-kind.ts';
import { insurerKind } from '../../areas/insurers/insurer-kind.ts';
import { issuerKind } from '../../areas/issuers/issuer-kind.ts';
import { fundCategoryKind } from '../../areas/peergroups/fund-category-kind.ts';
import { peergroupKind } from '../../areas/peergroups/peergroup-kind.ts';
import { versionKind } from '../../areas/questions/editor/version-kind.ts';
import { tagKind } from '../../areas/tags/tag-kind.ts';
import { componentUsesQuery } from '../../areas/tariffs/component-list/component-queries.ts';
import { componentChoicesQuery } from '../../areas/tariffs/lookup-queries.ts';
import { groupKind } from '../../areas/users/group-kind.ts';
import { roleKind } from '../../areas/users/role-kind.ts';
import { userKind } from '../../areas/users/user-kind.ts';
import { entityKey, listKey } from '../../forms/entity-kind.ts';
import { createChangeRefresher } from './refresh-changed.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** First words of what is asked for again when somebody else changed something of a kind. */
function askedAfter(topic: LiveTopic): unknown[] {
  const asked: unknown[] = [];
  const refresher = createChangeRefresher({
    invalidateQueries: (filter) => {
      asked.push(filter?.queryKey?.[0]);
      return Promise.resolve();
    },
  });
  refresher.take([topic], false);
  vi.runAllTimers();
  refresher.stop();
  return asked;
}

const nobody = () => '';
interface Shown {
  readonly key: string;
  readonly affected: readonly QueryKey[];
}
const kinds: readonly (readonly [LiveTopic, Shown])[] = [
  ['costModels', costModelKind({ insurer: nobody, tariff: nobody })],
  ['fundCategories', fundCategoryKind()],
  ['funds', managedFundKind({ category: nobody, peergroup: nobody })],
  ['groups', groupKind(nobody)],
  ['insurers', insurerKind()],
  ['issuers', issuerKind(nobody)],
  ['peergroups', peergroupKind(nobody)],
  ['questionnaires', versionKind()],
  ['roles', roleKind(null)],
  ['tags', tagKind()],
  ['users', userKind(nobody)],
];

it.each(kinds)('a change of %s by somebody else reaches what an own one reaches', (topic, kind) => {
  const asked = askedAfter(topic);
  for (const key of [listKey(kind.key), entityKey(kind, 1), ...kind.affected])
    expect(asked).toContain(key[0]);
});

it('a component somebody else saved shows in the list of components and where one is chosen', () => {
  const asked = askedAfter('tariffComponents');
  for (const { queryKey } of [componentUsesQuery('risk', 'c'), componentChoicesQuery('risk')])
    expect(asked).toContain(queryKey[0]);
});
