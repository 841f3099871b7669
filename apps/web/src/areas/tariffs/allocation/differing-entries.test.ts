// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { speaksGerman } from '../../../texts/german-for-test.ts';
import { differingEntries, firstTexts } from './differing-entries.ts';

speaksGerman();

const names = new Map([
  [1, 'Aktien Welt'],
  [2, 'Renten Euro'],
  [3, 'Gold'],
]);

it('names what one list has and the other has not', () => {
  expect(differingEntries([1, 2], [1], names)).toBe('2 Einträge, nur hier: Renten Euro');
  expect(differingEntries([1], [1, 2], names)).toBe('ein Eintrag');
  expect(differingEntries([2, 3], [1], names)).toBe('2 Einträge, nur hier: Renten Euro · Gold');
  expect(differingEntries([3], undefined, names)).toBe('ein Eintrag, nur hier: Gold');
});

it('says the order of lists that differ in nothing else', () => {
  expect(differingEntries([1, 2], [2, 1], names)).toBe('Aktien Welt · Renten Euro');
});

it('says no id in place of a name, and nothing of what is no list', () => {
  expect(differingEntries([1, 4], [], names)).toBe('2 Einträge');
  expect(differingEntries([], [1], names)).toBe('0 Einträge');
  expect(differingEntries(null, [1], names)).toBeUndefined();
});

it('names the first twelve of many', () => {
  const texts = Array.from({ length: 15 }, (_, k) => `T${k}`);
  expect(firstTexts(texts)).toBe(`${texts.slice(0, 12).join(' · ')} · und 3 weitere`);
});
