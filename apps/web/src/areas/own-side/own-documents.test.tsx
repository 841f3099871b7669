// @vitest-environment happy-dom
import type { ArchivedDocument } from '@depotwerk/api/documents/documents';
import { QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import german from '../../../public/assets/i18n/de.json' with { type: 'json' };
import { json, refused } from '../../platform/api-client-for-test.ts';
import { queryClient } from '../../platform/query-client.ts';
import { resetSession, useSession } from '../../platform/session.ts';
import { aUser } from '../../platform/user-for-test.ts';
import { speaksGerman } from '../../texts/german-for-test.ts';
import { renderForTest } from '../../ui/render-for-test.tsx';
import { OwnDocuments } from './own-documents.tsx';

speaksGerman();
afterEach(() => {
  queryClient.clear();
  resetSession();
  vi.unstubAllGlobals();
});

const at = '2026-11-20T09:00:00.000Z';
const customerId = crypto.randomUUID();
const paper: ArchivedDocument = {
  id: crypto.randomUUID(),
  documentType: 'other',
  title: 'Vollmacht',
  fileName: 'Vollmacht.pdf',
  mediaType: 'application/pdf',
  byteSize: 1247,
  contentHash: 'a'.repeat(64),
  reportId: null,
  dataHash: null,
  contractId: null,
  contractKey: null,
  customerId,
  customerName: 'Erika Müller',
  consultationId: null,
  state: 'released',
  releasedAt: at,
  releasedByName: 'Jürgen Weiß',
  readAt: at,
  signatureRequestedAt: at,
  signedAt: null,
  signatureWay: null,
  createdAt: at,
  createdByName: 'Jürgen Weiß',
  rowVersion: 1,
};

const soon = (check: () => unknown) =>
  vi.waitFor(
    async () => {
      await act(() => new Promise<void>((done) => setTimeout(done, 5)));
      expect(check()).toBeTruthy();
    },
    { timeout: 10_000 },
  );

it('stops asking for a signature once it was refused because the wish was taken back', async () => {
  useSession.setState({ user: aUser({ permissions: ['documents.view'] }), accessToken: 'token' });
  let isWanted = true;
  vi.stubGlobal('fetch', (address: string) => {
    if (!address.endsWith('/signature'))
      return Promise.resolve(json([isWanted ? paper : { ...paper, signatureRequestedAt: null }]));
    isWanted = false;
    return Promise.resolve(refused('signatures.notRequested', 409));
  });
  const page = renderForTest(
    <QueryClientProvider client={queryClient}>
      <OwnDocuments customerId={customerId} />
    </QueryClientProvider>,
  );
  const offer = '[aria-label="Vollmacht unterschreiben"]';
  await soon(() => page.target.querySelector(offer));
  page.click(offer);
  const choice = '[role=dialog] [role=radio], [role=dialog] [type=radio]';
  await soon(() => document.querySelectorAll(choice)[1]);
  page.change(() => [...document.querySelectorAll<HTMLElement>(choice)][1]?.click());
  page.type('[role=dialog] [autocomplete=name]', 'Erika Müller');
  page.change(() => page.find('[role=dialog] form', HTMLFormElement).requestSubmit());
  await soon(() => document.body.textContent.includes(german.errors.signatures.notRequested.message));
  await soon(() => page.target.querySelector(offer) === null);
  expect(page.target.textContent).toContain('Vollmacht');
});

it('asks each of several holders under her own name and says who is missing', async () => {
  useSession.setState({ user: aUser({ permissions: ['documents.view'] }), accessToken: 'token' });
  const own = crypto.randomUUID();
  const signers = [
    { customerId, name: 'Erika Müller', readAt: null, signedAt: at, way: 'drawing' },
    { customerId: own, name: 'Paul Müller', readAt: at, signedAt: null, way: null },
  ];
  vi.stubGlobal('fetch', () => Promise.resolve(json([{ ...paper, signers }])));
  const page = renderForTest(
    <QueryClientProvider client={queryClient}>
      <OwnDocuments customerId={own} />
    </QueryClientProvider>,
  );
  await soon(() => document.body.textContent.includes('1 von 2 unterschrieben · es fehlt noch: Paul Müller'));
  page.click('[aria-label="Vollmacht unterschreiben"]');
  const choice = '[role=dialog] [role=radio], [role=dialog] [type=radio]';
  await soon(() => document.querySelectorAll(choice)[1]);
  page.change(() => [...document.querySelectorAll<HTMLElement>(choice)][1]?.click());
  await soon(() => document.querySelector('[role=dialog] [autocomplete=name]'));
  expect(document.body.textContent).toContain('Bitte so eingeben: Paul Müller');
});

it('says of several who are missing that they are', async () => {
  useSession.setState({ user: aUser({ permissions: ['documents.view'] }), accessToken: 'token' });
  const open = { readAt: null, signedAt: null, way: null };
  const signers = [
    { customerId, name: 'Erika Müller', ...open },
    { customerId: crypto.randomUUID(), name: 'Paul Müller', ...open },
  ];
  vi.stubGlobal('fetch', () => Promise.resolve(json([{ ...paper, signers }])));
  const page = renderForTest(
    <QueryClientProvider client={queryClient}>
      <OwnDocuments customerId={customerId} />
    </QueryClientProvider>,
  );
  const said = '0 von 2 unterschrieben · es fehlen noch: Erika Müller und Paul Müller';
  await soon(() => page.target.textContent.includes(said));
  expect(page.target.textContent).not.toContain('es fehlt noch');
});

it('asks nobody underage to sign: her representatives do, on paper', async () => {
  useSession.setState({ user: aUser({ permissions: ['documents.view'] }), accessToken: 'token' });
  vi.stubGlobal('fetch', () => Promise.resolve(json([paper])));
  const page = renderForTest(
    <QueryClientProvider client={queryClient}>
      <OwnDocuments customerId={customerId} isUnderage />
    </QueryClientProvider>,
  );
  await soon(() => page.target.textContent.includes(german.ownSide.sign.represented));
  expect(page.target.querySelector('[aria-label="Vollmacht unterschreiben"]')).toBeNull();
});

it('sends why somebody does not sign, and still lets her sign', async () => {
  useSession.setState({ user: aUser({ permissions: ['documents.view'] }), accessToken: 'token' });
  let declinedAt: string | null = null;
  const sent: unknown[] = [];
  vi.stubGlobal('fetch', (address: string, { body }: RequestInit) => {
    if (!address.endsWith('/signature/decline')) return Promise.resolve(json([{ ...paper, declinedAt }]));
    declinedAt = at;
    sent.push(body);
    return Promise.resolve(json({ ...paper, declinedAt }));
  });
  const page = renderForTest(
    <QueryClientProvider client={queryClient}>
      <OwnDocuments customerId={customerId} />
    </QueryClientProvider>,
  );
  const offer = '[aria-label="Unterschrift unter Vollmacht ablehnen"]';
  await soon(() => page.target.querySelector(offer));
  page.click(offer);
  await soon(() => document.querySelector('[role=dialog] textarea'));
  const submit = () => page.change(() => page.find('[role=dialog] form', HTMLFormElement).requestSubmit());
  submit();
  await soon(() => document.body.textContent.includes(german.ownSide.decline.reasonMissing));
  page.change(() => {
    const area = page.find('[role=dialog] textarea', HTMLTextAreaElement);
    // As `page.type` does for a field of one line.
    Reflect.set(HTMLTextAreaElement.prototype, 'value', 'Zu teuer', area);
    area.dispatchEvent(new Event('input', { bubbles: true }));
  });
  submit();
  await soon(() => page.target.textContent.includes('Von Ihnen abgelehnt am'));
  expect(sent).toEqual([JSON.stringify({ reason: 'Zu teuer' })]);
  expect(page.target.querySelector(offer)).toBeNull();
  expect(page.target.querySelector('[aria-label="Vollmacht unterschreiben"]')).not.toBeNull();
});
