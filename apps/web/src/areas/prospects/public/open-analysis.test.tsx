// @vitest-environment happy-dom
import type { DepotAnalysis } from '@depotwerk/api/prospects/depot-analysis';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { afterEach, expect, it, vi } from 'vitest';
import { speaksGerman } from '../../../texts/german-for-test.ts';
import { renderForTest } from '../../../ui/render-for-test.tsx';
import { withinRouter } from '../../../ui/within-router-for-test.tsx';
import { OpenAnalysis } from './open-analysis.tsx';

speaksGerman();
afterEach(() => vi.unstubAllGlobals());

const begun: DepotAnalysis = {
  state: 'open',
  expiresAt: '2026-12-30T10:00:00.000Z',
  rowVersion: 1,
  questionnaire: {
    questionnaireId: '3f2b8c1e-9d4a-4f6b-8a2e-1c5d7e9f0a3b',
    key: 'riskProfile',
    version: 1,
    title: 'Risikoprofil',
    publishedFrom: null,
    questions: [],
    scoring: null,
  },
  answers: [],
  holdings: [],
  result: null,
  hasBankLink: false,
  invited: { firstName: 'Mia', lastName: 'Jung', email: 'eltern@post.example', phoneNumber: '' },
};

it.each([
  [true, true],
  [undefined, false],
])('says for whom a parent answers (underage: %s), and to nobody else', async (isInvitedUnderage, isSaid) => {
  vi.stubGlobal('fetch', (url: string) =>
    Promise.resolve(
      Response.json(
        url.includes('banks') ? [] : { ...begun, ...(isInvitedUnderage && { isInvitedUnderage }) },
      ),
    ),
  );
  const page = renderForTest(
    withinRouter(
      <QueryClientProvider client={new QueryClient()}>
        <OpenAnalysis guid="a" invitationGuid="b" />
      </QueryClientProvider>,
    ),
  );
  await expect.poll(() => page.target.querySelector('ol')).not.toBeNull();
  expect(page.target.textContent.includes('Ihre Antworten und Angaben gelten für Mia.')).toBe(isSaid);
});
