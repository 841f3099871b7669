// @vitest-environment happy-dom
import { expect, it, vi } from 'vitest';
import { setFileTaker } from './app-shell-files.ts';
import { saveFile } from './save-file.ts';

it('hands every PDF to the app around the page, however its name is written, and nothing else', () => {
  const taken = vi.fn();
  setFileTaker(taken);
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue(undefined);
  for (const fileName of ['Vertrag.pdf', 'VERTRAG.PDF', 'Foto.png', 'pdf'])
    saveFile({ fileName, blob: new Blob([]) });
  expect(taken.mock.calls.map(([file]: { fileName: string }[]) => file?.fileName)).toEqual([
    'Vertrag.pdf',
    'VERTRAG.PDF',
  ]);
});
