// @vitest-environment happy-dom
import { beforeAll, expect, it, vi } from 'vitest';
import german from '../../../public/assets/i18n/de.json' with { type: 'json' };
import { startTexts } from '../../texts/texts.ts';
import { LoadError } from '../../ui/feedback.tsx';
import { renderForTest } from '../../ui/render-for-test.tsx';
import { isLinkOver, usePublicReport } from './use-public-report.ts';

beforeAll(async () => {
  await startTexts('de', () => Promise.resolve(Response.json(german)));
});

const guid = crypto.randomUUID();
function Shown() {
  const { state, report, retry } = usePublicReport('costExamplePublic', guid);
  if (report !== null) return <p>{report.title}</p>;
  if (state.status !== 'dataFailed') return null;
  return isLinkOver(state.error) ? (
    <p>over</p>
  ) : (
    <LoadError error={state.error} onRetry={retry} isRetrying={false} />
  );
}

const report = {
  reportType: 'costExamplePublic',
  reportId: 'x'.repeat(32),
  title: 'Kostenbeispiel',
  createdAt: '2026-11-28T08:00:00.000Z',
  expiresAt: '2026-12-28T08:00:00.000Z',
  language: 'de',
  sections: [],
  disclaimer: '',
};

it('is asked for again where the server was to blame, and not where the link is over', async () => {
  let isBack = false;
  vi.stubGlobal('fetch', () =>
    Promise.resolve(isBack ? Response.json(report) : new Response('', { status: 429 })),
  );
  const page = renderForTest(<Shown />);
  await expect.poll(() => page.target.textContent).toContain('Erneut versuchen');
  isBack = true;
  page.click('button');
  await expect.poll(() => page.target.textContent).toBe('Kostenbeispiel');
  vi.stubGlobal('fetch', () => Promise.resolve(new Response('', { status: 410 })));
  const over = renderForTest(<Shown />);
  await expect.poll(() => over.target.textContent).toBe('over');
});
