import { allCalls } from '@depotwerk/api/all-calls';
import { expect, it } from 'vitest';
import * as z from 'zod/mini';

type Part = Readonly<Record<string, unknown>>;
const isPart = (value: unknown): value is Part => typeof value === 'object' && value !== null;

/** Lists of a schema that may have any length; a tuple has its own, a list of nothing is empty. */
function endlessLists(part: unknown, path: string): string[] {
  if (!isPart(part)) return [];
  const { type, maxItems, prefixItems, items } = part;
  const isEndless =
    type === 'array' &&
    maxItems === undefined &&
    prefixItems === undefined &&
    !(isPart(items) && 'not' in items);
  const below = Object.entries(part).flatMap(([name, value]) => endlessLists(value, `${path}.${name}`));
  return isEndless ? [path, ...below] : below;
}

it('every list a caller sends has its bound in the contract', () => {
  const parts = allCalls.flatMap(({ id, query, body }) =>
    [query, body].map(
      (schema) => [id, z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })] as const,
    ),
  );
  expect(endlessLists(z.toJSONSchema(z.object({ ids: z.array(z.string()) })), 'a')).toEqual([
    'a.properties.ids',
  ]);
  expect(parts.flatMap(([id, schema]) => endlessLists(schema, id))).toEqual([]);
});
