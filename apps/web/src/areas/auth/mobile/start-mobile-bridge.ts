import { logout } from '@depotwerk/api/auth/auth';
import type { AnyRouter } from '@tanstack/react-router';
import { callApi, refreshTokens } from '../../../platform/api-client.ts';
import { setFileTaker } from '../../../platform/app-shell-files.ts';
import { landingPage } from '../../../platform/landing.ts';
import { loadUser } from '../../../platform/load-user.ts';
import { dispatchLogout, onLogout } from '../../../platform/logout.ts';
import { wholeWayBack } from '../../../platform/return-url.ts';
import { refreshTokenExists, storeTokens, useSession } from '../../../platform/session.ts';
import { useUiState } from '../../../platform/ui-state.ts';
import type { MobileTokens } from './app-message.ts';
import { bindDevice } from './bind-device.ts';
import { createMobileBridge } from './mobile-bridge.ts';
import { presentUserId } from './present-user.ts';

/** Greets the app around the frame and follows its messages from then on. Call once, inside a frame only. */
export function startMobileBridge(router: AnyRouter, origins: readonly string[]): void {
  /** What the app gave last is no renewal it would have to be told of. */
  let handedOver: string | null = null;
  const bridge = createMobileBridge({
    parent: window.parent,
    origins,
    post: (message, targetOrigin) => window.parent.postMessage(message, targetOrigin),
    enterMobileMode: () => {
      enterMobileMode();
      setFileTaker(({ fileName, blob }) => {
        void base64Of(blob).then((base64) => bridge.send({ command: 'OpenPdf', data: { fileName, base64 } }));
      });
    },
    signIn: (tokens) => {
      handedOver = tokens.accessToken;
      return signInByApp(router, tokens);
    },
    bindDevice: () =>
      bindDevice(() => {
        void router.navigate({ to: '/settings/$section', params: { section: 'second-factor' } });
      }),
    logOut,
    log,
  });
  window.addEventListener('message', (event) => void bridge.receive(event));
  useSession.subscribe(({ accessToken }, before) => {
    const isRenewed =
      accessToken !== null && before.accessToken !== null && accessToken !== before.accessToken;
    if (isRenewed && accessToken !== handedOver) bridge.send({ command: 'TokenRefreshed', data: null });
  });
  bridge.send({ command: 'IsMobile', data: null });
}

function enterMobileMode(): void {
  if (document.documentElement.dataset['mode'] !== 'mobileApp') {
    // A logout resets the whole state; the frame stays where it is.
    onLogout(() => useUiState.setState({ mode: 'mobileApp' }));
  }
  document.documentElement.dataset['mode'] = 'mobileApp';
  useUiState.setState({ mode: 'mobileApp' });
}

/** Takes the session the app hands over; another user's session is ended by LogoutUser only. */
async function signInByApp(router: AnyRouter, tokens: MobileTokens): Promise<void> {
  const present = await presentUserId({
    known: useSession.getState().user,
    hasSession: refreshTokenExists(),
    load: loadUser,
  });
  if (present !== null && present !== tokens.userId) {
    log('LoginSuccess for another user was refused: LogoutUser comes first.');
    return;
  }
  storeTokens(tokens);
  try {
    const user = await loadUser();
    if (user.id !== tokens.userId)
      throw new Error('The tokens belong to another user than the message says.');
    if (!router.latestLocation.pathname.startsWith('/auth')) return;
    const returnUrl = new URLSearchParams(router.latestLocation.searchStr).get('returnUrl') ?? undefined;
    // An address may have a query of its own, which `to` would take for a part of the path.
    await router.navigate({ href: wholeWayBack(returnUrl) ?? landingPage(user), replace: true });
  } catch (error) {
    // Nobody asked to leave: what was being typed is there again after the next sign-in, and the page says why it asks for one.
    dispatchLogout('sessionLost');
    const { pathname, search } = router.latestLocation;
    if (pathname === '/auth/login')
      await router.navigate({ to: pathname, search: { ...search, reason: 'sessionLost' }, replace: true });
    throw error;
  }
}

/** Ends the session on the server, which knows it by a fresh access token, and everything kept here. */
async function logOut(): Promise<void> {
  try {
    if (refreshTokenExists()) {
      await refreshTokens();
      await callApi(logout, {});
    }
  } finally {
    dispatchLogout('requested');
  }
}

async function base64Of(blob: Blob): Promise<string> {
  const bytes = new Uint8Array(await blob.arrayBuffer());
  let text = '';
  for (let at = 0; at < bytes.length; at += 8192)
    text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return btoa(text);
}

function log(text: string): void {
  // oxlint-disable-next-line no-console -- the specification wants it logged, and who builds the app looks here.
  console.warn(text);
}
