// @vitest-environment happy-dom
import { act } from 'react';
import { expect, it, vi } from 'vitest';
import { speaksGerman } from '../texts/german-for-test.ts';
import { Field } from './field.tsx';
import { FileInput } from './file-input.tsx';
import { renderForTest } from './render-for-test.tsx';

speaksGerman();

it('says the words of the house, the name of the file, and keeps it when somebody chooses none', () => {
  const onChoose = vi.fn<(file: File) => void>();
  const page = renderForTest(
    <Field label="Datei" hint="CSV" error="Fehlt.">
      {(attributes) => <FileInput attributes={attributes} accept=".csv" onChoose={onChoose} />}
    </Field>,
  );
  const choose = (files: File[]) =>
    act(() => {
      const input = page.find('input', HTMLInputElement);
      Object.defineProperty(input, 'files', { value: files, configurable: true });
      input.dispatchEvent(new Event('change', { bubbles: true }));
    });
  const face = () => page.find('.ui-file__face', HTMLElement).textContent;
  expect(face()).toBe('Datei auswählenKeine Datei gewählt');
  choose([new File(['a'], 'bestand.csv')]);
  expect(onChoose).toHaveBeenCalledOnce();
  expect(face()).toBe('Datei auswählenbestand.csv');
  choose([]);
  expect(onChoose).toHaveBeenCalledOnce();
  expect(face()).toBe('Datei auswählenbestand.csv');
  // Hint, fault and the name of the file are read out with it.
  const described = page.find('input', HTMLInputElement).getAttribute('aria-describedby')?.split(' ') ?? [];
  expect(described.map((id) => document.querySelector(`[id="${id}"]`)?.textContent)).toEqual([
    'CSV',
    'Fehlt.',
    'bestand.csv',
  ]);
});
