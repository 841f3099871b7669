/** What of a tariff's class comes in an order that says nothing. */
interface OrderedTariff {
  readonly peerGroups: readonly string[];
  readonly covariance: readonly (readonly number[])[];
  readonly targetWeights: readonly number[];
  readonly shortlists: readonly (readonly string[])[];
  readonly proposal: readonly { readonly isin: string; readonly weight: number }[];
}

/** A tariff's class in the order of its names, and from which place of what was given each group came. */
export interface CanonicalTariff<T extends OrderedTariff> {
  readonly input: T;
  /** Places of what was given, in the new order; null = it came in this order. */
  readonly places: readonly number[] | null;
}

/**
 * The same class whatever the order its groups and proposed funds came in: by name and by ISIN. Sums of the same numbers
 * in another order differ in their last digit, and what is equal is decided by what comes first; both may tip a plan.
 * The order of a shortlist says which fund is best, so it stays.
 */
export function canonicalTariff<T extends OrderedTariff>(given: T): CanonicalTariff<T> {
  const proposal = isAscending(given.proposal.map(({ isin }) => isin))
    ? given.proposal
    : given.proposal.toSorted((a, b) => compare(a.isin, b.isin));
  const { peerGroups } = given;
  if (isAscending(peerGroups)) return { input: { ...given, proposal }, places: null };
  const places = peerGroups.map((_, g) => g).sort((a, b) => compare(peerGroups[a]!, peerGroups[b]!));
  const moved = <E>(list: readonly E[]): readonly E[] => places.map((g) => list[g]!);
  const input = {
    ...given,
    peerGroups: moved(peerGroups),
    covariance: moved(given.covariance).map(moved),
    targetWeights: moved(given.targetWeights),
    shortlists: moved(given.shortlists),
    proposal,
  };
  return { input, places };
}

/** A square matrix by rows, with rows and columns of these places. */
export function movedMatrix(matrix: Float64Array, places: readonly number[] | null): Float64Array {
  if (!places) return matrix;
  const n = places.length;
  return Float64Array.from(matrix, (_, k) => matrix[places[Math.floor(k / n)]! * n + places[k % n]!]!);
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

const isAscending = (names: readonly string[]) =>
  names.every((name, k) => k === 0 || compare(names[k - 1]!, name) <= 0);
