// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import german from '../../../public/assets/i18n/de.json' with { type: 'json' };
import { speaksGerman } from '../../texts/german-for-test.ts';
import { renderForTest } from '../../ui/render-for-test.tsx';
import { withinRouter } from '../../ui/within-router-for-test.tsx';
import { chosenName, noteChosenName } from '../auth/public/chosen-name.ts';
import { CompleteCard } from './complete-card.tsx';

speaksGerman();
afterEach(() => {
  noteChosenName('');
  vi.unstubAllGlobals();
});

function Completing({ isUnderage = false }: { isUnderage?: boolean }) {
  const [isDone, setDone] = useState(false);
  return (
    <QueryClientProvider client={new QueryClient()}>
      <CompleteCard
        guid="a"
        invitationGuid="b"
        email="ida@post.example"
        isUnderage={isUnderage}
        hasResult
        isDone={isDone}
        onDone={() => setDone(true)}
      />
    </QueryClientProvider>
  );
}

it('tells a server of the release before, which knows no versions of terms, of none', async () => {
  const sent: unknown[] = [];
  vi.stubGlobal('fetch', (_url: string, { body }: { body: string }) => {
    sent.push(JSON.parse(body));
    return Promise.resolve(Response.json({ isUserCreated: false }));
  });
  const page = renderForTest(withinRouter(<Completing />));
  page.click('input[type=checkbox]');
  page.change(() => page.find('form', HTMLFormElement).requestSubmit());
  await expect.poll(() => sent).toEqual([{ analysisGuid: 'a', termsAccepted: false }]);
});

it.each([
  [false, true],
  [true, false],
])('says whether a password was chosen for nothing (user created: %s)', async (isUserCreated, isSaid) => {
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ isUserCreated })));
  const page = renderForTest(withinRouter(<Completing />));
  for (const { id } of page.target.querySelectorAll('input[type=password]'))
    page.type(`[id="${id}"]`, 'Sieben-blaue-Zwerge-42');
  page.change(() => page.find('form', HTMLFormElement).requestSubmit());
  await expect.poll(() => page.target.textContent).toContain(german.prospects.complete.done);
  expect(page.target.textContent.includes(german.prospects.complete.noAccess)).toBe(isSaid);
  expect(page.target.textContent.includes(german.prospects.complete.accessMade)).toBe(isUserCreated);
  // The sign-in that follows begins with the name a password was just chosen for.
  expect(chosenName()).toBe(isUserCreated ? 'ida@post.example' : '');
  expect(page.target.textContent).toContain(german.prospects.complete.login);
});

it('offers a child no access of her own, and sends none', async () => {
  const sent: unknown[] = [];
  vi.stubGlobal('fetch', (_url: string, { body }: { body: string }) => {
    sent.push(JSON.parse(body));
    return Promise.resolve(Response.json({ isUserCreated: false }));
  });
  const page = renderForTest(withinRouter(<Completing isUnderage />));
  expect(page.target.textContent).toContain(german.prospects.complete.underage);
  expect(page.target.querySelectorAll('input')).toHaveLength(0);
  page.change(() => page.find('form', HTMLFormElement).requestSubmit());
  await expect.poll(() => sent).toEqual([{ analysisGuid: 'a', termsAccepted: false }]);
});
