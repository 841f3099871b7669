// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import german from '../../../public/assets/i18n/de.json' with { type: 'json' };
import { startTexts } from '../../texts/texts.ts';
import { renderForTest } from '../../ui/render-for-test.tsx';
import { CompleteCard } from './complete-card.tsx';

beforeAll(async () => {
  await startTexts('de', () => Promise.resolve(Response.json(german)));
});
afterEach(() => {
  vi.unstubAllGlobals();
});

it('tells a server of the release before, which knows no versions of terms, of none', async () => {
  const sent: unknown[] = [];
  vi.stubGlobal('fetch', (_url: string, { body }: { body: string }) => {
    sent.push(JSON.parse(body));
    return Promise.resolve(Response.json({ isUserCreated: false }));
  });
  const page = renderForTest(
    <QueryClientProvider client={new QueryClient()}>
      <CompleteCard
        guid="a"
        invitationGuid="b"
        email="ida@post.example"
        hasResult
        isDone={false}
        onDone={() => undefined}
      />
    </QueryClientProvider>,
  );
  page.click('input[type=checkbox]');
  page.change(() => page.find('form', HTMLFormElement).requestSubmit());
  await expect.poll(() => sent).toEqual([{ analysisGuid: 'a', termsAccepted: false }]);
});
