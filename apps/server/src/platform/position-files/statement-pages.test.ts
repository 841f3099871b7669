import { expect, it } from 'vitest';
import { joinPages, type StatementMessage } from './statement-pages.ts';

const position = {
  isin: 'LU0000000001',
  quantity: 1,
  price: null,
  priceDate: null,
  value: null,
  costValue: null,
  isInOtherCurrency: false,
};
const head = { account: 'A', date: '2026-11-20' };
const page = (number: number, isLast: boolean): StatementMessage => ({
  ...head,
  page: { number, isLast },
  isUpdate: false,
  statements: [{ ...head, ownerName: '', positions: [position] }],
});
/** More pages than a call takes arguments. */
const many = 200_000;
const pages = Array.from({ length: many }, (_, at) => page(at + 1, at + 1 === many));

it('joins as many pages as there are', () => {
  const { statements, problems } = joinPages(pages);
  expect(problems).toEqual([]);
  expect(statements.map(({ positions }) => positions.length)).toEqual([many]);
});

it.each([
  ['fehlt Seite 1;', pages.slice(1)],
  [`fehlt Seite ${many};`, pages.slice(0, -1)],
  ['fehlt Seite 77;', pages.toSpliced(76, 1)],
  ['Seite 2 des Depotauszugs kommt in der Datei mehrmals vor', [...pages, page(2, false), page(1, false)]],
])('of many pages says: %s', (said, messages) => {
  const { statements, problems } = joinPages(messages);
  expect(statements).toEqual([]);
  expect(problems).toHaveLength(messages.length);
  expect(problems[0]?.message).toContain(said);
});
