import { describe, expect, it } from 'vitest';
import { yearlyRate } from './yearly-rate.ts';

describe('the yearly rate of flows', () => {
  it('is that of what was earned, and unknown below a year, without a change of sign, or without flows', () => {
    const flows = (days: number, end: number) => [
      { day: 0, amount: -1 },
      { day: days, amount: end },
    ];
    expect(yearlyRate(flows(365, 1.1))).toBeCloseTo(0.1, 12);
    expect(yearlyRate([])).toBeNull();
    // From the last Friday of November to that of the next one.
    expect(yearlyRate(flows(364, 1.1))).toBeCloseTo(1.1 ** (365 / 364) - 1, 12);
    expect(yearlyRate(flows(363, 2))).toBeNull();
    expect(yearlyRate(flows(365, -2))).toBeNull();
  });
});
