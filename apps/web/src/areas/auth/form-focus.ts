import { useEffect } from 'react';

/**
 * What was pressed gives way to a form, and the form to what comes next: whoever works by keyboard goes with them.
 * @param formId of a form that is shown as long as the component
 */
export function useFormFocus(formId: string): void {
  useEffect(() => {
    const form = document.getElementById(formId);
    const place = form?.parentElement;
    form?.querySelector('input')?.focus();
    return () => {
      if (!place?.isConnected || document.activeElement !== document.body) return;
      place.querySelector<HTMLElement>('input, button')?.focus();
    };
  }, [formId]);
}
