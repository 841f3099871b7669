import { expect, it } from 'vitest';
import { KnownGroupReturns } from './group-returns.view.ts';

const january = { from: '2025-01-31', to: '2025-02-28' };
const february = { from: '2025-02-28', to: '2025-03-31' };

it('asks for what nobody has asked for, and tells what was answered by span and group', () => {
  const known = new KnownGroupReturns();
  const first = known.missing([january, february], [1, 2]);
  expect(first).toEqual({ spans: [january, february], groupIds: [1, 2] });
  known.keep(first, [
    { period: 1, peergroup_id: 1, gained: 0.01, fee: 0.5 },
    { period: 2, peergroup_id: 1, gained: -0.02, fee: null },
  ]);
  expect(known.within(january)).toEqual(new Map([[1, { return: 0.01, fee: 0.5 }]]));
  expect(known.within(february)).toEqual(new Map([[1, { return: -0.02, fee: null }]]));

  // A group without prices is known to have none.
  expect(known.missing([january, february], [1, 2])).toEqual({ spans: [], groupIds: [] });
});

it('asks for the spans a further group lacks, and for spans nobody looked at', () => {
  const known = new KnownGroupReturns();
  known.keep({ spans: [january], groupIds: [1] }, [{ period: 1, peergroup_id: 1, gained: 0.01, fee: 0.5 }]);
  const next = known.missing([january, february], [1]);
  expect(next).toEqual({ spans: [february], groupIds: [1] });
  known.keep(next, [{ period: 1, peergroup_id: 1, gained: 0.03, fee: 0.5 }]);
  expect(known.missing([january, february], [1, 3])).toEqual({ spans: [january, february], groupIds: [3] });
  expect(known.within(february).get(1)).toEqual({ return: 0.03, fee: 0.5 });
  expect(known.within({ from: '2024-01-31', to: '2024-02-29' })).toEqual(new Map());
});
