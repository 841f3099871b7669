import type { FieldKind, FieldRow } from '@depotwerk/domain/master-data/field-table';
import * as z from 'zod/mini';
import { day, id, text } from './fields.ts';

/** What a call takes for a field of each kind. */
const taken = {
  name: (limit: number) => text(limit),
  text: (limit: number) => z.nullable(text(limit)),
  line: (limit: number) => text(limit),
  choice: () => z.union([id, z.literal('')]),
  day: () => z.nullable(day),
  masked: (limit: number) => z.optional(z.nullable(text(limit))),
  group: () => z.nullable(id),
  yes: () => z.boolean(),
  state: () => z.boolean(),
} satisfies Record<FieldKind, (limit: number) => z.ZodMiniType>;

/** What it answers; a group stands in the answer with its name and is no field of it. */
const answered = {
  name: () => z.string(),
  text: () => z.nullable(z.string()),
  line: () => z.string(),
  choice: () => id,
  day: () => z.nullable(day),
  masked: () => z.nullable(z.string()),
  yes: () => z.boolean(),
  state: () => z.boolean(),
};

type Taken<Rows extends readonly FieldRow[]> = {
  [Row in Rows[number] as Row['key']]: ReturnType<(typeof taken)[Row['kind']]>;
};
type Answered<Rows extends readonly FieldRow[]> = {
  [Row in Rows[number] as Row['kind'] extends 'group' ? never : Row['key']]: ReturnType<
    (typeof answered)[Exclude<Row['kind'], 'group'>]
  >;
};

/**
 * Members of a body that carries the draft of a table of fields. `outer` times the limit of a text is still taken, where
 * the rule of the field is to say that it is too long.
 */
export function takenMembers<const Rows extends readonly FieldRow[]>(rows: Rows, outer = 1): Taken<Rows> {
  // Lists of keys and shapes tell no types; each shape is the one of its kind.
  return Object.fromEntries(
    rows.map(({ key, kind, limit = 200 }) => [key, taken[kind](outer * limit)]),
  ) as Taken<Rows>;
}

/** Members of an answer with the fields of a table; texts that are not given are null. */
export function answeredMembers<const Rows extends readonly FieldRow[]>(rows: Rows): Answered<Rows> {
  // As above.
  return Object.fromEntries(
    rows.flatMap(({ key, kind }) => (kind === 'group' ? [] : [[key, answered[kind]()]])),
  ) as Answered<Rows>;
}
