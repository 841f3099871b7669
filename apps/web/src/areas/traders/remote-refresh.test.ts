// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { json } from '../../platform/api-client-for-test.ts';
import { aJob } from '../../platform/job-for-test.ts';
import { useSession } from '../../platform/session.ts';
import { aUser } from '../../platform/user-for-test.ts';
import { followRefresh, startRefresh, useRefresh } from './public/remote-refresh.ts';

const older = aJob({
  id: '00000000-0000-4000-8000-00000000000e',
  jobType: 'remoteRefresh',
  state: 'done',
  total: 1,
  done: 1,
  changed: 27,
});

beforeEach(() => {
  useSession.setState({ accessToken: 'a', user: aUser() });
  useRefresh.setState({ job: null, isRunning: false, changes: 0 });
});
afterEach(() => {
  vi.unstubAllGlobals();
  useSession.setState({ accessToken: null, user: null });
});

/** A house whose newest refresh of this person is the older one, and where a new one is answered so. */
function answering(refreshed: unknown): void {
  vi.stubGlobal('fetch', (input: string) => {
    const { pathname } = new URL(input, 'http://house');
    return Promise.resolve(json(pathname.endsWith('/jobs') ? [older] : refreshed));
  });
}

it('says nothing of an older refresh once a new one found no bank to read', async () => {
  answering(false);
  useRefresh.setState({ job: older });
  const started = startRefresh();
  expect(useRefresh.getState()).toMatchObject({ job: null, isRunning: true });
  expect(await started).toBe(true);
  expect(useRefresh.getState()).toEqual({ job: null, isRunning: false, changes: 0 });
});

it('follows nothing after the passwords where the newest refresh is the one of before', async () => {
  answering(null);
  await followRefresh(older);
  expect(useRefresh.getState()).toEqual({ job: null, isRunning: false, changes: 0 });
});
