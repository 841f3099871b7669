import { guidPattern } from '@depotwerk/domain/guid';

/** Search parameters as they stand in the address: plain text, repeated names are lists. */
export type RawSearch = Record<string, unknown>;

/** Reads `?a=1&b=x&b=y` as { a: '1', b: ['x', 'y'] }. */
export function parseSearch(text: string): RawSearch {
  const result: RawSearch = {};
  const search = new URLSearchParams(text);
  for (const name of new Set(search.keys())) {
    const values = search.getAll(name);
    result[name] = values.length === 1 ? values[0] : values;
  }
  return result;
}

/** Writes the set members; undefined, null and '' are left out, so a default keeps the address short. */
export function stringifySearch(search: RawSearch): string {
  const result = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) {
    if (value === undefined || value === null || value === '') continue;
    for (const item of Array.isArray(value) ? value : [value]) result.append(name, String(item));
  }
  const text = result.toString();
  return text === '' ? '' : `?${text}`;
}

/** A change of some members; those set to undefined leave the address. */
export type SearchChange<Search> = { readonly [Name in keyof Search]?: Search[Name] | undefined };

/** Where a changed search leads: to the same page, in place of the address before, and without scrolling. */
export const toChangedSearch = <Search extends object>(change: SearchChange<Search>) =>
  ({
    search: (previous: Search): Search => ({ ...previous, ...change }),
    replace: true,
    resetScroll: false,
  }) as const;

/** Members of `validateSearch`: each reads one raw value and answers undefined for anything it does not take. */
export function textParam(value: unknown, maxLength = 200): string | undefined {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value !== '' && value.length <= maxLength ? value : undefined;
}

/** NaN where nothing a number could be made of stands. */
function numberIn(value: unknown): number {
  if (typeof value === 'number') return value;
  return typeof value === 'string' && value !== '' ? Number(value) : Number.NaN;
}

export function integerParam(value: unknown, minimum: number, maximum: number): number | undefined {
  const number = numberIn(value);
  return Number.isInteger(number) && number >= minimum && number <= maximum ? number : undefined;
}

export function numberParam(value: unknown, minimum: number, maximum: number): number | undefined {
  const number = numberIn(value);
  return Number.isFinite(number) && number >= minimum && number <= maximum ? number : undefined;
}

export function flagParam(value: unknown): boolean | undefined {
  if (value === true || value === 'true') return true;
  return value === false || value === 'false' ? false : undefined;
}

export function choiceParam<Choice extends string>(
  value: unknown,
  choices: readonly Choice[],
): Choice | undefined {
  return choices.find((choice) => choice === value);
}

const matching = (value: unknown, pattern: RegExp): string | undefined =>
  typeof value === 'string' && pattern.test(value) ? value : undefined;

export const guidParam = (value: unknown): string | undefined => matching(value, guidPattern);

/** What every list with views reads beside its filters: the shown columns, what it is grouped by, and which view is shown. */
export function viewParams(raw: RawSearch): { columns?: string; groupBy?: string; viewId?: string } {
  // Keys joined by commas, as `totalValue:160` with a width in pixels.
  const columns = matching(
    raw['columns'],
    /^(?!.{801})[A-Za-z.]+(:[1-9]\d{1,2})?(,[A-Za-z.]+(:[1-9]\d{1,2})?)*$/,
  );
  const groupBy = matching(raw['groupBy'], /^[A-Za-z.]{1,60}$/);
  const viewId = guidParam(raw['viewId']);
  return { ...(columns && { columns }), ...(groupBy && { groupBy }), ...(viewId && { viewId }) };
}

export const dayParam = (value: unknown): string | undefined => matching(value, /^\d{4}-\d{2}-\d{2}$/);
