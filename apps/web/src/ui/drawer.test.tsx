// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { Drawer } from './drawer.tsx';
import { renderForTest } from './render-for-test.tsx';

it('does not stay above the page the browser goes back to', () => {
  const asked: boolean[] = [];
  const drawer = (isOpen: boolean) => (
    <Drawer label="Verwaltung" isOpen={isOpen} onOpenChange={(next) => asked.push(next)}>
      Fonds
    </Drawer>
  );
  const goBack = () => void dispatchEvent(new PopStateEvent('popstate'));
  const { change, rerender } = renderForTest(drawer(true));
  change(goBack);
  expect(asked).toEqual([false]);
  rerender(drawer(false));
  change(goBack);
  expect(asked).toEqual([false]);
});
