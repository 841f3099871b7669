import { asReadersWrite, dayAsTyped, numberAsTyped } from '@depotwerk/domain/notation';

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const controls = (): Control[] => [
  ...document.querySelectorAll<Control>('main :is(input, textarea, select)'),
];

const kindOf = (control: Control) => `${control.type} ${control.autocomplete} ${control.name && 'named'}`;

/** A typed figure or day means the same in the other language: what was 1.234 is 1,234 then. */
const isFigure = (control: Control) => ['decimal', 'numeric'].includes(control.inputMode);
const inGerman = (text: string) =>
  /^\s*\d{1,2}[./]\d{1,2}(?:[./]|$)/.test(text) ? dayAsTyped(text) : numberAsTyped(text);

/**
 * Remembers what stands in the fields of the page, before it is drawn anew in another language.
 * @returns puts it back as if it were typed, once the same fields are there again (within a second)
 */
export function keepTyped(): () => Promise<void> {
  const before = controls().map((control) => ({
    kind: kindOf(control),
    value: isFigure(control) ? inGerman(control.value) : control.value,
    isChecked: control instanceof HTMLInputElement && control.checked,
  }));
  const first = controls()[0];
  return async () => {
    const end = Date.now() + 1000;
    while (Date.now() < end) {
      await new Promise((resolve) => setTimeout(resolve, 30));
      const now = controls();
      const isBack =
        now.length === before.length &&
        now[0] !== first &&
        now.every((control, index) => kindOf(control) === before[index]?.kind);
      if (!isBack) continue;
      for (const [index, control] of now.entries()) {
        const typed = before[index];
        if (typed)
          putBack(control, isFigure(control) ? { ...typed, value: asReadersWrite(typed.value) } : typed);
      }
      return;
    }
  };
}

function putBack(control: Control, { value, isChecked }: { value: string; isChecked: boolean }): void {
  if (control instanceof HTMLInputElement && (control.type === 'checkbox' || control.type === 'radio')) {
    if (isChecked && !control.checked) control.click();
    return;
  }
  if (control.value === value || (control instanceof HTMLInputElement && control.type === 'file')) return;
  // React listens to the event and compares with what it set itself: the value goes past it, through the element's own setter.
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), 'value')?.set?.call(control, value);
  control.dispatchEvent(
    new Event(control instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }),
  );
}
