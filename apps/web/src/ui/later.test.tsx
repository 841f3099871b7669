// @vitest-environment happy-dom
import { Suspense } from 'react';
import { expect, it } from 'vitest';
import { type Later, later } from './later.tsx';
import { renderForTest } from './render-for-test.tsx';

const Shown = ({ name }: { name: string }) => <p>Hallo {name}</p>;
const drawn = (Component: Later<{ name: string }>) =>
  renderForTest(
    <Suspense fallback={<p>Lädt</p>}>
      <Component name="Anna" />
    </Suspense>,
  );

it('renders at once what was preloaded, and waits for what was not', async () => {
  const Component = later(() => Promise.resolve(Shown));
  drawn(Component);
  expect(document.body.textContent).toBe('Lädt');
  document.body.replaceChildren();
  await Component.preload();
  drawn(Component);
  expect(document.body.textContent).toBe('Hallo Anna');
});

it('tries a failed download again', async () => {
  let tries = 0;
  const Component = later(() => {
    tries += 1;
    return tries === 1 ? Promise.reject(new Error('offline')) : Promise.resolve(Shown);
  });
  await expect(Component.preload()).rejects.toThrow('offline');
  await Component.preload();
  await Component.preload();
  expect(tries).toBe(2);
});
