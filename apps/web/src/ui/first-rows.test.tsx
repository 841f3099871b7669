// @vitest-environment happy-dom
import { act } from 'react';
import { expect, it } from 'vitest';
import { speaksGerman } from '../texts/german-for-test.ts';
import { FirstRows, rowsAtOnce } from './first-rows.tsx';
import { renderForTest } from './render-for-test.tsx';

speaksGerman();

const rows = Array.from({ length: 2 * rowsAtOnce + 1 }, (_, index) => `Zeile ${index}`);
const drawn = () => document.querySelectorAll('li').length;
const button = () => document.querySelector<HTMLButtonElement>('div > button');
const more = () => act(() => button()?.click());
const focused = () => document.activeElement?.textContent;

it('draws a hundred rows at once, and leads to the first of those that came', () => {
  renderForTest(
    <FirstRows rows={rows} keyOf={(row) => row}>
      {(row) => row}
    </FirstRows>,
  );
  expect(drawn()).toBe(rowsAtOnce);
  more();
  expect([drawn(), focused()]).toEqual([2 * rowsAtOnce, `Zeile ${rowsAtOnce}`]);
  more();
  // The button is gone with the last of them.
  expect([drawn(), focused(), button()]).toEqual([rows.length, `Zeile ${2 * rowsAtOnce}`, null]);
});

it('gives the focus to what can be worked in a row', () => {
  renderForTest(
    <FirstRows rows={rows} keyOf={(row) => row}>
      {(row) => <input aria-label={row} type="checkbox" />}
    </FirstRows>,
  );
  more();
  expect(document.activeElement?.getAttribute('aria-label')).toBe(`Zeile ${rowsAtOnce}`);
});
