// @vitest-environment happy-dom
import { afterEach, describe, expect, it, vi } from 'vitest';
import { holdPresses } from './held-press.ts';

const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
  document.body.replaceChildren();
});

/** A page with one button at 0 to 100, 0 to 20, and what its clicks and captures come to. */
function pageWithButton(html = '<button type="button"><span>Sichern</span></button>') {
  document.body.innerHTML = html;
  ends.push(holdPresses());
  const button = document.querySelector('button');
  if (!button) throw new Error('no button');
  button.getBoundingClientRect = () => new DOMRect(0, 0, 100, 20);
  const capture = vi.fn<(pointer: number) => void>();
  button.setPointerCapture = capture;
  const clicked = vi.fn<() => void>();
  button.addEventListener('click', clicked);
  const target = button.firstElementChild ?? button;
  return {
    button,
    capture,
    clicked,
    press: (x: number, y: number, pointerType = 'mouse') =>
      target.dispatchEvent(
        new PointerEvent('pointerdown', {
          bubbles: true,
          button: 0,
          clientX: x,
          clientY: y,
          pointerId: 3,
          pointerType,
        }),
      ),
    release: (x: number, y: number, detail = 1) =>
      button.dispatchEvent(
        new MouseEvent('click', { bubbles: true, cancelable: true, clientX: x, clientY: y, detail }),
      ),
  };
}

describe('a pressed button', () => {
  it('captures the pointer, also where its text was pressed', () => {
    const page = pageWithButton();
    page.press(10, 10);
    expect(page.capture).toHaveBeenCalledWith(3);
  });

  it('is clicked where the page moved it away from a pointer that stood still', () => {
    const page = pageWithButton();
    page.press(10, 10);
    page.button.getBoundingClientRect = () => new DOMRect(0, 90, 100, 20);
    page.release(12, 11);
    expect(page.clicked).toHaveBeenCalledTimes(1);
  });

  it('is not clicked by somebody who moved away before releasing, but by one who moved within it', () => {
    const page = pageWithButton();
    page.press(10, 10);
    page.release(10, 60);
    expect(page.clicked).not.toHaveBeenCalled();
    page.press(10, 10);
    page.release(90, 10);
    expect(page.clicked).toHaveBeenCalledTimes(1);
  });

  it('leaves the keyboard, fingers and the buttons of menus alone', () => {
    const page = pageWithButton('<button type="button" aria-haspopup="menu">Mehr</button>');
    page.press(10, 10);
    expect(page.capture).not.toHaveBeenCalled();
    page.button.removeAttribute('aria-haspopup');
    page.press(10, 10, 'touch');
    expect(page.capture).not.toHaveBeenCalled();
    page.press(10, 10);
    page.release(0, 500, 0);
    expect(page.clicked).toHaveBeenCalledTimes(1);
  });
});
