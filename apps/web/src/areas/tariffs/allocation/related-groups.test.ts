import { checkRelationships } from '@depotwerk/domain/tariff/check-allocation-component';
import { emptyComponent } from '@depotwerk/domain/tariff/empty-drafts';
import { describe, expect, it } from 'vitest';
import { candidatesFor, moved, relatedOf, withRelated } from './related-groups.ts';

const categories = [
  {
    id: 1,
    peergroupName: 'Aktien',
    peergroups: [
      { id: 11, name: 'Welt' },
      { id: 12, name: 'Europa' },
    ],
  },
  {
    id: 2,
    peergroupName: 'Anleihen',
    peergroups: [
      { id: 21, name: 'Staaten' },
      { id: 22, name: 'Firmen' },
    ],
  },
];
const draft = { ...emptyComponent('allocation'), peergroupIds: [11, 21] };

describe('related groups', () => {
  it('stand in the order of the groups; without any there is no relationship', () => {
    const both = withRelated(withRelated(draft, 21, [22, 12]), 11, [12]);
    expect(both.relationships.map(({ peergroupId }) => peergroupId)).toEqual([11, 21]);
    expect(relatedOf(both, 21)).toEqual([22, 12]);
    expect(checkRelationships(both)).toEqual([]);
    expect(withRelated(both, 11, []).relationships).toEqual([
      { peergroupId: 21, relatedPeergroupIds: [22, 12] },
    ]);
    expect(relatedOf(draft, 11)).toEqual([]);
  });

  it('move by one place and stop at the ends', () => {
    expect(moved([1, 2, 3], 3, -1)).toEqual([1, 3, 2]);
    expect(moved([1, 2, 3], 1, 1)).toEqual([2, 1, 3]);
    expect(moved([1, 2, 3], 1, -1)).toEqual([1, 2, 3]);
    expect(moved([1, 2, 3], 9, 1)).toEqual([1, 2, 3]);
  });

  it('are offered from the own category first, never itself or twice', () => {
    expect(candidatesFor(categories, 21, []).map(({ id }) => id)).toEqual([22, 11, 12]);
    expect(candidatesFor(categories, 21, [22, 12]).map(({ id }) => id)).toEqual([11]);
  });
});
