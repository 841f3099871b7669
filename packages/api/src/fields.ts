import { controlCharacterInLines } from '@depotwerk/domain/control-characters-in-lines';
import { showsNothing } from '@depotwerk/domain/shown-text';
import * as z from 'zod/mini';

/**
 * Text without control characters (its lines may end) or lone surrogates; trimmed; length in UTF-16 units. One that has to
 * be there shows something.
 */
export const text = (maxLength: number, minLength = 0) =>
  z.string().check(
    z.trim(),
    z.minLength(minLength),
    z.maxLength(maxLength),
    z.refine((value) => value.isWellFormed() && !controlCharacterInLines.test(value), {
      error: 'invalidCharacters',
    }),
    z.refine((value) => minLength === 0 || value === '' || !showsNothing(value), { error: 'showsNothing' }),
  );

export const id = z.guid();
export const integerId = z.int().check(z.minimum(1), z.maximum(2_147_483_647));
/** Calendar day `YYYY-MM-DD`. */
export const day = z.iso.date();
/** Instant, ISO 8601 in UTC. */
export const instant = z.iso.datetime();
/** Euro with two decimals. */
export const money = z.number();
/** Share 0–1. */
export const fraction = z.number().check(z.minimum(0), z.maximum(1));
/** Percentage points. */
export const percent = z.number();

const fromText = <T extends z.ZodMiniType<number, number>>(pattern: RegExp, target: T) =>
  z.pipe(z.pipe(z.string().check(z.regex(pattern)), z.transform(Number)), target);

/** Whole number in a query string or path. */
export const queryInteger = (minimum: number, maximum: number) =>
  fromText(/^-?\d{1,10}$/, z.int().check(z.minimum(minimum), z.maximum(maximum)));
/** Decimal number with a point in a query string. */
export const queryNumber = (minimum: number, maximum: number) =>
  fromText(/^-?\d{1,15}(\.\d{1,6})?$/, z.number().check(z.minimum(minimum), z.maximum(maximum)));
/** `true` or `false` in a query string. */
export const queryBoolean = z.pipe(
  z.enum(['true', 'false']),
  z.transform((value) => value === 'true'),
);
export const pathId = z.strictObject({ id });
export const pathIntegerId = z.strictObject({ id: queryInteger(1, 2_147_483_647) });

export const searchText = text(100);

/** Paging, sorting and export of every list. `sort` is `-contractScore,customer.lastName`. */
export const listQuery = {
  page: z.optional(queryInteger(1, 1_000_000)),
  pageSize: z.optional(queryInteger(1, 250)),
  sort: z.optional(z.string().check(z.maxLength(200), z.regex(/^-?[A-Za-z.]+(,-?[A-Za-z.]+){0,4}$/))),
  search: z.optional(searchText),
  format: z.optional(z.enum(['csv', 'xlsx'])),
  columns: z.optional(z.string().check(z.maxLength(500), z.regex(/^[A-Za-z.]+(,[A-Za-z.]+)*$/))),
};

/** Which page of a list is asked for, in a query that takes no more of `listQuery` than it names beside it. */
export const paging = { page: listQuery.page, pageSize: listQuery.pageSize };

/** At most 500 ids in a body. */
export const idList = z.array(id).check(z.maxLength(500));
export const integerIdList = z.array(integerId).check(z.maxLength(500));
