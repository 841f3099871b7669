import { describe, expect, it } from 'vitest';
import { peerBenchmark } from './peer-benchmark.ts';

describe('what is held beside the medians of its peer groups', () => {
  it('is compared by value: two funds as two accounts of a year', () => {
    const found = peerBenchmark([
      { value: 3000, own: 0.06, median: 0.05 },
      { value: 1000, own: 0.01, median: 0.03 },
    ]);
    const [own, benchmark] = [3000 * 1.06 + 1000 * 1.01, 3000 * 1.05 + 1000 * 1.03];
    expect(found?.own).toBeCloseTo(own / 4000 - 1, 12);
    expect(found?.benchmark).toBeCloseTo(benchmark / 4000 - 1, 12);
    expect(found?.difference).toBeCloseTo((own - benchmark) / 4000, 12);
    expect(found?.coverage).toBe(1);
  });

  it('leaves out what is unknown on either side and says how much is compared', () => {
    const found = peerBenchmark([
      { value: 600, own: 0.06, median: 0.05 },
      { value: 300, own: null, median: 0.2 },
      { value: 100, own: 0.9, median: null },
    ]);
    expect(found).toEqual({
      own: 0.06,
      benchmark: 0.05,
      difference: expect.closeTo(0.01, 12),
      coverage: 0.6,
    });
  });

  it('is none where nothing can be compared', () => {
    expect(peerBenchmark([])).toBeNull();
    expect(peerBenchmark([{ value: 100, own: 0.1, median: null }])).toBeNull();
    expect(peerBenchmark([{ value: 0, own: 0.1, median: 0.1 }])).toBeNull();
  });
});
