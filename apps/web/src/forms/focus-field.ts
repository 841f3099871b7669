const controls = ':is(input, select, textarea, button):not([disabled])';

/** Leads to the field with this path (`FormField`) within a form, or anywhere on the page. */
export function focusField(path: string, formId?: string): void {
  const root = formId === undefined ? document : document.getElementById(formId);
  root?.querySelector<HTMLElement>(`[data-path="${CSS.escape(path)}"] ${controls}`)?.focus();
}
