/**
 * Another step of the same page begins at its top, and so does whoever goes on by keyboard or has it read out: the button that
 * led there is gone, and with it the focus.
 */
export function beginAtTop(): void {
  window.scrollTo({ top: 0 });
  document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true });
}
