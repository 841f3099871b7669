/**
 * What had the focus may be gone, and the focus with it: whoever goes on by keyboard or has the page read out begins at its heading then,
 * without being scrolled there. What is still there keeps it.
 */
export function catchLostFocus(): void {
  if (document.activeElement !== document.body) return;
  document.querySelector<HTMLElement>('main h1[tabindex]')?.focus({ preventScroll: true });
}

/** The same after what was done took away the button it was asked for with. */
export function catchFocus(): void {
  // What was loaded anew is drawn, and the dialog has given the focus back, a frame later.
  requestAnimationFrame(() => requestAnimationFrame(catchLostFocus));
}
