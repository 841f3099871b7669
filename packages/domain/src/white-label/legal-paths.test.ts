import { expect, it } from 'vitest';
import { isServedByOthers } from './legal-paths.ts';

it('knows of which paths the product itself has a page', () => {
  const served = (isDemo: boolean) =>
    [
      null,
      '',
      'https://haus.example/impressum',
      '/accessibility',
      ' /accessibility#kontakt',
      '/impressum',
      '/impressum/',
      '/contracts',
    ].map((address) => isServedByOthers(address, isDemo));
  expect(served(false)).toEqual([false, false, false, false, false, true, true, true]);
  expect(served(true)).toEqual([false, false, false, false, false, false, true, true]);
});
