// @vitest-environment happy-dom
import type { Job } from '@depotwerk/api/jobs';
import { act } from 'react';
import { beforeAll, expect, it, vi } from 'vitest';
import german from '../../../public/assets/i18n/de.json' with { type: 'json' };
import { startTexts } from '../../texts/texts.ts';
import { renderForTest } from '../../ui/render-for-test.tsx';
import { useRefresh } from './public/remote-refresh.ts';
import { RefreshPanel } from './refresh-panel.tsx';

// The panel is drawn outside any page.
vi.mock('@tanstack/react-router', () => ({
  Link: ({ params, children }: { params: { section: string }; children: string }) => (
    <a href={`/settings/${params.section}`}>{children}</a>
  ),
  useNavigate: () => () => Promise.resolve(),
  useRouterState: () => '/contracts',
}));

beforeAll(async () => {
  await startTexts('de', () => Promise.resolve(Response.json(german)));
});

// Only what the panel reads.
const over = (parts: object[]) => ({ state: 'done', changed: 0, problemCount: 0, parts }) as unknown as Job;
const bank = {
  partKey: '1',
  name: 'Quaderbank',
  state: 'done',
  done: 1,
  total: 1,
  code: null,
  message: null,
};

const unread = { ...bank, state: 'failed', done: 0, code: 'traderAuth.passwordMissing', message: '' };
const silent = { ...unread, code: 'traderAuth.bankUnavailable' };

it.each([
  [[], 'Es wurde kein Institut abgerufen.', ['/settings/bank-credentials']],
  [[bank], 'Abruf beendet: keine Änderungen.', []],
  [
    [unread, { ...unread, partKey: '2' }],
    'Es wurde kein Institut abgerufen.',
    ['/settings/bank-credentials'],
  ],
  [[silent], 'Es wurde kein Institut abgerufen.', []],
  [[bank, { ...unread, partKey: '2' }], 'Abruf beendet: keine Änderungen.', ['/settings/bank-credentials']],
])('tells a refresh that read no bank from one that found nothing new (%#)', (parts, said, ways) => {
  act(() => useRefresh.setState({ job: over(parts), isRunning: false }));
  const { target: page } = renderForTest(<RefreshPanel />);
  expect(page.querySelector('[role="status"]')?.textContent).toBe(said);
  expect([...page.querySelectorAll('a')].map((link) => link.getAttribute('href'))).toEqual(ways);
});
