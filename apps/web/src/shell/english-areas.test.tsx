// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import english from '../../public/assets/i18n/en.json' with { type: 'json' };
import { HistoryTab } from '../areas/contracts/history-tab.tsx';
import { LineTable } from '../areas/imports/public/line-fates.tsx';
import { PlausibilityDialog } from '../areas/tariffs/files/plausibility-dialog.tsx';
import { historyQuery } from '../queries/contract-queries.ts';
import { speaksEnglish } from '../texts/english-for-test.ts';
import { renderForTest } from '../ui/render-for-test.tsx';

speaksEnglish();

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

it('values of a history that are opened are written as the one above them', () => {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  const valuation = (month: number) => ({
    id: `valuation-${month}`,
    kind: 'valuation' as const,
    title: 'Portfoliowert',
    text: `${month}.234,56\u00a0€`,
    occurredAt: `2026-0${month}-28T00:00:00.000Z`,
    actorName: null,
  });
  client.setQueryData(historyQuery('1').queryKey, [4, 3, 2, 1].map(valuation));
  const { target } = renderForTest(
    <QueryClientProvider client={client}>
      <HistoryTab contractId="1" />
    </QueryClientProvider>,
  );
  for (const month of [4, 3, 2, 1]) expect(target.textContent).toContain(`€${month},234.56`);
});
