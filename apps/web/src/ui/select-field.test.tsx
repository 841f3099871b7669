// @vitest-environment happy-dom
import { describe, expect, it, vi } from 'vitest';
import { speaksGerman } from '../texts/german-for-test.ts';
import { renderForTest } from './render-for-test.tsx';
import { type Lookup, SelectField } from './select-field.tsx';

speaksGerman();

const field = (lookup: Lookup) => (
  <SelectField
    label="Emittent"
    value=""
    emptyLabel="Bitte wählen"
    lookup={lookup}
    options={Array.isArray(lookup.data) ? [{ value: 'a', label: 'Alster Bank' }] : []}
    onChange={() => {}}
  />
);

describe('a choice whose options could not be loaded', () => {
  it('says so and offers another try instead of an empty list; the list comes with the answer', () => {
    const refetch = vi.fn<() => void>();
    const page = renderForTest(field({ data: undefined, isError: true, isFetching: false, refetch }));
    expect(page.target.querySelector('select')).toBeNull();
    expect(page.target.querySelector('[role=alert]')?.textContent).toBe(
      'Die Auswahl konnte nicht geladen werden.',
    );
    page.click('button');
    expect(refetch).toHaveBeenCalledOnce();
    page.rerender(field({ data: [], isError: false, isFetching: false, refetch }));
    expect([...page.target.querySelectorAll('option')].map((option) => option.textContent)).toEqual([
      'Bitte wählen',
      'Alster Bank',
    ]);
  });

  it('keeps its list when only a later try failed', () => {
    const page = renderForTest(field({ data: [], isError: true, isFetching: false, refetch: () => {} }));
    expect(page.target.querySelectorAll('option')).toHaveLength(2);
  });
});
