import { describe, expect, it } from 'vitest';
import { marketFixture } from '../fixtures/market-fixture.ts';
import { randomSource } from '../fixtures/random-source.ts';
import { flatten } from '../linear-algebra/matrix.ts';
import { type AllocationInput, allocationTypes, riskMeasures } from './allocation-input.ts';
import { automaticAllocation } from './automatic-allocation.ts';
import { measureOf } from './column-problem.ts';

const market = (rest: Partial<AllocationInput> = {}, seed = 3): AllocationInput => ({
  ...marketFixture(20, randomSource(seed)),
  ...rest,
});
const quotaClasses = [20, 45, 70].map((target, k) => ({ id: `${k + 1}`, target, range: 5 }));
const volatilityClasses = [4, 6, 8].map((target, k) => ({ id: `${k + 1}`, target, range: 1 }));

describe('automatic allocation', { timeout: 60_000 }, () => {
  const cases = riskMeasures.flatMap((measure) => allocationTypes.map((type) => [measure, type] as const));

  it.each(cases)('%s, %s: sums, bounds, caps, positions and bands hold', (measure, type) => {
    const classes =
      measure === 'EQUITY_QUOTA'
        ? quotaClasses
        : volatilityClasses.map((entry) =>
            measure === 'VALUE_AT_RISK' ? { ...entry, target: entry.target * 1.96, range: 2 } : entry,
          );
    const input = market({ measure, type, classes });
    const { columns, frontier } = automaticAllocation(input);
    expect(columns).toHaveLength(3);
    for (const column of columns) {
      const weights = column.units.map((value) => value / input.units);
      expect(column.units.reduce((sum, value) => sum + value, 0)).toBe(1000);
      expect(column.isInBand).toBe(true);
      expect(column.measure).toBeCloseTo(
        measureOf(input.groups, flatten(input.covariance), measure, weights),
        2,
      );
      expect(weights.every((weight, i) => weight <= (input.groups[i]?.upper ?? 0))).toBe(true);
      expect(weights.every((weight) => weight === 0 || weight >= input.minPosition - 0.001)).toBe(true);
      for (const row of input.rows) {
        expect(row.weights.reduce((sum, c, i) => sum + c * (weights[i] ?? 0), 0)).toBeLessThan(
          row.upper + 1e-9,
        );
      }
      expect(column.riskContributions.reduce((sum, value) => sum + value, 0)).toBeCloseTo(1, 9);
    }
    expect(columns[0]?.measure).toBeLessThan(columns[1]?.measure ?? 0);
    expect(
      frontier.every((point, k) => k === 0 || point.expectedReturn >= (frontier[k - 1]?.expectedReturn ?? 0)),
    ).toBe(true);
  });

  it('hits the target exactly before rounding with MAX_RETURN, and has the most return there', () => {
    const input = market({ classes: volatilityClasses, minPosition: 0 });
    const best = automaticAllocation(input).columns[1];
    const cautious = automaticAllocation({ ...input, type: 'MIN_VARIANCE' }).columns[1];
    expect(measureOf(input.groups, flatten(input.covariance), 'VOLATILITY', best?.weights ?? [])).toBeCloseTo(
      6,
      9,
    );
    expect(cautious?.measure).toBeCloseTo(5, 1);
    expect(best?.expectedReturn).toBeGreaterThan(cautious?.expectedReturn ?? 1);
  });

  it('says what range is reachable', () => {
    const input = market({ classes: [{ id: 'wild', target: 60, range: 1 }] });
    expect(() => automaticAllocation(input)).toThrow(
      expect.objectContaining({
        code: 'ALLOC_INFEASIBLE',
        path: 'classes.wild',
        details: expect.objectContaining({ riskClass: 'wild' }),
      }),
    );
    expect(() =>
      automaticAllocation({
        ...input,
        measure: 'EQUITY_QUOTA',
        classes: [{ id: 'x', target: 99, range: 0.1 }],
        groups: input.groups.map((group) => ({ ...group, equityQuota: group.equityQuota / 2 })),
      }),
    ).toThrow(expect.objectContaining({ code: 'ALLOC_INFEASIBLE' }));
  });

  it('gives the other columns where one class cannot be reached', () => {
    for (const type of allocationTypes) {
      const input = market({ type, classes: [...volatilityClasses, { id: 'wild', target: 60, range: 1 }] });
      const { columns, failures, messages } = automaticAllocation(input);
      expect(columns.map(({ riskClass }) => riskClass)).toEqual(['1', '2', '3']);
      expect(failures).toMatchObject([{ riskClass: 'wild', code: 'ALLOC_INFEASIBLE' }]);
      const [{ low, high, nearest } = { low: 0, high: 0, nearest: 0 }] = failures;
      expect([low < 4, high > 8, high < 59, nearest <= high]).toEqual([true, true, true, true]);
      expect(messages).toContainEqual({
        code: 'TA02',
        severity: 2,
        riskClass: 'wild',
        values: { low, high, nearest },
      });
    }
  });

  it.each(riskMeasures)('columns of optimising types pass the optimality conditions (%s)', (measure) => {
    for (const type of allocationTypes) {
      for (let seed = 1; seed <= 5; seed++) {
        const classes = measure === 'EQUITY_QUOTA' ? quotaClasses : volatilityClasses;
        const input = market({ measure, type, classes, checksOptimality: true }, seed);
        const checks = automaticAllocation(input).columns.map(({ optimality }) => optimality);
        const isOptimising = ['MAX_RETURN', 'MIN_VARIANCE', 'MAX_SHARPE', 'BLACK_LITTERMAN'].includes(type);
        expect(checks.every((check) => (check !== undefined) === isOptimising)).toBe(true);
        expect(Math.max(0, ...checks.map((check) => check?.feasibility ?? 0))).toBeLessThan(1e-8);
        expect(Math.max(0, ...checks.map((check) => check?.stationarity ?? 0))).toBeLessThan(1e-7);
      }
    }
  });

  it('finds columns that do not grow and jumps between neighbours', () => {
    const flat = automaticAllocation(market({ classes: [volatilityClasses[2]!, volatilityClasses[2]!] }));
    expect(flat.messages).toMatchObject([{ code: 'TA05', severity: 2, riskClass: '3' }]);
    const jumps = automaticAllocation(
      market({
        classes: [
          { id: 'a', target: 1.5, range: 1 },
          { id: 'b', target: 9, range: 1 },
        ],
      }),
    );
    expect(jumps.messages.some(({ code, severity }) => code === 'SMOOTHNESS' && severity === 0)).toBe(true);
  });
});
