import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { erasureOutlook, type KeptData, keptAreas, retentionEndOf } from './retention.ts';

const day = fc
  .date({ min: new Date('1995-01-01'), max: new Date('2039-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));

describe('retention', () => {
  it('ends ten years after the end of the year', () => {
    expect(retentionEndOf('2016-01-01')).toBe('2026-12-31');
    expect(retentionEndOf('2016-12-31T23:59:59Z')).toBe('2026-12-31');
  });

  it('keeps everything while a contract runs', () => {
    const kept: KeptData[] = [{ area: 'documents', count: 1, until: '2000-12-31' }];
    expect(erasureOutlook(1, kept, '2026-11-22')).toEqual({ state: 'running', until: null, kept: [] });
  });

  it('erases at once what nothing keeps any more, the last day included', () => {
    const contracts = (until: string): KeptData => ({ area: 'contracts', count: 2, until });
    expect(erasureOutlook(0, [contracts('2026-12-31')], '2026-12-31').state).toBe('kept');
    expect(erasureOutlook(0, [contracts('2026-12-31')], '2027-01-01').state).toBe('free');
    expect(erasureOutlook(0, [{ area: 'orders', count: 0, until: null }], '2026-11-22').state).toBe('free');
  });

  it('never ends before the last thing that has to be kept', () => {
    const data = fc.array(
      fc.record({ area: fc.constantFrom(...keptAreas), count: fc.integer({ min: 0, max: 3 }), until: day }),
    );
    fc.assert(
      fc.property(data, day, (all, today) => {
        const { state, until, kept } = erasureOutlook(0, all, today);
        expect(state === 'kept').toBe(kept.length > 0);
        const days = all.filter((one) => one.count > 0 && one.until >= today).map((one) => one.until);
        expect(until).toBe(days.toSorted().at(-1) ?? null);
      }),
    );
  });
});
