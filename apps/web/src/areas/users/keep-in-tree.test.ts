import { expect, it } from 'vitest';
import { keepInTree } from './keep-in-tree.ts';

const tree = [
  { name: 'a', level: 0 },
  { name: 'b', level: 1 },
  { name: 'c', level: 2 },
  { name: 'd', level: 1 },
  { name: 'e', level: 0 },
  { name: 'f', level: 1 },
];
const kept = (...names: string[]) =>
  keepInTree(tree, ({ name }) => names.includes(name)).map(({ name }) => name);

it('keeps a row with everything above it and nothing beside', () => {
  expect(kept('c')).toEqual(['a', 'b', 'c']);
  expect(kept('d')).toEqual(['a', 'd']);
  expect(kept('f', 'b')).toEqual(['a', 'b', 'e', 'f']);
  expect(kept('e')).toEqual(['e']);
  expect(kept()).toEqual([]);
});
