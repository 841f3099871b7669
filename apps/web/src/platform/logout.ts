import { resetSession } from './session.ts';
import { resetUiState } from './ui-state.ts';

/** `requested` by the user, `sessionLost` because the refresh was refused, `otherTab` because another tab left. */
export type LogoutReason = 'requested' | 'sessionLost' | 'otherTab';

type LogoutListener = (reason: LogoutReason) => void;

const listeners = new Set<LogoutListener>();
const channelName = 'depotwerk.session';
let channel: BroadcastChannel | undefined;

/** Parts that keep state of a signed-in user register here and forget it on logout. Answers the way to deregister. */
export function onLogout(listener: LogoutListener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Resets every piece of state in this tab, and in the others. The server's session is ended by /logout. */
export function dispatchLogout(reason: LogoutReason): void {
  resetSession();
  resetUiState();
  sessionStorage.clear();
  for (const listener of listeners) listener(reason);
  if (reason !== 'otherTab') channel?.postMessage('logout');
}

/** Follows logouts of other tabs; call once at the start. */
export function watchOtherTabs(): void {
  if (channel || typeof BroadcastChannel === 'undefined') return;
  channel = new BroadcastChannel(channelName);
  channel.addEventListener('message', (event) => {
    if (event.data === 'logout') dispatchLogout('otherTab');
  });
}
