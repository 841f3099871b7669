/** How far a pointer may wander between press and release and still mean what it pressed, in CSS pixels. */
const steady = 6;

const isWithin = ({ left, right, top, bottom }: DOMRect, { clientX, clientY }: MouseEvent) =>
  clientX >= left && clientX <= right && clientY >= top && clientY <= bottom;

/**
 * What was pressed is what is clicked. Leaving a field by pressing a button checks that field, and a message that comes or
 * goes moves the page before the button is released: without this the release hits something else, and nothing happens.
 * The button captures its pointer, so that the click is its own (Pointer Events 3, section 11.2); who moves away on purpose before
 * releasing still takes the press back (WCAG 2.5.2). Fingers are captured by the browser itself. Menus stay as they are: there
 * the release may choose an entry.
 *
 * Returns what ends it.
 */
export function holdPresses(root: Document = document): () => void {
  let pressed: { readonly button: Element; readonly x: number; readonly y: number } | null = null;
  const press = (event: PointerEvent): void => {
    pressed = null;
    if (event.pointerType === 'touch' || event.button !== 0) return;
    const button = event.target instanceof Element ? event.target.closest('button') : null;
    if (!button || button.hasAttribute('aria-haspopup')) return;
    pressed = { button, x: event.clientX, y: event.clientY };
    try {
      button.setPointerCapture(event.pointerId);
    } catch {
      // The pointer has gone already: the click finds its way without it.
    }
  };
  const click = (event: MouseEvent): void => {
    const from = pressed;
    pressed = null;
    // A click without a press comes from the keyboard.
    if (!from || event.detail === 0) return;
    const isSteady = Math.hypot(event.clientX - from.x, event.clientY - from.y) <= steady;
    if (isSteady || isWithin(from.button.getBoundingClientRect(), event)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  root.addEventListener('pointerdown', press, true);
  root.addEventListener('click', click, true);
  return () => {
    root.removeEventListener('pointerdown', press, true);
    root.removeEventListener('click', click, true);
  };
}
