import { InfeasibleError } from '../engine-error.ts';
import { factorCholesky, solveLower, solveLowerTransposed } from '../linear-algebra/cholesky.ts';
import { type ActiveSet, atLower, atUpper, free } from './active-set.ts';
import type { ScaledProblem } from './problem.ts';

const violationTolerance = 1e-12;
/** A row whose remaining direction is smaller than this part of it (squared) depends on the active ones. */
const dependence = 1e-22;
/** How far an equality that the active rows imply may be missed; twice what the input's bounds may miss the budget. */
const equalityTolerance = 2e-9;

/** Working memory of the dual method: x, active rows with multipliers u, J = L^-T Q and the triangle R. */
interface Work {
  readonly n: number;
  readonly x: Float64Array;
  /** Row-major n x n. */
  readonly j: Float64Array;
  /** Column k holds column k of R, n entries apart. */
  readonly r: Float64Array;
  readonly u: Float64Array;
  readonly active: Int32Array;
  count: number;
  readonly d: Float64Array;
  readonly z: Float64Array;
  readonly step: Float64Array;
}

/*
 * Row ids: i lower bound of asset i; n + i its upper bound; 2n + r lower side of group r; 2n + p + r its upper side;
 * 2n + 2p the budget; 2n + 2p + 1 + i fixes asset i. Equalities are added first and never dropped.
 */

/**
 * min 1/2 w'Sw - lambda mu'w under budget, bounds and group rows by the dual active-set method of
 * Goldfarb & Idnani (Math. Programming 27, 1983). Starts at the unconstrained minimum and adds violated rows,
 * so it needs no feasible start and its active set is linearly independent by construction.
 *
 * @param lambda risk tolerance in the solver's scale; 0 gives minimum variance
 * @throws InfeasibleError naming the row that cannot be met, as far as rounding can tell
 */
export function solveDual(problem: ScaledProblem, lambda: number): ActiveSet {
  const { size: n, groupCount: p, lower, upper, rowLower, rowUpper } = problem;
  const work = startWork(problem, lambda);
  const isActive = new Uint8Array(2 * n + 2 * p);
  for (let i = 0; i < n; i++) {
    if (lower[i] === upper[i]) addEquality(problem, work, 2 * n + 2 * p + 1 + i);
  }
  addEquality(problem, work, 2 * n + 2 * p);
  for (let r = 0; r < p; r++) {
    if (rowLower[r] === rowUpper[r]) addEquality(problem, work, 2 * n + r);
  }
  const equalities = work.count;
  const limit = 60 * (n + p) + 200;
  for (let iteration = 0; ; iteration++) {
    const id = mostViolated(problem, work.x, isActive);
    if (id < 0) break;
    if (iteration > limit) throw contradiction(problem, id);
    addInequality(problem, work, id, equalities, isActive);
  }
  return readActiveSet(problem, work);
}

function startWork(problem: ScaledProblem, lambda: number): Work {
  const n = problem.size;
  const l = Float64Array.from(problem.covariance);
  factorCholesky(l, n, n, 0);
  const j = new Float64Array(n * n);
  // J = L^-T: column k of L^-1 becomes row k of J.
  for (let k = 0; k < n; k++) {
    j[k * n + k] = 1 / l[k * n + k]!;
    for (let i = k + 1; i < n; i++) {
      let sum = 0;
      for (let m = k; m < i; m++) sum -= l[i * n + m]! * j[k * n + m]!;
      j[k * n + i] = sum / l[i * n + i]!;
    }
  }
  const solve = <T extends Float64Array>(vector: T) => {
    solveLower(l, n, vector);
    solveLowerTransposed(l, n, vector);
    return vector;
  };
  // A multiple of ones in the returns changes nothing under the budget; this one starts on sum x = 0, with small numbers.
  const ones = solve(new Float64Array(n).fill(1));
  const sum = (vector: Float64Array) => vector.reduce((total, value) => total + value, 0);
  let x = problem.returns.map((value) => value * lambda);
  if (lambda !== 0) {
    const common = sum(solve(Float64Array.from(x))) / sum(ones);
    x = solve(x.map((value) => value - common));
  }
  const vector = () => new Float64Array(n);
  return {
    n,
    x,
    j,
    r: new Float64Array(n * n),
    u: vector(),
    active: new Int32Array(n),
    count: 0,
    d: vector(),
    z: vector(),
    step: vector(),
  };
}

/** Slack c'x - b of a row; negative if violated. */
function slackOf(problem: ScaledProblem, x: Float64Array, id: number): number {
  const { size: n, groupCount: p, lower, upper, rows, rowLower, rowUpper } = problem;
  if (id < n) return x[id]! - lower[id]!;
  if (id < 2 * n) return upper[id - n]! - x[id - n]!;
  if (id > 2 * n + 2 * p) return x[id - 2 * n - 2 * p - 1]! - lower[id - 2 * n - 2 * p - 1]!;
  let sum = 0;
  if (id === 2 * n + 2 * p) {
    for (let i = 0; i < n; i++) sum += x[i]!;
    return sum - 1;
  }
  const r = (id - 2 * n) % p;
  for (let i = 0; i < n; i++) sum += rows[r * n + i]! * x[i]!;
  return id < 2 * n + p ? sum - rowLower[r]! : rowUpper[r]! - sum;
}

/** d = J'c of a row, times sign. */
function projectRow(problem: ScaledProblem, work: Work, id: number, sign: number): void {
  const { size: n, groupCount: p, rows } = problem;
  const { j, d } = work;
  const projectAsset = (i: number, s: number) => {
    for (let k = 0; k < n; k++) d[k] = s * j[i * n + k]!;
  };
  if (id < n) return projectAsset(id, sign);
  if (id < 2 * n) return projectAsset(id - n, -sign);
  if (id > 2 * n + 2 * p) return projectAsset(id - 2 * n - 2 * p - 1, sign);
  d.fill(0);
  const isBudget = id === 2 * n + 2 * p;
  const r = isBudget ? 0 : (id - 2 * n) % p;
  const s = !isBudget && id >= 2 * n + p ? -sign : sign;
  for (let i = 0; i < n; i++) {
    const c = isBudget ? s : s * rows[r * n + i]!;
    if (c === 0) continue;
    for (let k = 0; k < n; k++) d[k]! += c * j[i * n + k]!;
  }
}

/** z = J2 d2 and step = R^-1 d1; returns ||d2||^2 = c'z, or 0 if the row depends on the active ones. */
function directions(work: Work): number {
  const { n, j, r, d, z, step, count: q } = work;
  let inner = 0;
  let total = 0;
  for (let k = 0; k < q; k++) total += d[k]! * d[k]!;
  for (let k = q; k < n; k++) inner += d[k]! * d[k]!;
  total += inner;
  for (let i = 0; i < n; i++) {
    let sum = 0;
    for (let k = q; k < n; k++) sum += j[i * n + k]! * d[k]!;
    z[i] = sum;
  }
  for (let k = 0; k < q; k++) step[k] = d[k]!;
  for (let k = q - 1; k >= 0; k--) {
    const value = step[k]! / r[k * n + k]!;
    step[k] = value;
    for (let i = 0; i < k; i++) step[i]! -= r[k * n + i]! * value;
  }
  return inner > dependence * total ? inner : 0;
}

/** Adds an equality unless the active rows already imply it. */
function addEquality(problem: ScaledProblem, work: Work, id: number): void {
  const slack = slackOf(problem, work.x, id);
  const sign = slack > 0 ? -1 : 1;
  projectRow(problem, work, id, sign);
  const inner = directions(work);
  if (inner === 0) {
    if (Math.abs(slack) <= equalityTolerance) return;
    throw contradiction(problem, id);
  }
  const t = Math.abs(slack) / inner;
  move(work, t);
  work.u[work.count] = t;
  append(work, id, inner);
}

function addInequality(
  problem: ScaledProblem,
  work: Work,
  id: number,
  equalities: number,
  isActive: Uint8Array,
): void {
  let multiplier = 0;
  for (;;) {
    projectRow(problem, work, id, 1);
    const inner = directions(work);
    const { u, step, active } = work;
    let partial = Number.POSITIVE_INFINITY;
    let leaving = 0;
    for (let k = equalities; k < work.count; k++) {
      if (step[k]! > 1e-14 && u[k]! / step[k]! < partial) {
        partial = u[k]! / step[k]!;
        leaving = k;
      }
    }
    // The row is violated, so a row that depends on the active ones (inner = 0) has an infinite step.
    const full = -slackOf(problem, work.x, id) / inner;
    const t = Math.min(partial, full);
    if (t === Number.POSITIVE_INFINITY) throw contradiction(problem, id);
    if (inner > 0) move(work, t);
    else for (let k = 0; k < work.count; k++) u[k]! -= t * step[k]!;
    multiplier += t;
    if (full <= partial) {
      u[work.count] = multiplier;
      isActive[id] = 1;
      append(work, id, inner);
      return;
    }
    isActive[active[leaving]!] = 0;
    drop(work, leaving);
  }
}

/** x += t z, u -= t step. */
function move(work: Work, t: number): void {
  const { n, x, z, u, step, count } = work;
  for (let i = 0; i < n; i++) x[i]! += t * z[i]!;
  for (let k = 0; k < count; k++) u[k]! -= t * step[k]!;
}

/** Appends the row just projected: a Householder reflection of J2 turns d2 into a multiple of its first axis. */
function append(work: Work, id: number, inner: number): void {
  const { n, j, r, d, z, count: q } = work;
  const norm = Math.sqrt(inner);
  const alpha = d[q]! > 0 ? -norm : norm;
  const head = d[q]! - alpha;
  const beta = 1 / (inner - alpha * d[q]!);
  d[q] = head;
  for (let i = 0; i < n; i++) {
    const row = i * n;
    const factor = beta * (z[i]! - alpha * j[row + q]!);
    for (let k = q; k < n; k++) j[row + k]! -= factor * d[k]!;
  }
  for (let k = 0; k < q; k++) r[q * n + k] = d[k]!;
  r[q * n + q] = alpha;
  work.active[q] = id;
  work.count = q + 1;
}

/** Drops active row `at`; Givens rotations restore the triangle. */
function drop(work: Work, at: number): void {
  const { n, j, r, u, active } = work;
  const last = work.count - 1;
  for (let k = at; k < last; k++) {
    active[k] = active[k + 1]!;
    u[k] = u[k + 1]!;
    for (let i = 0; i <= k + 1; i++) r[k * n + i] = r[(k + 1) * n + i]!;
  }
  work.count = last;
  for (let k = at; k < last; k++) {
    const a = r[k * n + k]!;
    const b = r[k * n + k + 1]!;
    if (b === 0) continue;
    const h = Math.sqrt(a * a + b * b);
    const c = a / h;
    const s = b / h;
    for (let column = k; column < last; column++) {
      const top = r[column * n + k]!;
      const bottom = r[column * n + k + 1]!;
      r[column * n + k] = c * top + s * bottom;
      r[column * n + k + 1] = c * bottom - s * top;
    }
    for (let i = 0; i < n; i++) {
      const left = j[i * n + k]!;
      const right = j[i * n + k + 1]!;
      j[i * n + k] = c * left + s * right;
      j[i * n + k + 1] = c * right - s * left;
    }
  }
}

/** Id of the bound or row that is violated most; -1 if none is. */
function mostViolated(problem: ScaledProblem, x: Float64Array, isActive: Uint8Array): number {
  const { size: n, groupCount: p, lower, upper, rows, rowLower, rowUpper } = problem;
  let worst = -violationTolerance;
  let id = -1;
  for (let i = 0; i < n; i++) {
    if (lower[i] === upper[i]) continue;
    if (x[i]! - lower[i]! < worst && !isActive[i]) {
      worst = x[i]! - lower[i]!;
      id = i;
    }
    if (upper[i]! - x[i]! < worst && !isActive[n + i]) {
      worst = upper[i]! - x[i]!;
      id = n + i;
    }
  }
  for (let r = 0; r < p; r++) {
    if (rowLower[r] === rowUpper[r]) continue;
    let sum = 0;
    for (let i = 0; i < n; i++) sum += rows[r * n + i]! * x[i]!;
    if (sum - rowLower[r]! < worst && !isActive[2 * n + r]) {
      worst = sum - rowLower[r]!;
      id = 2 * n + r;
    }
    if (rowUpper[r]! - sum < worst && !isActive[2 * n + p + r]) {
      worst = rowUpper[r]! - sum;
      id = 2 * n + p + r;
    }
  }
  return id;
}

function readActiveSet(problem: ScaledProblem, work: Work): ActiveSet {
  const { size: n, groupCount: p, lower, upper } = problem;
  const assets = Int8Array.from(lower, (low, i) => (low === upper[i] ? atLower : free));
  const rows = new Int8Array(p);
  for (let k = 0; k < work.count; k++) {
    const id = work.active[k]!;
    if (id < n) assets[id] = atLower;
    else if (id < 2 * n) assets[id - n] = atUpper;
    else if (id < 2 * n + p) rows[id - 2 * n] = atLower;
    else if (id < 2 * n + 2 * p) rows[id - 2 * n - p] = atUpper;
  }
  const weights = work.x.map((value, i) => {
    if (assets[i] === atLower) return lower[i]!;
    if (assets[i] === atUpper) return upper[i]!;
    return Math.min(upper[i]!, Math.max(lower[i]!, value));
  });
  return { assets, rows, weights };
}

/** The refusal that names a bound or a group row; budget and fixed assets always fit, the bounds were checked before. */
function contradiction(problem: ScaledProblem, id: number): InfeasibleError {
  const { size: n, groupCount: p, rowNames, rowLower, rowUpper } = problem;
  const refuse = (what: string, path: string) =>
    new InfeasibleError(`no weights satisfy ${what} together with the other rows`, path);
  if (id < n) return refuse(`lowerBounds[${id}]`, `lowerBounds[${id}]`);
  if (id < 2 * n) return refuse(`upperBounds[${id - n}]`, `upperBounds[${id - n}]`);
  const r = (id - 2 * n) % p;
  return id < 2 * n + p
    ? refuse(`group row ${rowNames[r]} (at least ${rowLower[r]})`, `groups[${r}].lower`)
    : refuse(`group row ${rowNames[r]} (at most ${rowUpper[r]})`, `groups[${r}].upper`);
}
