/**
 * Leads to the first field of the button's form, window or page whose text cannot be read (`ParsedField`); false where there
 * is none. Such a field stands for the value it had before, which nobody sees any more: nothing may be sent with it.
 */
export function leadsToUnreadable(button: Element): boolean {
  const field = button.closest('form,[role=dialog],main')?.querySelector<HTMLElement>('[data-unreadable]');
  // A field that is left says what is wrong; the key Enter leaves none.
  field?.blur();
  field?.focus();
  return Boolean(field);
}
