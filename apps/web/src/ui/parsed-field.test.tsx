// @vitest-environment happy-dom
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { speaksGerman } from '../texts/german-for-test.ts';
import { DateField, MoneyField, NumberField, PercentField } from './number-fields.tsx';
import { renderForTest } from './render-for-test.tsx';

speaksGerman();

type NumberKind = typeof NumberField | typeof MoneyField | typeof PercentField;

/** A field inside a form that keeps its value, as every form does. */
function aForm(
  Kind: NumberKind,
  start: number | null = null,
  rest: { precision?: number; max?: number; unit?: string } = {},
) {
  const seen: (number | null)[] = [];
  const faults: (string | null)[] = [];
  let set: (value: number | null) => void = () => undefined;
  function Form() {
    const [value, setValue] = useState(start);
    set = setValue;
    return (
      <Kind
        label="Wert"
        value={value}
        onChange={(next) => {
          seen.push(next);
          setValue(next);
        }}
        onFault={(message) => faults.push(message)}
        {...rest}
      />
    );
  }
  const page = renderForTest(<Form />);
  const text = () => page.find('input', HTMLInputElement).value;
  const error = () => document.querySelector('[role="alert"]')?.textContent ?? null;
  return { ...page, seen, faults, text, error, setFromOutside: (value: number | null) => set(value) };
}

describe('number field', () => {
  it('keeps the text while typing and formats it on leaving', () => {
    const form = aForm(NumberField);
    form.type('input', '1234,5');
    expect(form.text()).toBe('1234,5');
    form.leave('input');
    expect(form.text()).toBe('1.234,5');
    expect(form.seen).toEqual([1234.5]);
  });

  it('takes a figure with the unit of the field behind it, and no other one', () => {
    const form = aForm(NumberField, null, { unit: '%' });
    form.type('input', '12,5\u00a0% ');
    form.leave('input');
    expect(form.seen.at(-1)).toBe(12.5);
    expect(form.text()).toBe('12,5');
    for (const text of ['%', '5 €']) {
      form.type('input', text);
      form.leave('input');
      expect(form.text()).toBe(text);
      expect(form.error()).toContain('Bitte geben Sie eine Zahl ein');
    }
  });

  it('never loses a text it cannot read, and complains on leaving, not before', () => {
    const form = aForm(NumberField, 7);
    form.type('input', '12x');
    expect(form.error()).toBeNull();
    form.leave('input');
    expect(form.text()).toBe('12x');
    expect(form.error()).toBe('Bitte geben Sie eine Zahl ein, zum Beispiel 1.234,5.');
    expect(form.seen).toEqual([]);
    expect(form.faults).toEqual(['Bitte geben Sie eine Zahl ein, zum Beispiel 1.234,5.']);
    form.type('input', '12');
    expect(form.error()).toBeNull();
    expect(form.seen).toEqual([12]);
  });

  it('refuses 12,7 as a whole number instead of rounding it', () => {
    const form = aForm(NumberField, null, { precision: 0 });
    form.type('input', '12,7');
    form.leave('input');
    expect(form.error()).toBe('Bitte geben Sie eine ganze Zahl ein.');
    expect(form.seen).toEqual([]);
  });

  it('keeps a value out of range and names the limit', () => {
    const form = aForm(NumberField, null, { max: 50 });
    form.type('input', '51');
    form.leave('input');
    expect(form.text()).toBe('51');
    expect(form.error()).toBe('Der Wert darf höchstens 50 sein.');
  });

  it('ties error and label to the control', () => {
    const form = aForm(NumberField);
    form.type('input', 'x');
    form.leave('input');
    const input = form.find('input', HTMLInputElement);
    expect(input.getAttribute('aria-invalid')).toBe('true');
    const message = document.querySelector(`[id="${input.getAttribute('aria-describedby')}"]`);
    expect(message?.textContent).toBe('Bitte geben Sie eine Zahl ein, zum Beispiel 1.234,5.');
    expect(form.find('label', HTMLLabelElement).htmlFor).toBe(input.id);
  });

  it('gives way to a value that changes from outside', () => {
    const form = aForm(NumberField, 1);
    form.type('input', 'x');
    form.leave('input');
    form.change(() => form.setFromOutside(99));
    expect(form.text()).toBe('99');
    expect(form.error()).toBeNull();
  });

  it('is empty for null and says so', () => {
    const form = aForm(NumberField, 5);
    form.type('input', '');
    form.leave('input');
    expect(form.seen).toEqual([null]);
    expect(form.text()).toBe('');
  });
});

describe('amounts, percent, dates', () => {
  it('shows amounts with cents', () => {
    const form = aForm(MoneyField);
    form.type('input', '1.234,5 €');
    form.leave('input');
    expect(form.text()).toBe('1.234,50');
    expect(form.seen).toEqual([1234.5]);
  });

  it('keeps percent as a fraction', () => {
    const form = aForm(PercentField);
    form.type('input', '12,5 %');
    form.leave('input');
    expect(form.text()).toBe('12,5');
    expect(form.seen).toEqual([0.125]);
  });

  it('reads short dates and shows the full one', () => {
    const seen: (string | null)[] = [];
    function Form() {
      const [value, setValue] = useState<string | null>(null);
      return (
        <DateField
          label="Tag"
          value={value}
          onChange={(next) => {
            seen.push(next);
            setValue(next);
          }}
        />
      );
    }
    const page = renderForTest(<Form />);
    page.type('input', '3.4.24');
    page.leave('input');
    expect(page.find('input', HTMLInputElement).value).toBe('03.04.2024');
    page.type('input', '31.2.24');
    page.leave('input');
    expect(document.querySelector('[role="alert"]')?.textContent).toBe('Diesen Tag gibt es nicht.');
    expect(page.find('input', HTMLInputElement).value).toBe('31.2.24');
    expect(seen.at(-1)).toBe('2024-04-03');
  });
});
