// @vitest-environment happy-dom
import { expect, it, vi } from 'vitest';
import { speaksGerman } from '../../texts/german-for-test.ts';
import { renderForTest } from '../../ui/render-for-test.tsx';
import { isLinkOver, usePublicReport } from './use-public-report.ts';

speaksGerman();

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

it('asks with the key of one opening however often it tries, also after the page was loaded anew', async () => {
  const asked: string[] = [];
  vi.stubGlobal('fetch', (address: string) => {
    asked.push(new URL(address, 'http://haus.example').searchParams.get('opening') ?? '');
    return asked.length <= 3 ? Promise.reject(new TypeError('lost')) : Promise.resolve(Response.json(report));
  });
  const page = renderForTest(<Shown key="first" />);
  await expect.poll(() => page.target.textContent, { timeout: 5_000 }).toBe('in trouble');
  page.rerender(<Shown key="again" />);
  await expect.poll(() => page.target.textContent).toBe('Kostenbeispiel');
  expect(asked[0]).toMatch(/^[0-9a-f-]{36}$/);
  expect(asked).toEqual(Array.from({ length: 4 }, () => asked[0]));
  vi.resetModules();
  const { openingKeyOf } = await import('./opening-key.ts');
  expect(openingKeyOf(guid)).toBe(asked[0]);
  expect(openingKeyOf(crypto.randomUUID())).not.toBe(asked[0]);
  // A blocked storage keeps it as long as the page stands.
  vi.stubGlobal('sessionStorage', undefined);
  const other = crypto.randomUUID();
  expect(openingKeyOf(other)).toBe(openingKeyOf(other));
});
