// @vitest-environment happy-dom
import { beforeAll, expect, it, vi } from 'vitest';
import german from '../../../public/assets/i18n/de.json' with { type: 'json' };
import { startTexts } from '../../texts/texts.ts';
import { renderForTest } from '../../ui/render-for-test.tsx';
import { isLinkOver, usePublicReport } from './use-public-report.ts';

beforeAll(async () => {
  await startTexts('de', () => Promise.resolve(Response.json(german)));
});

const guid = crypto.randomUUID();
function Shown() {
  const { state, report } = usePublicReport('costExamplePublic', guid);
  if (report !== null) return <p>{report.title}</p>;
  if (state.status !== 'dataFailed') return null;
  return <p>{isLinkOver(state.error) ? 'over' : 'in trouble'}</p>;
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

it.each([
  [429, 'in trouble'],
  [503, 'in trouble'],
  [404, 'over'],
  [410, 'over'],
])('tells a link that is over from a server in trouble (%i)', async (status, told) => {
  vi.stubGlobal('fetch', () => Promise.resolve(new Response('', { status })));
  const page = renderForTest(<Shown key={status} />);
  await expect.poll(() => page.target.textContent, { timeout: 5_000 }).toBe(told);
  // Drawn anew it asks again.
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json(report)));
  page.rerender(<Shown key="again" />);
  await expect.poll(() => page.target.textContent).toBe('Kostenbeispiel');
});
