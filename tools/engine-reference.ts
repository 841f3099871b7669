import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { answerRequest } from './engine.ts';

/*
 * Published answers nobody of this project wrote. The folder stands beside the repository (or REFERENCE_DIR); without
 * it every case is reported as skipped.
 */
export const folder = join(
  process.env['REFERENCE_DIR'] ?? resolve(import.meta.dirname, '../../shared/reference'),
  'open',
);
export const isPresent = existsSync(folder);

// Reference files and answers are JSON of many shapes; a test reads what it needs and fails if it is not there.
// oxlint-disable-next-line typescript/no-explicit-any
export type Json = any;

export const load = (id: string): Json => JSON.parse(readFileSync(join(folder, `${id}.json`), 'utf8'));

export async function run(operation: string, input: unknown): Promise<Json> {
  const { answer } = await answerRequest(JSON.stringify({ operation, input }));
  const { result, error } = answer as { readonly result?: Json; readonly error?: Json };
  if (error) throw new Error(`${error.code}: ${error.message}`);
  return result;
}

export const distance = (actual: readonly number[], expected: readonly number[]) =>
  actual.length === expected.length
    ? Math.max(...actual.map((value, i) => Math.abs(value - (expected[i] ?? Number.NaN))))
    : Number.NaN;
export const relative = (actual: number, expected: number) => Math.abs(actual / expected - 1);

export const frontierInput = (input: Json) => ({
  expectedReturns: input.mu,
  covariance: input.cov,
  lowerBounds: input.lb,
  upperBounds: input.ub,
});

export function readCsv(name: string): { assets: string[]; prices: (number | null)[][] } {
  const lines = readFileSync(join(folder, 'data', name), 'utf8')
    .trim()
    .split('\n');
  const cells = lines.map((line) => line.trim().split(',').slice(1));
  return {
    assets: cells[0] ?? [],
    prices: cells.slice(1).map((row) => row.map((cell) => (cell === '' ? null : Number(cell)))),
  };
}

/** The library that printed the answers fills gaps inside a series with the last price. */
export function filledForward(prices: readonly (readonly (number | null)[])[]): (number | null)[][] {
  const last: (number | null)[] = [];
  return prices.map((row) => row.map((price, i) => (last[i] = price ?? last[i] ?? null)));
}
