import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mergeDrafts } from './merge-drafts.ts';

const draft = fc.record({
  name: fc.constantFrom('A', 'B', 'C'),
  fee: fc.option(fc.constantFrom(1, 2)),
  ids: fc.constantFrom([], [1], [1, 2]),
});

describe('two changes of one object', () => {
  it('are taken together where they touch different members', () => {
    const base = { name: 'A', fee: 1, isInactive: false };
    expect(mergeDrafts(base, { ...base, name: 'B' }, { ...base, fee: 2 })).toEqual({
      draft: { name: 'B', fee: 2, isInactive: false },
      conflicts: [],
      taken: ['fee'],
    });
  });

  it('of the same member are told, and mine stays until somebody chooses', () => {
    const base = { name: 'A', fee: 1 };
    expect(mergeDrafts(base, { name: 'B', fee: 1 }, { name: 'C', fee: 1 })).toEqual({
      draft: { name: 'B', fee: 1 },
      conflicts: ['name'],
      taken: [],
    });
    expect(mergeDrafts(base, { name: 'B', fee: 1 }, { name: 'B', fee: 1 }).conflicts).toEqual([]);
  });

  it('never lose a change of mine, nor one of theirs that I did not touch', () => {
    fc.assert(
      fc.property(draft, draft, draft, (base, mine, theirs) => {
        const merged = mergeDrafts(base, mine, theirs);
        for (const name of ['name', 'fee', 'ids'] as const) {
          const isMine = JSON.stringify(mine[name]) !== JSON.stringify(base[name]);
          expect(merged.draft[name]).toEqual(isMine ? mine[name] : theirs[name]);
        }
      }),
    );
  });
});
