import { expect, it } from 'vitest';
import { randomSource } from '../fixtures/random-source.ts';
import { factorElimination, solveElimination } from './elimination.ts';

const product = (a: readonly number[][], x: ArrayLike<number>) =>
  a.map((row) => row.reduce((sum, value, j) => sum + value * x[j]!, 0));

it('solves what no Cholesky factor fits: indefinite systems with rows decades apart', () => {
  for (let seed = 1; seed <= 200; seed++) {
    const random = randomSource(seed);
    const n = 1 + Math.floor(random() * 12);
    const rows = Array.from({ length: n }, () => {
      const size = 10 ** (-8 * random());
      return Array.from({ length: n }, () => size * (random() - 0.5));
    });
    const x = Array.from({ length: n }, () => random() - 0.5);
    const order = new Int32Array(n);
    const factor = Float64Array.from(rows.flat());
    expect(factorElimination(factor, n, order)).toBe(true);
    const solved = solveElimination(factor, n, order, Float64Array.from(product(rows, x)));
    const left = product(rows, solved).map((value, i) => value - product(rows, x)[i]!);
    left.forEach((value, i) => {
      const size = Math.max(...rows[i]!.map(Math.abs));
      expect(Math.abs(value) / size).toBeLessThan(1e-12 * (1 + Math.max(...solved.map(Math.abs))));
    });
  }
});

it('exchanges rows where the first pivot is 0, and says so where there is none', () => {
  const order = new Int32Array(2);
  const swapped = Float64Array.of(0, 2, 4, 0);
  expect(factorElimination(swapped, 2, order)).toBe(true);
  expect([...solveElimination(swapped, 2, order, Float64Array.of(6, 8))]).toEqual([2, 3]);
  expect(factorElimination(Float64Array.of(1, 2, 2, 4), 2, order)).toBe(false);
  expect(factorElimination(Float64Array.of(1, 2, 0, 0), 2, order)).toBe(false);
});
