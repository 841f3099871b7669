import fc from 'fast-check';
import { expect, it } from 'vitest';
import { countOwnChanges, noOwnChanges, ownChangesTo, withOwnChanges } from './own-changes.ts';

const sets = fc.array(fc.integer({ min: 0, max: 9 })).map((ids) => new Set(ids));
const sorted = (ids: Iterable<number>) => [...ids].sort((a, b) => a - b);

it('leads to what is ticked on screen, and back to nothing where all is as it was', () => {
  fc.assert(
    fc.property(sets, sets, sets, (stored, first, second) => {
      const changes = ownChangesTo(second, stored, ownChangesTo(first, stored, noOwnChanges));
      expect(sorted(withOwnChanges(stored, changes))).toEqual(sorted(second));
      const back = ownChangesTo(stored, stored, changes);
      expect(countOwnChanges(stored, back)).toEqual({ added: 0, removed: 0 });
    }),
  );
});

it('touches of what others saved meanwhile only the boxes touched here', () => {
  fc.assert(
    fc.property(sets, sets, sets, (stored, shown, meanwhile) => {
      const changes = ownChangesTo(shown, stored, noOwnChanges);
      const saved = withOwnChanges(meanwhile, changes);
      for (let id = 0; id < 10; id++) {
        const isTouched = stored.has(id) !== shown.has(id);
        expect(saved.has(id)).toBe(isTouched ? shown.has(id) : meanwhile.has(id));
      }
    }),
  );
});
