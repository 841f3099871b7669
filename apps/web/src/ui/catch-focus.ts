/**
 * What was done took away the button it was asked for with, and with it the focus: whoever goes on by keyboard or has the page read
 * out begins at its heading, without being scrolled there. Where the button is still there, it has the focus and keeps it.
 */
export function catchFocus(): void {
  // What was loaded anew is drawn, and the dialog has given the focus back, a frame later.
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      if (document.activeElement !== document.body) return;
      document.querySelector<HTMLElement>('main h1[tabindex]')?.focus({ preventScroll: true });
    }),
  );
}
