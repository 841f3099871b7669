import type { ReactNode } from 'react';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { onTestFinished } from 'vitest';

declare global {
  // React asks for this flag before it lets `act` flush effects.
  var IS_REACT_ACT_ENVIRONMENT: boolean | undefined;
}

let shown: Root | undefined;

/** What stayed drawn would go on hearing of the session and the texts of later tests, those of other files among them. */
function takeAway(): void {
  act(() => shown?.unmount());
  shown = undefined;
}

/** Draws into a fresh page and gives what tests of components need; for tests with happy-dom only. It goes with its test. */
export function renderForTest(node: ReactNode) {
  globalThis.IS_REACT_ACT_ENVIRONMENT = true;
  takeAway();
  onTestFinished(takeAway);
  document.body.innerHTML = '';
  const target = document.body.appendChild(document.createElement('div'));
  const root = createRoot(target);
  shown = root;
  act(() => root.render(node));

  function find<Kind extends Element>(selector: string, kind: new () => Kind): Kind {
    const element = document.querySelector(selector);
    if (!(element instanceof kind)) throw new Error(`Nothing at ${selector}`);
    return element;
  }

  return {
    target,
    find,
    rerender: (next: ReactNode) => act(() => root.render(next)),
    /** For state that changes from outside the page. */
    change: (work: () => void) => act(work),
    click: (selector: string) => act(() => find(selector, HTMLElement).click()),
    /** Replaces the text of an input the way a user's typing does. */
    type: (selector: string, text: string) =>
      act(() => {
        const input = find(selector, HTMLInputElement);
        // React watches the property on the element; the prototype's setter goes past it.
        Reflect.set(HTMLInputElement.prototype, 'value', text, input);
        input.dispatchEvent(new Event('input', { bubbles: true }));
      }),
    leave: (selector: string) =>
      act(() => {
        find(selector, HTMLInputElement).dispatchEvent(new FocusEvent('focusout', { bubbles: true }));
      }),
  };
}
