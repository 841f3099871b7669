// @vitest-environment happy-dom
import type { ArchivedDocument } from '@depotwerk/api/documents/documents';
import { act, type ReactNode } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiTokenSecret } from '../areas/auth/api-token-secret.tsx';
import { RecoveryCodes } from '../areas/auth/recovery-codes.tsx';
import { documentMenu } from '../areas/documents/document-list.tsx';
import { speaksGerman } from '../texts/german-for-test.ts';
import { renderForTest } from './render-for-test.tsx';
import { clearToasts, ToastRegion } from './toast.tsx';

speaksGerman();
// Files before may have told something, too.
beforeEach(() => act(clearToasts));
afterEach(() => {
  vi.unstubAllGlobals();
});

const byHand = 'Der Browser lässt das Kopieren hier nicht zu. Bitte kopieren Sie den Text von Hand.';
/** As on a page that came without TLS, and where the browser asks and is refused. */
const closed = [undefined, { writeText: () => Promise.reject(new Error('denied')) }];

async function toldBy(clipboard: unknown, node: ReactNode): Promise<string> {
  vi.stubGlobal('navigator', { clipboard });
  const page = renderForTest(
    <>
      {node}
      <ToastRegion />
    </>,
  );
  await act(async () => page.find('.row button', HTMLElement).click());
  return page.find('.ui-toasts', HTMLElement).textContent ?? '';
}

describe.each([
  ['a token', <ApiTokenSecret key="a" secret="geheim" onDone={() => undefined} />, 'geheim'],
  [
    'recovery codes',
    <RecoveryCodes key="a" codes={['eins', 'zwei']} onDone={() => undefined} />,
    'eins\nzwei',
  ],
])('what is shown this once: %s', (_what, node, text) => {
  it('is copied, and says so', async () => {
    const writeText = vi.fn<(text: string) => Promise<void>>(() => Promise.resolve());
    expect(await toldBy({ writeText }, node)).toBe('In die Zwischenablage kopiert');
    expect(writeText).toHaveBeenCalledWith(text);
  });

  it.each(closed)('says what to do where nobody may copy (%#)', async (clipboard) => {
    expect(await toldBy(clipboard, node)).toBe(byHand);
  });
});

it('a checksum, of which the page shows the beginning, is told where nobody may copy', async () => {
  // The menu of a released document reads no more of it.
  const document = { id: 'a', contentHash: 'abc123', state: 'released' } as ArchivedDocument;
  const entry = documentMenu(document, null, () => undefined).find(({ key }) => key === 'hash');
  for (const clipboard of closed) {
    vi.stubGlobal('navigator', { clipboard });
    const page = renderForTest(<ToastRegion />);
    await act(async () => entry?.onSelect?.());
    expect(page.find('.ui-toasts', HTMLElement).textContent).toBe(`${byHand} Prüfsumme (SHA-256): abc123`);
    act(clearToasts);
  }
});
