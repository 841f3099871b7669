// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { afterAll, beforeAll, expect, it } from 'vitest';
import german from '../../public/assets/i18n/de.json' with { type: 'json' };
import english from '../../public/assets/i18n/en.json' with { type: 'json' };
import { LineTable } from '../areas/imports/line-fates.tsx';
import { PlausibilityDialog } from '../areas/tariffs/files/plausibility-dialog.tsx';
import { changeLanguage } from '../texts/change-language.ts';
import { startTexts } from '../texts/texts.ts';
import { renderForTest } from '../ui/render-for-test.tsx';

const server = (input: RequestInfo | URL) =>
  Promise.resolve(Response.json(typeof input === 'string' && input.includes('/en.') ? english : german));

beforeAll(async () => {
  await startTexts('de', server);
  await changeLanguage('en', server);
});
afterAll(async () => {
  await changeLanguage('de', server);
  localStorage.clear();
});

it('the reasons for lines of a file are English', () => {
  const reason = 'Die Vertragsnummer wurde seit der Prüfung vergeben.';
  const page = renderForTest(<LineTable lines={[{ line: 2, subject: 'EW-1', fate: 'refused', reason }]} />);
  expect(page.target.textContent).toContain(english.words[reason]);
});

it('the rules of plausibility are English', () => {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  client.setQueryData(['plausibilityRules'], { severities: {}, etag: '"1"' });
  renderForTest(
    <QueryClientProvider client={client}>
      <PlausibilityDialog onClose={() => {}} />
    </QueryClientProvider>,
  );
  const shown = document.body.textContent;
  expect(shown).toContain(english.words['Bänder überschneiden sich']);
  expect(shown).not.toMatch(/[äöüß]/);
});
