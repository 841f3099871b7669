import { expect, it } from 'vitest';
import { addHoldings } from './add-holdings.ts';

const holding = (isin: string, quantity: number | null, value: number | null = null) => ({
  isin,
  name: isin,
  quantity,
  value,
});
const [first, second] = [holding('IE00BYZK4669', 10), holding('IE00B4L5Y983', 5)];

it('counts a file read twice once, and tells of no replacement', () => {
  expect(addHoldings([first, second], [first, second])).toEqual({
    holdings: [first, second],
    replaced: [],
  });
});

it('tells what another depot replaced, and nothing of what had no amount yet', () => {
  const other = holding('IE00BYZK4669', 7, 70);
  expect(addHoldings([first, second], [other])).toEqual({ holdings: [second, other], replaced: [first] });
  const empty = holding('IE00BYZK4669', null);
  expect(addHoldings([empty], [other])).toEqual({ holdings: [other], replaced: [] });
});
