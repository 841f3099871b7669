// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { renderForTest } from '../../ui/render-for-test.tsx';
import { usePassFocusOn } from './pass-focus-on.ts';

function Row({ name }: { name: string }) {
  const row = usePassFocusOn();
  return (
    <li ref={row} className="row">
      <button type="button">{name}</button>
    </li>
  );
}

/** Two groups, as tasks of two kinds. */
const lists = (first: string[], second: string[]) => (
  <main>
    <h1 tabIndex={-1}>Arbeitsplatz</h1>
    {[first, second].map((names, index) => (
      <ul key={index === 0 ? 'first' : 'second'}>
        {names.map((name) => (
          <Row key={name} name={name} />
        ))}
      </ul>
    ))}
  </main>
);

it('gives the focus of a row that goes to the next one, in whichever group, and after the last to the heading', async () => {
  const page = renderForTest(lists(['Alpha', 'Beta'], ['Gamma']));
  const focused = () => document.activeElement?.textContent;
  const focus = (name: string) =>
    [...document.querySelectorAll('button')].find(({ textContent }) => textContent === name)?.focus();
  focus('Alpha');
  page.rerender(lists(['Beta'], ['Gamma']));
  await expect.poll(focused).toBe('Beta');
  page.rerender(lists([], ['Gamma']));
  await expect.poll(focused).toBe('Gamma');
  page.rerender(lists([], []));
  await expect.poll(focused).toBe('Arbeitsplatz');

  // Who is elsewhere stays there.
  page.rerender(lists(['Alpha', 'Beta'], ['Gamma']));
  focus('Gamma');
  page.rerender(lists(['Beta'], ['Gamma']));
  await new Promise((drawn) => requestAnimationFrame(drawn));
  expect(focused()).toBe('Gamma');
});
