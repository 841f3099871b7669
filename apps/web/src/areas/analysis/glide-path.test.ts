import { describe, expect, it } from 'vitest';
import { stagesOf } from './analysis-figures.ts';
import { glidePath } from './glide-path.ts';

const stage = (from: string, riskClassId: number, equityQuota: number, volatility: number | null) => ({
  from,
  riskClassId,
  equityQuota,
  volatility,
  expectedReturn: 0.03,
});

// A matcher stands where the points have a figure.
const near = (y: number) => expect.closeTo(y, 9) as number;

describe('the way a contract goes down', () => {
  const path = [stage('2026-11-24', 4, 0.8, 0.14), stage('2031-06-15', 2, 0.31249, 0.0625)];

  // 31.249 % is shown as 31.2 %; of 31.25, rounded before, it would be 31.3 %.
  it('holds each stage until the next one and the last one until the end', () => {
    expect(glidePath(path, '2036-06-15')).toEqual([
      {
        key: 'equityQuota',
        points: [
          { x: '2026-11-24', y: 80 },
          { x: '2031-06-15', y: 80 },
          { x: '2031-06-15', y: near(31.249) },
          { x: '2036-06-15', y: near(31.249) },
        ],
      },
      {
        key: 'volatility',
        points: [
          { x: '2026-11-24', y: near(14) },
          { x: '2031-06-15', y: near(14) },
          { x: '2031-06-15', y: 6.25 },
          { x: '2036-06-15', y: 6.25 },
        ],
      },
    ]);
  });

  it('has no line for what is not known, and none past the end', () => {
    const unknown = [path[0] ?? stage('', 1, 0, 0), stage('2031-06-15', 2, 0.3, null)];
    expect(glidePath(unknown, '2036-06-15').map(({ key }) => key)).toEqual(['equityQuota']);
    expect(glidePath(path, '2031-06-15')).toEqual([]);
    expect(glidePath([], '2036-06-15')).toEqual([]);
  });

  it('is followed by the projection from the next stage on, and by none where a figure is not known', () => {
    const lifeCycle = { endDate: '2036-06-15', steps: [], today: '2026-11-24', current: null, next: null };
    expect(stagesOf({ ...lifeCycle, path })).toEqual([
      { from: '2031-06-15', volatility: 0.0625, expectedReturn: 0.03 },
    ]);
    expect(stagesOf({ ...lifeCycle, path: path.slice(0, 1) })).toEqual([]);
    expect(stagesOf({ ...lifeCycle, path: [...path, stage('2035-06-15', 1, 0, null)] })).toBeNull();
    expect(stagesOf(null)).toEqual([]);
  });
});
