// @vitest-environment happy-dom
import { act } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { json, refused } from '../../../platform/api-client-for-test.ts';
import { aJob } from '../../../platform/job-for-test.ts';
import { useSession } from '../../../platform/session.ts';
import { aUser } from '../../../platform/user-for-test.ts';
import { speaksGerman } from '../../../texts/german-for-test.ts';
import { renderForTest } from '../../../ui/render-for-test.tsx';
import { CancelJob } from './cancel-job.tsx';

speaksGerman();
afterEach(() => {
  vi.unstubAllGlobals();
  useSession.setState({ accessToken: null, user: null });
});

const atWork = aJob({
  id: '5d1e7a52-0000-4000-8000-000000000001',
  state: 'running',
  total: 9,
  canCancel: true,
});
const press = (text: string) => {
  const button = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === text);
  if (!button) throw new Error(`no button ${text}`);
  button.click();
};

/** The button in a page, and what it sends. */
function draw(answer: () => Response) {
  useSession.setState({ accessToken: 'a', user: aUser() });
  const sent: (string | null)[] = [];
  vi.stubGlobal('fetch', (url: string, { headers }: { headers: HeadersInit }) => {
    if (url.endsWith(`/jobs/${atWork.id}/cancel`)) sent.push(new Headers(headers).get('idempotency-key'));
    return Promise.resolve(answer());
  });
  const page = renderForTest(<CancelJob job={atWork} />);
  const confirm = (calls: number) =>
    act(async () => {
      press('Jetzt abbrechen');
      await expect.poll(() => sent).toHaveLength(calls);
    });
  return { page, sent, confirm };
}

it('work is cancelled when asked a second time, and asked anew when its rest is begun again', async () => {
  const { page, sent, confirm } = draw(() => json({ ...atWork, canCancel: false }));
  act(() => press('Arbeit abbrechen'));
  expect(sent).toEqual([]);
  expect(document.activeElement?.textContent).toContain('bleibt');
  await confirm(1);
  await expect.poll(() => page.target.textContent).toBe('Arbeit abbrechen');
  act(() => press('Arbeit abbrechen'));
  await confirm(2);
  expect(new Set(sent).size).toBe(2);
});

it('a refusal stands where it was asked, and trying again is the same wish', async () => {
  const { page, sent, confirm } = draw(() => refused('jobs.notCancellable', 409));
  act(() => press('Arbeit abbrechen'));
  await confirm(1);
  await expect.poll(() => page.target.querySelector('[role="alert"]')).not.toBeNull();
  await confirm(2);
  expect(sent[0]).toBe(sent[1]);
});

it('work that others do, or that is over, is not offered for it', () => {
  useSession.setState({ accessToken: 'a', user: aUser() });
  expect(renderForTest(<CancelJob job={{ ...atWork, canCancel: false }} />).target.textContent).toBe('');
});
