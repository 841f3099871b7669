import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { validateAuditSearch } from './audit-search.ts';

describe('search of the log', () => {
  it('keeps what the log takes', () => {
    const search = { from: '2026-01-01', to: '2026-02-01', action: 'contracts.read', result: 'refused' };
    expect(validateAuditSearch(search)).toEqual(search);
  });

  it.each([
    { from: '1.1.2026' },
    { action: 'a%b' },
    { action: '.read' },
    { result: 'maybe' },
    { objectId: 'x'.repeat(101) },
  ])('leaves out %j', (raw) => {
    expect(validateAuditSearch(raw)).toEqual({});
  });

  it('takes its own answer again, whatever the address says (property)', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom('from', 'to', 'action', 'result'), fc.string()), (raw) => {
        const once = validateAuditSearch(raw);
        expect(validateAuditSearch({ ...once })).toEqual(once);
      }),
    );
  });
});
