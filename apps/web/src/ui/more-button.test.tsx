// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { MoreButton, type PagedQuery } from './more-button.tsx';
import { renderForTest } from './render-for-test.tsx';

/** A list with more to read; `asked` says how often it was. */
function aList(change: Partial<PagedQuery> = {}) {
  const asked: string[] = [];
  const query: PagedQuery = {
    hasNextPage: true,
    isFetchingNextPage: false,
    isFetchNextPageError: false,
    error: null,
    fetchNextPage: () => asked.push('next page'),
    ...change,
  };
  return { query, asked };
}

it('asks for the next page while there is one', () => {
  const { query, asked } = aList();
  const { target, find } = renderForTest(<MoreButton query={query} label="Ältere Notizen laden" />);
  expect(target.textContent).toBe('Ältere Notizen laden');
  find('button', HTMLButtonElement).click();
  expect(asked).toEqual(['next page']);
  const last = renderForTest(<MoreButton query={aList({ hasNextPage: false }).query} />);
  expect(last.target.textContent).toBe('');
});

it('says that a page did not come, and asks for the same again', () => {
  const { query, asked } = aList({ isFetchNextPageError: true, error: new Error('Die Verbindung ist weg.') });
  const { target, find } = renderForTest(<MoreButton query={query} />);
  expect(target.querySelector('[role="alert"]')).not.toBeNull();
  find('button', HTMLButtonElement).click();
  expect(asked).toEqual(['next page']);
});
