import { describe, expect, it } from 'vitest';
import { valueChange } from './value-change.ts';

const points = (...pairs: [string, number][]) => pairs.map(([x, y]) => ({ x, y }));

describe('value change', () => {
  it('is the growth when nothing was paid in', () => {
    const change = valueChange(
      points(['2025-11-21', 1000], ['2026-11-21', 1100]),
      points(['2025-11-21', 800], ['2026-11-21', 800]),
    );
    expect(change).toEqual({
      gain: 100,
      rate: expect.closeTo(0.1, 12),
      since: '2025-11-21',
      isWholeYear: true,
    });
  });

  it('does not count contributions as a gain', () => {
    const change = valueChange(
      points(['2025-11-21', 1000], ['2026-11-21', 2200]),
      points(['2025-11-21', 1000], ['2026-11-21', 2200]),
    );
    expect(change?.gain).toBe(0);
    expect(change?.rate).toBe(0);
  });

  it('links the periods between valuations, as the analysis and the papers do', () => {
    // 1000 earn 5 %; then 2050 with what came in earn 2150 / 2050 − 1.
    const change = valueChange(
      points(['2025-01-01', 1000], ['2025-07-02', 1050], ['2026-01-01', 2150]),
      points(['2025-01-01', 0], ['2025-07-02', 0], ['2026-01-01', 1000]),
    );
    expect(change?.gain).toBe(150);
    expect(change?.rate).toBeCloseTo(1.05 * (2150 / 2050) - 1, 10);
  });

  it('is no year where the first value is weeks or years old', () => {
    const change = (first: string) =>
      valueChange(points([first, 1000], ['2026-11-26', 990]), points([first, 1000], ['2026-11-26', 1000]));
    expect(change('2026-10-30')).toMatchObject({
      rate: expect.closeTo(-0.01, 12),
      since: '2026-10-30',
      isWholeYear: false,
    });
    expect(change('2025-12-27')?.isWholeYear).toBe(false);
    expect(change('2025-12-26')?.isWholeYear).toBe(true);
    expect(change('2025-10-26')?.isWholeYear).toBe(true);
    expect(change('2025-10-25')).toMatchObject({ since: '2025-10-25', isWholeYear: false });
  });

  it('does not take payments nobody has told of for a gain', () => {
    const value = points(['2025-11-21', 1000], ['2026-11-21', 2200]);
    expect(valueChange(value, [])).toBeUndefined();
    expect(valueChange(value, points(['2025-11-21', 0], ['2026-11-21', 0]))?.gain).toBe(1200);
    expect(valueChange(value, points(['2025-11-21', 0], ['2026-11-21', 1200]))?.gain).toBe(0);
  });

  it('gives no rate of more than everything', () => {
    const lost = (paidLate: number) =>
      valueChange(
        points(['2025-12-31', 1000], ['2026-11-30', 1000 + paidLate], ['2026-12-31', 0]),
        points(['2025-12-31', 0], ['2026-11-30', paidLate], ['2026-12-31', paidLate]),
      );
    expect(lost(0)).toMatchObject({ gain: -1000, rate: -1 });
    expect(lost(500)).toMatchObject({ gain: -1500, rate: -1 });
  });

  it('says nothing without a period, and gives no rate without capital', () => {
    expect(valueChange([], [])).toBeUndefined();
    expect(valueChange(points(['2026-01-01', 5]), [])).toBeUndefined();
    expect(valueChange(points(['2025-01-01', 0], ['2026-01-01', 0]), [])?.rate).toBeNull();
  });
});
