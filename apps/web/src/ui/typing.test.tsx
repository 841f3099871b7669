// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { renderForTest } from './render-for-test.tsx';
import { useIsTyping } from './typing.ts';

function Probe() {
  return (
    <>
      <output>{useIsTyping() ? 'typing' : 'idle'}</output>
      <input name="first" />
      <input name="second" />
      <button type="button">Weiter</button>
    </>
  );
}

it('lasts from the first key in a field until the fields are left, not only this one', () => {
  const page = renderForTest(<Probe />);
  const said = () => page.find('output', HTMLElement).textContent;
  const goTo = (from: string, to: string) =>
    page.change(() => {
      page
        .find(from, HTMLElement)
        .dispatchEvent(
          new FocusEvent('focusout', { bubbles: true, relatedTarget: page.find(to, HTMLElement) }),
        );
    });
  expect(said()).toBe('idle');
  page.type('[name="first"]', 'A');
  expect(said()).toBe('typing');
  goTo('[name="first"]', '[name="second"]');
  expect(said()).toBe('typing');
  goTo('[name="second"]', 'button');
  expect(said()).toBe('idle');
});
