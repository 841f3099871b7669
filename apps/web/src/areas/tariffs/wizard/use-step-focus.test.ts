import { expect, it } from 'vitest';
import { parentPath } from './use-step-focus.ts';

it.each([
  ['riskItems[2].target', 'riskItems[2]'],
  ['riskItems[2]', 'riskItems'],
  ['optimizationHints.4', 'optimizationHints'],
  ['fundMatrix.allocationItems[10].fraction', 'fundMatrix.allocationItems[10]'],
  ['name', ''],
])('%s lies in %s', (path, parent) => {
  expect(parentPath(path)).toBe(parent);
});
