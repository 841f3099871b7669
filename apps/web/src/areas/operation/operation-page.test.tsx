// @vitest-environment happy-dom
import type { OperationState } from '@depotwerk/api/operation/operation';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import german from '../../../public/assets/i18n/de.json' with { type: 'json' };
import { speaksGerman } from '../../texts/german-for-test.ts';
import { renderForTest } from '../../ui/render-for-test.tsx';
import { withinRouter } from '../../ui/within-router-for-test.tsx';
import { OperationPage } from './operation-page.tsx';

speaksGerman();

const instant = '2026-11-20T09:00:00.000Z';
const { facts } = german.operation;
const ofBefore: OperationState = {
  productVersion: '1.0.0',
  startedAt: instant,
  database: { serverVersion: '15.4', schemaVersion: 1, sizeBytes: 1, startedAt: instant },
  disk: null,
  lastBackup: { madeAt: instant, bytes: 1 },
  queues: {
    openJobs: 0,
    deadJobs: 0,
    oldestJobSeconds: null,
    waitingMails: 3,
    failedMails: 0,
    waitingSms: 0,
    failedSms: 0,
  },
  documentStore: null,
};

/** What the page says, fact by fact. */
function said(state: OperationState): Map<string | null, string | null | undefined> {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  client.setQueryData(['jobs', 'operation'], state);
  const { target } = renderForTest(
    withinRouter(
      <QueryClientProvider client={client}>
        <OperationPage />
      </QueryClientProvider>,
    ),
  );
  return new Map(
    [...target.querySelectorAll('dt')].map((term) => [
      term.textContent,
      term.nextElementSibling?.textContent,
    ]),
  );
}

it('tells how long something waits in the unit people count it in, and that nothing does', () => {
  const queues = {
    ...ofBefore.queues,
    waitingWebhooks: 1,
    oldestWebhookSeconds: 7300,
    oldestMailSeconds: null,
  };
  const page = said({ ...ofBefore, archive: { archivedAt: null, failedAt: null }, queues });
  expect([facts.oldestWebhook, facts.oldestMail, facts.archive].map((label) => page.get(label))).toEqual([
    '2 Stunden',
    german.operation.none,
    german.operation.nothingArchived,
  ]);
});

it('leaves out what a server of the release before does not say, instead of saying that nothing waits', () => {
  const page = said(ofBefore);
  expect(page.get(facts.waitingMails)).toBe('3');
  for (const label of [
    facts.oldestMail,
    facts.waitingWebhooks,
    facts.oldestWebhook,
    facts.archive,
    facts.certificate,
  ])
    expect(page.has(label)).toBe(false);
});

it('tells until when the certificate is valid, or why nobody knows', () => {
  const certificate = { host: 'haus.example', validUntil: '2027-02-01T00:00:00.000Z', isRefused: false };
  const told = (seen: OperationState['certificate']) =>
    said({ ...ofBefore, certificate: seen }).get(facts.certificate);
  expect(told(certificate)).toMatch(/^haus\.example, gültig bis 01\.02\.2027/);
  expect(told({ ...certificate, validUntil: null })).toBe('haus.example, von hier nicht zu sehen');
  expect(told({ ...certificate, validUntil: null, isRefused: true })).toBe(
    'haus.example, abgelaufen oder für einen anderen Namen',
  );
  expect(told(null)).toBe(german.operation.certificate.none);
});
