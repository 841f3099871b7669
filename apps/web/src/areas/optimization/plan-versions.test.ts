// @vitest-environment happy-dom
import { planAdvice } from '@depotwerk/engine/advice/plan-advice';
import { expect, it } from 'vitest';
import { compareDrafts, mergeDrafts } from '../../forms/compare-drafts.ts';
import { speaksGerman } from '../../texts/german-for-test.ts';
import { adviceFixture } from './advice-fixture.ts';
import { draftOf, withAmount, withoutOrder } from './edit-draft.ts';
import { chosenOf, draftOfChosen, planFields } from './plan-versions.ts';

speaksGerman();

const input = adviceFixture();
const [, , full] = planAdvice(input, {});
if (!full) throw new Error('The fixture gives no full proposal');
const base = draftOf(full);
const [first, second, third] = base.orders.map(({ fundId }) => fundId);
if (first === undefined || second === undefined || third === undefined) throw new Error('too few orders');

it('takes each order from who changed it, and leaves to choose what both did', () => {
  const mine = chosenOf(withAmount(withAmount(base, first, 500), second, 700));
  const theirs = chosenOf(withoutOrder(withAmount(base, second, 800), third));
  const differing = compareDrafts(chosenOf(base), mine, theirs, 'whole');
  expect(Object.fromEntries(differing.map(({ path, suggested }) => [path, suggested]))).toEqual({
    [`fund${first}`]: 'mine',
    [`fund${second}`]: null,
    [`fund${third}`]: 'theirs',
  });
  const merged = draftOfChosen(
    mergeDrafts(mine, theirs, { [`fund${first}`]: 'mine', [`fund${second}`]: 'theirs' }),
  );
  expect(merged.orders.map(({ fundId, amount }) => [fundId, amount]).slice(0, 2)).toEqual([
    [first, 500],
    [second, 800],
  ]);
  expect(merged.orders.some(({ fundId }) => fundId === third)).toBe(false);
  expect(merged.savings).toEqual(base.savings);
});

it('names funds, and says an order as it was typed or as it comes to', () => {
  const mine = chosenOf(withAmount(base, first, 500));
  const theirs = chosenOf(withoutOrder(base, second));
  const fields = planFields(input, [mine, full], [theirs, full]);
  const field = (path: string) => fields.find((each) => each.path === path);
  const order = full.transactions.find(({ fundId }) => fundId === second);
  expect(field(`fund${first}`)?.label).toBe(input.funds.find(({ fundId }) => fundId === first)?.name);
  expect(field(`fund${first}`)?.text(mine)).toMatch(/^(Kauf|Verkauf) · 500,00\u00a0€$/);
  expect(field(`fund${second}`)?.text(theirs)).toBe('Kein Auftrag');
  expect(field(`fund${second}`)?.text(mine)).toContain('Anteile');
  expect(order && field(`fund${second}`)?.text(mine)).toContain('€');
  expect(field('savings')?.label).toBe('Sparplan');
});
