import { expect, test } from 'vitest';
import { checkTag } from './tag-fields.ts';

const codes = (draft: object) =>
  checkTag({ tagName: 'Termin', colour: '#0f5566', isInactive: false, ...draft }).map(
    ({ path, code }) => `${path} ${code}`,
  );

test('a tag has a short name without the sign that stands between two, and a colour one can see', () => {
  expect(codes({})).toEqual([]);
  expect(codes({ tagName: 'x'.repeat(50) })).toEqual([]);
  expect(codes({ tagName: 'x'.repeat(51) })).toEqual(['tagName tooLong']);
  expect(codes({ tagName: ' ' })).toEqual(['tagName required']);
  expect(codes({ tagName: 'A|B', colour: 'rot' })).toEqual([
    'tagName invalidCharacters',
    'colour colourFormat',
  ]);
  expect(codes({ colour: '#ffff00' })).toEqual(['colour colourContrast']);
});
