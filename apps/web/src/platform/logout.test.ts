// @vitest-environment happy-dom
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { LogoutReason } from './logout.ts';
import { dispatchLogout, onLogout, watchOtherTabs } from './logout.ts';
import { queryClient } from './query-client.ts';
import { heldRefreshToken, refreshTokenExists, storeTokens, useSession } from './session.ts';
import { initialUiState, useUiState } from './ui-state.ts';

const seen: LogoutReason[] = [];
const stop = onLogout((reason) => seen.push(reason));
afterEach(() => seen.splice(0));

describe('logout', () => {
  it('resets every piece of state', () => {
    document.cookie = 'refreshTokenExists=1; Path=/';
    storeTokens(
      { accessToken: 'a', tokenType: 'Bearer', expiresIn: 600, refreshExpiresIn: 60, userId: 'u' },
      1000,
    );
    expect(useSession.getState()).toMatchObject({ accessToken: 'a', endsAt: 61_000 });
    useUiState.setState({ pageHeaderExpanded: true, displayApiErrorModal: true, mode: 'mobileApp' });
    sessionStorage.setItem('draft', 'x');
    queryClient.setQueryData(['contracts'], [1]);

    dispatchLogout('requested');

    expect(useSession.getState()).toEqual({ accessToken: null, user: null, endsAt: null });
    expect(useUiState.getState()).toEqual(initialUiState);
    expect(sessionStorage.length).toBe(0);
    expect(queryClient.getQueryData(['contracts'])).toBeUndefined();
    expect(refreshTokenExists()).toBe(false);
    expect(seen).toEqual(['requested']);
  });

  it('is complete where the browser blocks the storage of a frame', () => {
    const blocked = vi.spyOn(window, 'sessionStorage', 'get').mockImplementation(() => {
      throw new DOMException('denied', 'SecurityError');
    });
    storeTokens({
      accessToken: 'a',
      refreshToken: 'r',
      tokenType: 'Bearer',
      expiresIn: 600,
      refreshExpiresIn: 60,
      userId: 'u',
    });
    expect([refreshTokenExists(''), heldRefreshToken()]).toEqual([true, 'r']);
    dispatchLogout('requested');
    blocked.mockRestore();
    expect([refreshTokenExists(''), heldRefreshToken()]).toEqual([false, null]);
    expect(seen).toEqual(['requested']);
  });

  it('reaches the other tabs, and does not come back from there', async () => {
    watchOtherTabs();
    const otherTab = new BroadcastChannel('depotwerk.session');
    const heard: unknown[] = [];
    otherTab.addEventListener('message', (event) => heard.push(event.data));

    dispatchLogout('requested');
    await expect.poll(() => heard).toEqual([{ kind: 'logout', isLost: false }]);

    seen.splice(0);
    otherTab.postMessage('logout');
    otherTab.postMessage({ kind: 'logout' });
    await expect.poll(() => seen).toEqual(['otherTab']);
    expect(heard).toEqual([{ kind: 'logout', isLost: false }]);
    otherTab.close();
  });

  it('tells the other tabs of a lost session that it was lost, and hears it once', async () => {
    watchOtherTabs();
    const otherTab = new BroadcastChannel('depotwerk.session');
    const heard: unknown[] = [];
    otherTab.addEventListener('message', (event) => heard.push(event.data));

    dispatchLogout('sessionLost');
    await expect.poll(() => heard).toEqual([{ kind: 'logout', isLost: true }]);

    seen.splice(0);
    useSession.setState({ accessToken: 'a' });
    otherTab.postMessage({ kind: 'logout', isLost: true });
    otherTab.postMessage({ kind: 'logout', isLost: true });
    otherTab.postMessage({ kind: 'logout', isLost: 'yes' });
    await expect.poll(() => seen).toEqual(['sessionLost', 'otherTab']);
    expect(heard).toHaveLength(1);
    otherTab.close();
  });

  it('shares the end of the session, so that no tab warns while another is at work', async () => {
    watchOtherTabs();
    const otherTab = new BroadcastChannel('depotwerk.session');
    const heard: unknown[] = [];
    otherTab.addEventListener('message', (event) => heard.push(event.data));
    storeTokens(
      { accessToken: 'a', tokenType: 'Bearer', expiresIn: 600, refreshExpiresIn: 60, userId: 'u' },
      1000,
    );
    await expect.poll(() => heard).toEqual([{ kind: 'sessionExtended', endsAt: 61_000 }]);
    expect(JSON.stringify(heard)).not.toContain('accessToken');
    otherTab.close();
  });

  it('stops telling those who deregistered', () => {
    stop();
    dispatchLogout('requested');
    expect(seen).toEqual([]);
  });
});

describe('marker of the refresh token', () => {
  it.each([
    ['refreshTokenExists=1', true],
    ['a=b; refreshTokenExists=1; c=d', true],
    ['refreshTokenExists=0', false],
    ['notrefreshTokenExists=1', false],
    ['', false],
  ])('in "%s" is %s', (cookie, expected) => {
    expect(refreshTokenExists(cookie)).toBe(expected);
  });
});
