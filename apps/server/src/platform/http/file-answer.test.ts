import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contentDisposition } from './file-answer.ts';

describe('content-disposition', () => {
  it('gives the UTF-8 name and a readable ASCII one', () => {
    expect(contentDisposition('Verträge_20261121.csv')).toBe(
      `attachment; filename="Vertraege_20261121.csv"; filename*=UTF-8''Vertr%C3%A4ge_20261121.csv`,
    );
  });

  it('never lets a name break out of its header, whatever it holds', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (name) => {
        const header = contentDisposition(name);
        expect(header).toMatch(/^attachment; filename="[^"\\\r\n/]+"; filename\*=UTF-8''[A-Za-z0-9%._~!-]*$/);
      }),
      { numRuns: 200, seed: 2 },
    );
  });
});
