import { describe, expect, it } from 'vitest';
import { LinearProgram, type ProgramSolver, programSolver } from '../fixtures/linear-program.ts';
import { randomSource } from '../fixtures/random-source.ts';
import { fundsOf, overlapPlanned, type SavedFund, sumOf } from '../fixtures/savings-fixture.ts';

describe('the best savings plan under minimum rates, judged by HiGHS', { timeout: 60_000 }, () => {
  it('is found in whole percent and tenths of it', async () => {
    const solve = await programSolver();
    let bound = 0;
    for (let seed = 1; seed <= 60; seed++) {
      const random = randomSource(seed);
      const [groups, units, rate] = [
        3 + Math.floor(random() * 12),
        seed % 2 === 0 ? 100 : 1000,
        50 + 10 * seed,
      ];
      const funds = fundsOf(
        Array.from({ length: groups + Math.floor(random() * groups) }, (_, k) => ({
          group: k % groups,
          weight: 0.05 + random() ** 2,
          minimum: [10, 25, 50, 100][Math.floor(random() * 4)]!,
        })),
      );
      const best = bestByProgramme(solve, funds, rate, units);
      if (best < 0.9) bound += 1;
      // HiGHS stops within a thousandth of the best it could still find.
      const own = overlapPlanned(funds, rate, units);
      expect({ seed, isBest: own > best - 1e-6 && own < 1.002 * best }).toEqual({ seed, isBest: true });
    }
    expect(bound).toBeGreaterThan(15);
  });
});

/** The same by a mixed-integer programme. */
function bestByProgramme(
  solve: ProgramSolver,
  funds: readonly SavedFund[],
  rate: number,
  units: number,
): number {
  const program = new LinearProgram();
  const groups = [...new Set(funds.map(({ group }) => group))];
  for (const { isin, minimum } of funds) {
    const least = Math.ceil((minimum * units) / rate - 1e-9);
    program.whole(isin, units);
    program.binary(`z${isin}`);
    program.atLeast(
      [
        [isin, 1],
        [`z${isin}`, -least],
      ],
      0,
    );
    program.atMost(
      [
        [isin, 1],
        [`z${isin}`, -units],
      ],
      0,
    );
  }
  for (const group of groups) {
    const own = funds.filter((fund) => fund.group === group);
    program.variable(`m${group}`, 0, units * sumOf(own.map(({ weight }) => weight)));
    program.atMost([[`m${group}`, 1], ...own.map(({ isin }) => [isin, -1] as const)], 0);
  }
  const all = funds.map(({ isin }) => [isin, 1] as const);
  program.atMost(all, units);
  program.atLeast(all, units);
  program.objective = groups.map((group) => [`m${group}`, -1] as const);
  const found = solve(program);
  if (!found) throw new Error('HiGHS gave up.');
  return -found.objective / units;
}
