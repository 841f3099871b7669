import type { FieldKind, FieldRow } from '@depotwerk/domain/master-data/field-table';
import * as z from 'zod/mini';
import { day, id, integerId, text } from './fields.ts';

/** What a number can be at all; whether it is allowed says the rule of its field. */
const anyNumber = () => z.number().check(z.minimum(-1e9), z.maximum(1e9));

/** What a call takes for a field of each kind, but an option: one of its words. */
const taken = {
  name: (limit: number) => text(limit),
  text: (limit: number) => z.nullable(text(limit)),
  line: (limit: number) => text(limit),
  choice: () => z.union([id, z.literal('')]),
  // Whether it is a day of the calendar says the rule of its field, in words.
  day: () => z.nullable(text(20)),
  masked: (limit: number) => z.optional(z.nullable(text(limit))),
  group: () => z.nullable(id),
  yes: () => z.boolean(),
  state: () => z.boolean(),
  colour: (limit: number) => text(limit),
  number: () => z.nullable(anyNumber()),
  reference: () => z.nullable(integerId),
  object: () => z.nullable(id),
} satisfies Record<Exclude<FieldKind, 'option'>, (limit: number) => z.ZodMiniType>;

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
  colour: () => z.string(),
  number: () => z.nullable(z.number()),
  reference: () => z.nullable(integerId),
  object: () => z.nullable(id),
};
/** The same where it has to be there. */
const answeredAlways = { day: () => day, number: () => z.number(), reference: () => integerId };

type Option<Row extends FieldRow> = Row extends { readonly options: readonly (infer Word extends string)[] }
  ? z.ZodMiniEnum<{ readonly [Key in Word]: Key }>
  : never;
type TakenKind<Kind extends FieldKind> = Kind extends keyof typeof taken
  ? ReturnType<(typeof taken)[Kind]>
  : never;
type AnsweredKind<Row extends FieldRow> = Row extends {
  readonly isRequired: true;
  readonly kind: infer Kind extends keyof typeof answeredAlways;
}
  ? ReturnType<(typeof answeredAlways)[Kind]>
  : Row['kind'] extends keyof typeof answered
    ? ReturnType<(typeof answered)[Row['kind']]>
    : never;
type Taken<Rows extends readonly FieldRow[]> = {
  [Row in Rows[number] as Row['key']]: Row['kind'] extends 'option' ? Option<Row> : TakenKind<Row['kind']>;
};
type Answered<Rows extends readonly FieldRow[]> = {
  [Row in Rows[number] as Row['kind'] extends 'group' ? never : Row['key']]: Row['kind'] extends 'option'
    ? Option<Row>
    : AnsweredKind<Row>;
};

/**
 * Members of a body that carries the draft of a table of fields. `outer` times the limit of a text is still taken, where
 * the rule of the field is to say that it is too long.
 */
export function takenMembers<const Rows extends readonly FieldRow[]>(rows: Rows, outer = 1): Taken<Rows> {
  // Lists of keys and shapes tell no types; each shape is the one of its kind.
  return Object.fromEntries(
    rows.map(({ key, kind, limit = 200, options = [] }) => [
      key,
      kind === 'option' ? z.enum(options) : taken[kind](outer * limit),
    ]),
  ) as Taken<Rows>;
}

/** Members of an answer with the fields of a table; texts that are not given are null. */
export function answeredMembers<const Rows extends readonly FieldRow[]>(rows: Rows): Answered<Rows> {
  // As above.
  return Object.fromEntries(
    rows.flatMap((row) => (row.kind === 'group' ? [] : [[row.key, answeredOf(row, row.kind)]])),
  ) as Answered<Rows>;
}

function answeredOf(
  { isRequired, options = [] }: FieldRow,
  kind: Exclude<FieldKind, 'group'>,
): z.ZodMiniType {
  if (kind === 'option') return z.enum(options);
  const isAlways = isRequired && (kind === 'day' || kind === 'number' || kind === 'reference');
  return isAlways ? answeredAlways[kind]() : answered[kind]();
}

/**
 * The same members, each of which may be left out: what is not named stays as it is. Zod's own `partial` would come into
 * the first load of every page.
 */
export function someOf<Shape extends Readonly<Record<string, z.ZodMiniType>>>(shape: Shape) {
  const members = Object.entries(shape).map(([key, member]) => [key, z.optional(member)] as const);
  // Object.fromEntries forgets which member is which.
  return z.strictObject(
    Object.fromEntries(members) as { [Key in keyof Shape]: z.ZodMiniOptional<Shape[Key]> },
  );
}
