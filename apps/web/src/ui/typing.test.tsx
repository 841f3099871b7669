// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { renderForTest } from './render-for-test.tsx';
import { useIsTyping, useWasInUse } from './typing.ts';

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

function Late({ isReady }: { readonly isReady: boolean }) {
  return <output>{useWasInUse(isReady) ? 'in use' : 'new'}</output>;
}

it('knows a page that is in use by the first touch, until what it waits for is there', () => {
  const said = (isReady: boolean) => {
    const page = renderForTest(<Late isReady={isReady} />);
    page.change(() => {
      document.dispatchEvent(new Event('pointerdown'));
    });
    return page.find('output', HTMLElement).textContent;
  };
  expect(said(false)).toBe('in use');
  expect(said(true)).toBe('new');
});
