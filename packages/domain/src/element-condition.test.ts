import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ElementCondition, holds, valueAt, withValueAt } from './element-condition.ts';

const data = { kind: 'date', count: 3, plan: { isChanged: true, rows: [{ fundId: 1 }] }, empty: null };

describe('conditions of elements', () => {
  it.each<[ElementCondition, boolean]>([
    [{ operator: 'eq', path: 'kind', value: 'date' }, true],
    [{ operator: 'eq', path: 'plan.isChanged', value: false }, false],
    [{ operator: 'eq', path: 'missing.further', value: null }, true],
    [{ operator: 'gt', path: 'count', value: 2 }, true],
    [{ operator: 'gt', path: 'count', value: 3 }, false],
    [{ operator: 'gt', path: 'kind', value: 0 }, false],
    [{ operator: 'in', path: 'kind', value: ['next', 'date'] }, true],
    [{ operator: 'in', path: 'kind', value: [] }, false],
    [{ operator: 'and', conditions: [] }, true],
    [{ operator: 'or', conditions: [] }, false],
  ])('%j is %s', (condition, expected) => {
    expect(holds(condition, data)).toBe(expected);
  });

  it('combines with and, or', () => {
    const yes: ElementCondition = { operator: 'eq', path: 'count', value: 3 };
    const no: ElementCondition = { operator: 'eq', path: 'count', value: 4 };
    expect(holds({ operator: 'and', conditions: [yes, no] }, data)).toBe(false);
    expect(holds({ operator: 'or', conditions: [no, yes] }, data)).toBe(true);
  });

  it('never follows what an object inherits', () => {
    expect(valueAt({}, 'constructor')).toBeUndefined();
    expect(valueAt({ a: {} }, 'a.toString')).toBeUndefined();
  });
});

describe('a value put at a path', () => {
  const part = fc.stringMatching(/^[a-z]{1,5}$/);
  it('is found there, and leaves everything else and the original alone (property)', () => {
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 4 }), fc.jsonValue(), (parts, value) => {
        const before = structuredClone(data);
        const path = parts.join('.');
        const after = withValueAt(data, path, value);
        expect(valueAt(after, path)).toEqual(value);
        expect(data).toEqual(before);
        const { [parts[0] ?? '']: _changed, ...others } = after;
        const { [parts[0] ?? '']: _replaced, ...originals } = data as Record<string, unknown>;
        expect(others).toEqual(originals);
      }),
    );
  });
});
