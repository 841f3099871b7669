/** A field two people hold differently. */
export interface FieldConflict {
  /** Top-level name, or `name.member` where both sides hold a record (answers of hints, fund matrix). */
  readonly path: string;
  readonly mine: unknown;
  readonly theirs: unknown;
  /** Only one side changed it: that side. Both did, or nobody knows: null, and the user has to say. */
  readonly suggested: 'mine' | 'theirs' | null;
}

export type MergeChoices = Readonly<Record<string, 'mine' | 'theirs'>>;

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether two plain JSON values say the same; members of a record in any order, undefined like absent. */
export function isSameValue(left: unknown, right: unknown): boolean {
  if (Object.is(left, right)) return true;
  if (Array.isArray(left) && Array.isArray(right)) {
    return left.length === right.length && left.every((value, index) => isSameValue(value, right[index]));
  }
  if (!isRecord(left) || !isRecord(right)) return false;
  const names = new Set([...Object.keys(left), ...Object.keys(right)]);
  return [...names].every((name) => isSameValue(left[name], right[name]));
}

/** A draft seen as the record of JSON values it is; its interface only lacks the index signature. */
const recordOf = (draft: object): Readonly<Record<string, unknown>> => ({ ...draft });

const valueAt = (record: Readonly<Record<string, unknown>>, path: string): unknown => {
  const [name = '', member] = path.split('.', 2);
  const value = record[name];
  if (member === undefined) return value;
  return isRecord(value) ? value[member] : undefined;
};

function pathsOf(
  left: Readonly<Record<string, unknown>>,
  right: Readonly<Record<string, unknown>>,
  records: 'whole' | 'byMember',
): string[] {
  const names = new Set([...Object.keys(left), ...Object.keys(right)]);
  if (records === 'whole') return [...names];
  return [...names].flatMap((name) => {
    const [mine, theirs] = [left[name], right[name]];
    if (!isRecord(mine) || !isRecord(theirs)) return [name];
    const members = new Set([...Object.keys(mine), ...Object.keys(theirs)]);
    return [...members].map((member) => `${name}.${member}`);
  });
}

/**
 * Fields in which two versions of a draft differ, in the order of the draft. `base` is what both began with; null when
 * it is not known, and then nothing is suggested. Records are compared member by member, or as one value.
 */
export function compareDrafts<Draft extends object>(
  base: Draft | null,
  mine: Draft,
  theirs: Draft,
  records: 'whole' | 'byMember' = 'byMember',
): readonly FieldConflict[] {
  const [left, right] = [recordOf(mine), recordOf(theirs)];
  const origin = base && recordOf(base);
  return pathsOf(left, right, records).flatMap((path) => {
    const [own, other] = [valueAt(left, path), valueAt(right, path)];
    if (isSameValue(own, other)) return [];
    const suggested =
      origin === null
        ? null
        : isSameValue(valueAt(origin, path), own)
          ? 'theirs'
          : isSameValue(valueAt(origin, path), other)
            ? 'mine'
            : null;
    return [{ path, mine: own, theirs: other, suggested }];
  });
}

/** Theirs, with mine in the fields chosen so. Fields nobody chose for stay theirs. */
export function mergeDrafts<Draft extends object>(mine: Draft, theirs: Draft, choices: MergeChoices): Draft {
  const own = recordOf(mine);
  const merged: Record<string, unknown> = { ...recordOf(theirs) };
  for (const [path, side] of Object.entries(choices)) {
    if (side !== 'mine') continue;
    const [name = '', member] = path.split('.', 2);
    const value = valueAt(own, path);
    if (member === undefined) {
      merged[name] = value;
      continue;
    }
    const record: Record<string, unknown> = isRecord(merged[name]) ? { ...merged[name] } : {};
    if (value === undefined) delete record[member];
    else record[member] = value;
    merged[name] = record;
  }
  // It has the members of `theirs` and single members of `mine`, all of the same type.
  return merged as Draft;
}
