// @vitest-environment happy-dom
import { setNotation } from '@depotwerk/domain/notation';
import { afterEach, expect, it } from 'vitest';
import { englishNotation } from './english-figures.ts';
import { keepTyped } from './keep-typed.ts';

const draw = (texts: readonly string[]) => {
  document.body.innerHTML = '<main><input inputmode="decimal"><input inputmode="decimal"><input></main>';
  for (const [k, input] of [...document.querySelectorAll('input')].entries()) input.value = texts[k] ?? '';
};
const typed = () => [...document.querySelectorAll('input')].map(({ value }) => value);

afterEach(() => {
  setNotation(undefined);
});

it('keeps what typed figures and days mean when the language changes', async () => {
  draw(['1.234,5', '31.12.2026', '1.234']);
  const toEnglish = keepTyped();
  setNotation(englishNotation);
  draw([]);
  await toEnglish();
  expect(typed()).toEqual(['1,234.5', '31/12/2026', '1.234']);
  const toGerman = keepTyped();
  setNotation(undefined);
  draw([]);
  await toGerman();
  expect(typed()).toEqual(['1.234,5', '31.12.2026', '1.234']);
});
