import { describe, expect, it } from 'vitest';
import { donutSegments } from './donut-geometry.ts';

describe('donut segments', () => {
  it('follow one another and leave a gap', () => {
    const segments = donutSegments([0.5, 0.3, 0.2]);
    expect(segments.map(({ offset }) => offset)).toEqual([0, -50, -80]);
    expect(segments.map(({ length }) => Math.round(length * 10) / 10)).toEqual([49.2, 29.2, 19.2]);
  });

  it('close the ring when there is only one part', () => {
    expect(donutSegments([1])).toEqual([{ length: 100, offset: 0 }]);
    expect(donutSegments([1, 0])[0]?.length).toBe(100);
  });

  it('never have a negative length', () => {
    expect(donutSegments([0.996, 0.004])[1]?.length).toBe(0);
  });
});
