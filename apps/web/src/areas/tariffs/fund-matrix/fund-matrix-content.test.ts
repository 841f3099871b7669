import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contentOfShares, sharesOfContent } from './fund-matrix-content.ts';

describe('fund risk matrix', () => {
  it('keeps rows without a share and comes back as it went in', () => {
    const shares = fc.array(fc.integer({ min: 0, max: 1000 }), { minLength: 6, maxLength: 6 });
    fc.assert(
      fc.property(shares, (tenths) => {
        const draft = {
          securityIds: [907, 12],
          allocationItems: tenths.flatMap((share, index) =>
            share === 0
              ? []
              : [{ riskClassId: (index % 3) + 1, securityId: index < 3 ? 907 : 12, fraction: share / 1000 }],
          ),
        };
        expect(sharesOfContent(contentOfShares(draft, 3))).toEqual(draft);
      }),
    );
  });
});
