// @vitest-environment happy-dom
import { act } from 'react';
import { expect, it, vi } from 'vitest';
import { speaksGerman } from '../../../texts/german-for-test.ts';
import { renderForTest } from '../../../ui/render-for-test.tsx';
import { FileChooser } from './file-chooser.tsx';

speaksGerman();

it('sends neither nothing nor an empty or a larger file, and says why', () => {
  const onSend = vi.fn<(file: File) => void>();
  const onChoose = vi.fn<() => void>();
  const page = renderForTest(
    <FileChooser
      label="Datei"
      hint=""
      accept=".json"
      isBusy={false}
      largest={{ bytes: 3, text: 'Zu groß.' }}
      onChoose={onChoose}
      onSend={onSend}
    />,
  );
  const choose = (content: string) =>
    act(() => {
      const input = page.find('input', HTMLInputElement);
      Object.defineProperty(input, 'files', { value: [new File([content], 'a.json')], configurable: true });
      input.dispatchEvent(new Event('change', { bubbles: true }));
    });
  const send = () => page.click('button');
  send();
  expect(page.target.textContent).toContain('Bitte wählen Sie eine Datei.');
  choose('');
  expect(page.target.textContent).not.toContain('leer');
  send();
  expect(page.target.textContent).toContain('Die Datei ist leer.');
  choose('abcd');
  send();
  expect(page.target.textContent).toContain('Zu groß.');
  expect(onSend).not.toHaveBeenCalled();
  choose('abc');
  send();
  expect(onSend).toHaveBeenCalledOnce();
  // Whoever shows what was read of a file hears of the next one.
  expect(onChoose).toHaveBeenCalledTimes(3);
});
