/** A peer group (or a single fund) that may be saved into. */
export interface SavingsCandidate {
  /** Units it should get; real, all together the units of the plan. */
  readonly target: number;
  /** Units it gets at least if it gets any. */
  readonly least: number;
}

/** A table larger than this is not built: units of a thousandth with very many groups. */
const maximumCells = 2e7;

/**
 * Which candidates are saved into, and how many units each gets, so that the overlap with the target, sum of min(given,
 * target), is the greatest possible; every one chosen gets at least its least. Exact: with K chosen, the overlap that
 * can be reached is min(units - excess(K), target(K)), where the excess is what minimums demand beyond targets, so a
 * table over (units needed, excess) with the greatest target covered answers it (a knapsack in two dimensions).
 *
 * @returns units by candidate, summing to `units`; nothing where not even one candidate's minimum fits
 */
export function chooseSavingsGroups(candidates: readonly SavingsCandidate[], units: number): number[] | null {
  const chosen = choose(candidates, units);
  if (!chosen.some(Boolean)) return null;
  return distribute(candidates, chosen, units);
}

function choose(candidates: readonly SavingsCandidate[], units: number): boolean[] {
  const isNatural = ({ least, target }: SavingsCandidate) => least <= target;
  if (candidates.every(isNatural)) return candidates.map(() => true);
  const greedy = chooseGreedily(candidates, units);
  const reached = overlapOf(candidates, greedy, units);
  // More excess than this cannot beat what is reached already.
  const width = Math.min(units, Math.floor(units - reached + 1e-9)) + 1;
  const n = candidates.length;
  if ((units + 1) * width * n > maximumCells) return greedy;
  const size = (units + 1) * width;
  // The excess counts in whole units, rounded down: exact sums are compared where the table is read.
  const best = new Float64Array(size).fill(-1);
  const excess = new Float64Array(size);
  const took = new Uint8Array(size * n);
  best[0] = 0;
  candidates.forEach(({ target, least }, i) => {
    const over = Math.max(0, least - target);
    for (let cell = size - 1; cell >= 0; cell--) {
      if (best[cell]! < 0) continue;
      const needed = Math.floor(cell / width) + least;
      const sum = excess[cell]! + over;
      const column = Math.floor(sum + 1e-9);
      if (needed > units || column >= width) continue;
      const to = needed * width + column;
      const covered = best[cell]! + target;
      if (covered < best[to]! - 1e-12 || (covered <= best[to]! + 1e-12 && sum >= excess[to]!)) continue;
      if (to === cell) continue;
      best[to] = covered;
      excess[to] = sum;
      took.copyWithin(to * n, cell * n, cell * n + n);
      took[to * n + i] = 1;
    }
  });
  let found = -1;
  let value = reached + 1e-9;
  for (let cell = 0; cell < size; cell++) {
    if (best[cell]! < 0) continue;
    const own = Math.min(units - excess[cell]!, best[cell]!);
    if (own > value) [found, value] = [cell, own];
  }
  return found < 0 ? greedy : candidates.map((_, i) => took[found * n + i] === 1);
}

/** A first answer: all, without the smallest that its minimum is too much for, until the rest fit. */
function chooseGreedily(candidates: readonly SavingsCandidate[], units: number): boolean[] {
  const chosen = candidates.map(({ least }) => least <= units);
  const sum = () => candidates.reduce((all, { least }, i) => all + (chosen[i] ? least : 0), 0);
  const drop = (fits: () => boolean) => {
    while (!fits()) {
      let smallest = -1;
      candidates.forEach(({ target }, i) => {
        if (chosen[i] && (smallest < 0 || target < candidates[smallest]!.target)) smallest = i;
      });
      if (smallest < 0) return;
      chosen[smallest] = false;
    }
  };
  drop(() => sum() <= units);
  for (;;) {
    const reached = overlapOf(candidates, chosen, units);
    const worse = candidates.findIndex((_, i) => {
      if (!chosen[i]) return false;
      const without = chosen.with(i, false);
      return without.some(Boolean) && overlapOf(candidates, without, units) > reached + 1e-9;
    });
    if (worse < 0) return chosen;
    chosen[worse] = false;
  }
}

function overlapOf(candidates: readonly SavingsCandidate[], chosen: readonly boolean[], units: number) {
  let [covered, over] = [0, 0];
  candidates.forEach(({ target, least }, i) => {
    if (!chosen[i]) return;
    covered += target;
    over += Math.max(0, least - target);
  });
  return Math.min(units - over, covered);
}

/** Units one by one to where they raise the overlap most; what is beyond all targets in proportion to these. */
function distribute(candidates: readonly SavingsCandidate[], chosen: readonly boolean[], units: number) {
  const given = candidates.map(({ least }, i) => (chosen[i] ? least : 0));
  let left = units - given.reduce((sum, value) => sum + value, 0);
  for (; left > 0; left--) {
    let best = -1;
    let bestGain = -1;
    let bestRatio = 0;
    candidates.forEach(({ target }, i) => {
      if (!chosen[i]) return;
      const gain = Math.max(0, Math.min(1, target - given[i]!));
      const ratio = target / (given[i]! + 0.5);
      if (gain < bestGain - 1e-9 || (gain <= bestGain + 1e-9 && ratio <= bestRatio)) return;
      [best, bestGain, bestRatio] = [i, gain, ratio];
    });
    if (best < 0) break;
    given[best]! += 1;
  }
  return given;
}
