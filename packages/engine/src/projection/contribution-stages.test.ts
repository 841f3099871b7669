import { describe, expect, it } from 'vitest';
import { heldProjection } from '../analysis/held-projection.ts';
import { projectValue } from './project-value.ts';

const risk = { value: 10_000, volatility: 0.14, expectedReturn: 0.055, unknownShare: 0, parts: [] };
const contract = {
  today: '2026-11-29',
  targetDate: '2036-11-29',
  monthlyContribution: 150,
  contributionGrowth: 0.02,
  ongoingCost: 0.009,
  entryCost: 0.03,
  monthlyFee: 0,
};
type Change = { from: string; monthly: number; dynamicRate: number };
const nothing = (from: string): Change => ({ from, monthly: 0, dynamicRate: 0 });

/** What is paid on the last day of each month, by the calendar alone. */
function payments(changes: readonly Change[], from: Partial<typeof contract>): number[] {
  const { monthlyContribution, contributionGrowth } = { ...contract, ...from };
  return Array.from({ length: 120 }, (_, k) => {
    const year = 2026 + Math.floor((11 + k) / 12);
    const month = ((11 + k) % 12) + 1;
    const last = new Date(Date.UTC(year, month, 0)).getUTCDate();
    const day = `${year}-${String(month).padStart(2, '0')}-${String(Math.min(29, last)).padStart(2, '0')}`;
    const index = changes.findLastIndex((change) => change.from <= day);
    const change = changes[index];
    if (!change) return monthlyContribution * (1 + contributionGrowth) ** Math.floor(k / 12);
    // Whole years since its first payment.
    let first = k;
    while (first > 0 && payDay(first - 1) >= change.from) first--;
    return change.monthly * (1 + change.dynamicRate) ** Math.floor((k - first) / 12);
  });
}
function payDay(k: number): string {
  const year = 2026 + Math.floor((11 + k) / 12);
  const month = ((11 + k) % 12) + 1;
  const last = new Date(Date.UTC(year, month, 0)).getUTCDate();
  return `${year}-${String(month).padStart(2, '0')}-${String(Math.min(29, last)).padStart(2, '0')}`;
}

/** Paths by Box and Muller. */
function drawn(paid: readonly number[], fee: number): { mean: number; percentiles: number[] } {
  let state = 11;
  const uniform = () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
  const net = 1 + risk.expectedReturn - contract.ongoingCost;
  const variance = Math.log(1 + (risk.volatility / net) ** 2) / 12;
  const drift = Math.log(net) / 12 - variance / 2;
  const values = Float64Array.from({ length: 40_000 }, () =>
    paid.reduce((value, each) => {
      const normal = Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform());
      return Math.max(0, value * Math.exp(drift + Math.sqrt(variance) * normal) + each * 0.97 - fee);
    }, risk.value),
  ).sort();
  return {
    mean: values.reduce((sum, value) => sum + value, 0) / values.length,
    percentiles: [0.05, 0.25, 0.5, 0.75, 0.95].map((p) => values[Math.floor(p * values.length)] ?? 0),
  };
}

describe('a savings plan that ends, pauses or begins later', { timeout: 60_000 }, () => {
  it.each<[string, Partial<typeof contract>, Change[]]>([
    ['ends after three years', {}, [nothing('2029-12-01')]],
    ['ends on the day of a payment', {}, [nothing('2029-11-29')]],
    [
      'begins in two years',
      { monthlyContribution: 0 },
      [{ from: '2028-12-01', monthly: 200, dynamicRate: 0.03 }],
    ],
    [
      'pauses for two years',
      {},
      [nothing('2027-03-01'), { from: '2029-03-01', monthly: 120, dynamicRate: 0 }],
    ],
    [
      'pauses with a fee that goes on',
      { monthlyFee: 4 },
      [nothing('2028-03-01'), { from: '2031-01-31', monthly: 90, dynamicRate: 0.01 }],
    ],
    ['ends with a fee that goes on', { monthlyFee: 4 }, [nothing('2027-03-01')]],
    [
      'ends where the fee eats up all',
      { monthlyContribution: 300, monthlyFee: 110 },
      [nothing('2028-03-01')],
    ],
  ])('%s: is what is drawn path by path', (_name, from, changes) => {
    const held = heldProjection(risk, { ...contract, ...from, contributionChanges: changes });
    expect(held.obstacle).toBeNull();
    if (held.obstacle !== null) return;
    const last = projectValue(held.input).points.at(-1);
    const paid = payments(changes, from);
    expect(last?.paidIn).toBeCloseTo(
      paid.reduce((sum, each) => sum + each, risk.value),
      1,
    );
    const expected = drawn(paid, from.monthlyFee ?? 0);
    expect(Math.abs((last?.mean ?? 0) / expected.mean - 1)).toBeLessThan(0.02);
    expected.percentiles.forEach((value, k) => {
      expect(Math.abs((last?.percentiles[k] ?? 0) - value)).toBeLessThan(0.025 * value + 1);
    });
  });

  it('without growth and risk is counted by hand', () => {
    const input = {
      startValue: 1000,
      monthlyContribution: 100,
      contributionGrowth: 0,
      months: 24,
      expectedReturn: 0,
      volatility: 0,
      ongoingCost: 0,
      entryCost: 0,
      percentiles: [0.5],
      paths: 0,
      seed: 1,
    };
    const contributionStages = [
      { afterMonth: 3, monthlyContribution: 0, contributionGrowth: 0 },
      { afterMonth: 9, monthlyContribution: 50, contributionGrowth: 0.1 },
    ];
    const withFee = projectValue({ ...input, contributionStages, monthlyFee: 10 });
    expect(withFee.points.at(-1)).toMatchObject({
      paidIn: 2065,
      mean: 2065 - 240,
      percentiles: [2065 - 240],
    });
    // 3 × 100, 12 × 50 and 3 × 55.
    expect(
      projectValue({ ...input, contributionStages }).points.map(({ paidIn, mean }) => [paidIn, mean]),
    ).toEqual([
      [1000, 1000],
      [1450, 1450],
      [2065, 2065],
    ]);
  });
});
