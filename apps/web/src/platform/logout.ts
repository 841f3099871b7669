import { seenPosition } from './seen-position.ts';
import { resetSession, useSession } from './session.ts';
import { listenToOtherTabs, tellOtherTabs } from './tab-channel.ts';
import { resetUiState } from './ui-state.ts';

/** `requested` by the user, `sessionLost` because the refresh was refused here or in another tab, `otherTab` because he left there. */
export type LogoutReason = 'requested' | 'sessionLost' | 'otherTab';

type LogoutListener = (reason: LogoutReason) => void;

const listeners = new Set<LogoutListener>();

/** Parts that keep state of a signed-in user register here and forget it on logout. Answers the way to deregister. */
export function onLogout(listener: LogoutListener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Resets every piece of state in this tab, and in the others. The server's session is ended by /logout. */
export function dispatchLogout(reason: LogoutReason): void {
  leave(reason);
  if (reason !== 'otherTab') tellOtherTabs({ kind: 'logout', isLost: reason === 'sessionLost' });
}

function leave(reason: LogoutReason): void {
  resetSession();
  resetUiState();
  try {
    sessionStorage.clear();
  } catch {
    // Blocked storage, as in the frame of another site: nothing is kept there.
  }
  for (const listener of listeners) listener(reason);
}

/** Follows what happens to the session in other tabs; call once at the start. */
export function watchOtherTabs(): void {
  listenToOtherTabs((message) => {
    const { user, accessToken } = useSession.getState();
    if (message.kind === 'changed') seenPosition.takeChange(message.position);
    else if (message.kind === 'sessionExtended') {
      if (user) useSession.setState({ endsAt: message.endsAt });
    } else if (!message.isLost) leave('otherTab');
    // Where nobody is signed in any more the loss has been noticed already.
    else if (user ?? accessToken) leave('sessionLost');
  });
}
