import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type UnitSample, UnitWitness } from './fund-units.ts';

const judge = (kind: UnitSample['kind'], values: readonly number[]) => {
  const witness = new UnitWitness();
  for (const [index, value] of values.entries()) witness.see({ column: 'c', line: index + 2, value, kind });
  return witness.verdict();
};
/** Yearly costs of real funds in decimals: 0.05 % to 3 %. */
const decimals = fc.array(
  fc.integer({ min: 5, max: 300 }).map((points) => points / 10_000),
  {
    minLength: 1,
    maxLength: 60,
  },
);

describe('unit check', () => {
  it('lets every file of plausible decimals pass', () => {
    fc.assert(
      fc.property(decimals, (values) => {
        expect(judge('fundRate', values)).toBeNull();
      }),
    );
  });

  it('refuses the same file in percent', () => {
    fc.assert(
      fc.property(decimals, (values) => {
        const percent = values.map((value) => Math.round(value * 1e6) / 1e4);
        fc.pre(percent.some((value) => value > 0.05));
        fc.pre(percent.toSorted((a, b) => a - b)[Math.floor((percent.length - 1) / 2)] !== 0.05);
        expect(judge('fundRate', percent)).not.toBeNull();
      }),
    );
  });

  it('names the fault with column, line and value', () => {
    expect(judge('fundRate', [0.01, 1.15])).toEqual({
      fault: 'rateOfOneOrMore',
      column: 'c',
      line: 3,
      value: 1.15,
    });
    expect(judge('otherRate', [-1.2])).toMatchObject({ fault: 'rateOfOneOrMore' });
    expect(judge('share', [1, 30])).toMatchObject({ fault: 'shareAboveOne', line: 3 });
    expect(judge('fundRate', [0, 0, 0.2])).toMatchObject({ fault: 'typicalRateTooHigh', line: 4 });
    expect(judge('fundRate', [0.01, 0.02, 0.01, 0.02, 0.2, 0.3, 0.4])).toMatchObject({
      fault: 'severalRatesTooHigh',
      line: 6,
    });
  });

  it('leaves a single high value to its row, and one-off costs alone', () => {
    expect(judge('fundRate', [0.01, 0.02, 0.16])).toBeNull();
    expect(judge('otherRate', [0.05, 0.5, 0.5, 0.5])).toBeNull();
    expect(judge('share', [0, 0.3, 1])).toBeNull();
    expect(judge('fundRate', [])).toBeNull();
  });
});
