// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { speaksGerman } from '../../../texts/german-for-test.ts';
import { renderForTest } from '../../../ui/render-for-test.tsx';
import { PermissionChecks } from './permission-checks.tsx';

speaksGerman();

const category = {
  category: 'customers',
  categoryName: 'Kunden',
  permissions: [{ id: 'customers.view', name: 'Kunden ansehen' }],
};
const checks = (foldLabel?: (name: string) => string) => (
  <PermissionChecks
    categories={[category]}
    selected={new Set<string>()}
    onChange={() => {}}
    isDisabled={false}
    mayGive={() => true}
    {...(foldLabel !== undefined && { foldLabel })}
  />
);
const folded = '.permission-checks__category--folded';

it('a category is folded where the form asks for it, and opened and closed by its button', () => {
  const page = renderForTest(checks((name) => `Einzelne Aufgaben: ${name}`));
  const button = 'button[aria-label="Einzelne Aufgaben: Kunden"]';
  const states = [page.target.querySelectorAll(folded).length];
  for (const _ of [1, 2]) {
    page.click(button);
    states.push(page.target.querySelectorAll(folded).length);
  }
  expect(states).toEqual([1, 0, 1]);
  expect(page.target.querySelector(button)?.getAttribute('aria-expanded')).toBe('false');
  const plain = renderForTest(checks());
  expect([
    plain.target.querySelectorAll(folded).length,
    plain.target.querySelectorAll('button').length,
  ]).toEqual([0, 0]);
});
