import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  choiceParam,
  dayParam,
  flagParam,
  integerParam,
  numberParam,
  parseSearch,
  stringifySearch,
  textParam,
} from './search-params.ts';

describe('search parameters', () => {
  it('stay readable in the address', () => {
    expect(
      stringifySearch({ search: 'Müller', page: 2, insurerId: [3, 4], empty: '', none: undefined }),
    ).toBe('?search=M%C3%BCller&page=2&insurerId=3&insurerId=4');
    expect(parseSearch('?search=12345&insurerId=3&insurerId=4')).toEqual({
      search: '12345',
      insurerId: ['3', '4'],
    });
    expect(stringifySearch({})).toBe('');
  });

  it('come back as they were written', () => {
    const record = fc.dictionary(
      fc.stringMatching(/^[a-z]{1,8}$/),
      fc.string({ minLength: 1 }).filter((text) => text.isWellFormed()),
    );
    fc.assert(
      fc.property(record, (search) => {
        expect(parseSearch(stringifySearch(search))).toEqual({ ...search });
      }),
    );
  });

  it('are read by kind, from text and from typed values alike', () => {
    expect(integerParam('3', 1, 5)).toBe(3);
    expect(integerParam(3, 1, 5)).toBe(3);
    expect(integerParam('6', 1, 5)).toBeUndefined();
    expect(integerParam('3.5', 1, 5)).toBeUndefined();
    expect(integerParam('', 0, 5)).toBeUndefined();
    expect(numberParam('3.5', 1, 5)).toBe(3.5);
    expect(numberParam('x', 1, 5)).toBeUndefined();
    expect(flagParam('true')).toBe(true);
    expect(flagParam(false)).toBe(false);
    expect(flagParam('1')).toBeUndefined();
    expect(choiceParam('b', ['a', 'b'])).toBe('b');
    expect(choiceParam('c', ['a', 'b'])).toBeUndefined();
    expect(dayParam('2024-04-03')).toBe('2024-04-03');
    expect(dayParam('3.4.24')).toBeUndefined();
    expect(textParam(['a'])).toBeUndefined();
    expect(textParam('aaa', 2)).toBeUndefined();
  });
});
