import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { parseKnown } from './without-unknown.ts';

const schema = z.strictObject({
  name: z.string(),
  rows: z.array(z.strictObject({ count: z.int() })),
});
const read = (answer: unknown) => parseKnown(schema, answer);

it('takes an answer that says more than the page knows, at any depth', () => {
  const answer = { name: 'a', isNew: true, rows: [{ count: 1 }, { count: 2, more: { deep: [] } }] };
  expect(read(answer).data).toEqual({ name: 'a', rows: [{ count: 1 }, { count: 2 }] });
  // What was answered is left as it is.
  expect(answer.isNew).toBe(true);
});

it('takes nothing that is wrong otherwise', () => {
  expect(read({ name: 'a', isNew: true, rows: [{ count: 1.5, more: 1 }] }).success).toBe(false);
  expect(read({ isNew: true, rows: [] }).success).toBe(false);
  expect(read('no object').success).toBe(false);
});
