/** A peer group (or a single fund) that may be saved into. */
export interface SavingsCandidate {
  /** Units it should get; real, all together the units of the plan. */
  readonly target: number;
  /** Units it gets at least if it gets any. */
  readonly least: number;
}

/** What was chosen. */
interface Chosen {
  readonly candidates: readonly SavingsCandidate[];
  readonly units: number;
  readonly given: readonly number[] | null;
}

/** The last choices: whichever funds of its groups a plan saves into, the groups' parts are often the same. */
const known: Chosen[] = [];
const maximumKnown = 8;

/**
 * Which candidates are saved into, and how many units each gets, so that the overlap with the target, sum of min(given,
 * target), is the greatest possible in whole units; every one chosen gets at least its least. Exact, see `bestSet`.
 *
 * @returns units by candidate, summing to `units`; nothing where not even one candidate's minimum fits
 */
export function chooseSavingsGroups(
  candidates: readonly SavingsCandidate[],
  units: number,
): readonly number[] | null {
  const same = known.find((one) => one.units === units && areSame(one.candidates, candidates));
  if (same) return same.given;
  if (known.length >= maximumKnown) known.shift();
  const given = chosenOf(candidates, units);
  known.push({ candidates, units, given });
  return given;
}

const areSame = (a: readonly SavingsCandidate[], b: readonly SavingsCandidate[]): boolean =>
  a.length === b.length &&
  a.every(({ target, least }, k) => target === b[k]!.target && least === b[k]!.least);

function chosenOf(candidates: readonly SavingsCandidate[], units: number): number[] | null {
  const isNatural = ({ least, target }: SavingsCandidate) => least <= target;
  if (candidates.every(isNatural))
    return distribute(
      candidates,
      candidates.map(() => true),
      units,
    );
  const chosen = bestSet(candidates, units);
  return chosen && distribute(candidates, chosen, units);
}

/**
 * The set of candidates with the greatest overlap; null if none of them fits. Candidate after candidate: `best[u]` is the greatest overlap of the ones
 * so far if together they get u units. A candidate gets none; or between its least and the whole units of its target, each
 * worth a unit; or its target rounded up or more, worth the target. The second is a maximum over a window that moves along
 * with u, the third one over all before it, so the work is in proportion to candidates times units.
 */
function bestSet(candidates: readonly SavingsCandidate[], units: number): boolean[] | null {
  const width = units + 1;
  let best = new Float64Array(width).fill(Number.NEGATIVE_INFINITY);
  let next = new Float64Array(width);
  best[0] = 0;
  // Tables of all candidates together: to make arrays costs more than to fill them.
  const given = new Uint16Array(candidates.length * width);
  const window = new Uint16Array(width);
  candidates.forEach((candidate, i) => {
    next.set(best);
    withCandidate(candidate, best, next, given.subarray(i * width, (i + 1) * width), window);
    [best, next] = [next, best];
  });
  if (!Number.isFinite(best[units]!)) return null;
  const chosen = candidates.map(() => false);
  let left = units;
  for (let i = candidates.length - 1; i >= 0; i--) {
    const own = given[i * width + left]!;
    chosen[i] = own > 0;
    left -= own;
  }
  return chosen;
}

/**
 * The greatest overlaps with one candidate more.
 *
 * @param best those without it, by units
 * @param next a copy of them; becomes those with it
 * @param own zeros; becomes how many of the units it gets
 * @param window scratch memory: places that may still be the greatest of the window, the greatest first
 */
function withCandidate(
  { target, least }: SavingsCandidate,
  best: Float64Array,
  next: Float64Array,
  own: Uint16Array,
  window: Uint16Array,
): void {
  const units = best.length - 1;
  const whole = Math.floor(target + 1e-9);
  const beyond = Math.max(least, Math.ceil(target - 1e-9));
  let [head, tail, highest] = [0, 0, 0];
  for (let u = least; u <= units; u++) {
    if (least <= whole) {
      const entering = u - least;
      const worth = best[entering]! - entering;
      while (tail > head && best[window[tail - 1]!]! - window[tail - 1]! <= worth) tail--;
      window[tail++] = entering;
      if (window[head]! < u - whole) head++;
      const from = window[head]!;
      const value = best[from]! + u - from;
      if (value > next[u]! + 1e-12) {
        next[u] = value;
        own[u] = u - from;
      }
    }
    if (u < beyond) continue;
    if (best[u - beyond]! > best[highest]!) highest = u - beyond;
    const value = best[highest]! + target;
    if (value <= next[u]! + 1e-12) continue;
    next[u] = value;
    own[u] = u - highest;
  }
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
