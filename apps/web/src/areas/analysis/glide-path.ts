import type { ContractAnalysis } from './public/analysis-queries.ts';

type Stage = NonNullable<ContractAnalysis['lifeCycle']>['path'][number];
const figures = ['equityQuota', 'volatility'] as const;

/**
 * Lines that go down in steps from today to the end of the contract, in percent: each stage holds until the next one
 * begins, the last one until the end. A figure that is not known in every stage has no line.
 */
export function glidePath(
  path: readonly Stage[],
  endDate: string,
): { readonly key: (typeof figures)[number]; readonly points: { x: string; y: number }[] }[] {
  const last = path.at(-1);
  // A contract past its end keeps its last stage; there is no way left to draw.
  if (last === undefined || endDate <= last.from) return [];
  return figures.flatMap((key) => {
    const points = path.flatMap((stage, k) => {
      const y = stage[key];
      if (y === null) return [];
      const until = path[k + 1]?.from ?? endDate;
      // Whole: how many decimals are shown decides the picture alone, as the table does, so that both say the same.
      return [stage.from, until].map((x) => ({ x, y: y * 100 }));
    });
    return points.length === 2 * path.length ? [{ key, points }] : [];
  });
}
