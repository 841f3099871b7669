// @vitest-environment happy-dom
import type { Job } from '@depotwerk/api/jobs/jobs';
import { act } from 'react';
import { expect, it } from 'vitest';
import { aJob } from '../../platform/job-for-test.ts';
import { speaksGerman } from '../../texts/german-for-test.ts';
import { renderForTest } from '../../ui/render-for-test.tsx';
import { withinRouter } from '../../ui/within-router-for-test.tsx';
import { useRefresh } from './public/remote-refresh.ts';
import { RefreshPanel } from './refresh-panel.tsx';

type Part = Job['parts'][number];

speaksGerman();

const over = (parts: readonly Part[]) =>
  aJob({ jobType: 'remoteRefresh', total: parts.length, done: parts.length, parts: [...parts] });
const bank: Part = {
  partKey: '1',
  name: 'Quaderbank',
  state: 'done',
  total: 1,
  done: 1,
  changed: 0,
  failed: 0,
  code: null,
  message: null,
};

const unread: Part = { ...bank, state: 'failed', done: 0, code: 'traderAuth.passwordMissing', message: '' };
const silent: Part = { ...unread, code: 'traderAuth.bankUnavailable' };

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
  const { target: page } = renderForTest(withinRouter(<RefreshPanel />, '/contracts'));
  expect(page.querySelector('[role="status"]')?.textContent).toBe(said);
  expect([...page.querySelectorAll('a')].map((link) => link.getAttribute('href'))).toEqual(ways);
});

it.each([
  [1, 'Abruf beendet: eine Änderung.'],
  [1027, 'Abruf beendet: 1.027 Änderungen.'],
])('counts what changed as changes: several may be of one depot (%#)', (changed, said) => {
  act(() => useRefresh.setState({ job: { ...over([bank]), changed }, isRunning: false }));
  const { target: page } = renderForTest(withinRouter(<RefreshPanel />, '/contracts'));
  expect(page.querySelector('[role="status"]')?.textContent).toBe(said);
});

it('closes no brackets around words a bank has not said', () => {
  act(() => useRefresh.setState({ job: over([silent]), isRunning: false }));
  const { target: page } = renderForTest(withinRouter(<RefreshPanel />, '/contracts'));
  expect(page.querySelector('.refresh-panel__reason')?.textContent).toBe(
    'Quaderbank ist zurzeit nicht erreichbar. Bitte versuchen Sie es später erneut.',
  );
});
