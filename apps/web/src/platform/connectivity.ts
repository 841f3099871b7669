import { create } from 'zustand';
import { timeZoneHeaders } from './time-zone-headers.ts';

/** What the banner at the top tells: no network at all, or a server that does not answer. */
export type Connectivity = 'online' | 'offline' | 'serverDown';

interface ConnectivityState {
  isBrowserOnline: boolean;
  isServerReachable: boolean;
}

export const useConnectivity = create<ConnectivityState>()(() => ({
  isBrowserOnline: true,
  isServerReachable: true,
}));

export function connectivityOf(state: ConnectivityState): Connectivity {
  if (!state.isBrowserOnline) return 'offline';
  return state.isServerReachable ? 'online' : 'serverDown';
}

/** Told by the API client after every call. */
export function reportServer(isReachable: boolean): void {
  if (useConnectivity.getState().isServerReachable !== isReachable) {
    useConnectivity.setState({ isServerReachable: isReachable });
  }
}

/** Where a server says that it lives, to whoever asks. */
const probeUrl = '/api/health/live';

/** Asks the server whether it lives, and tells. */
export async function probeServer(): Promise<boolean> {
  let isThere = false;
  try {
    const answer = await fetch(probeUrl, {
      cache: 'no-store',
      signal: AbortSignal.timeout(4000),
      headers: timeZoneHeaders(),
    });
    isThere = answer.ok;
  } catch {
    // Not reached: as one that says it is not well.
  }
  reportServer(isThere);
  return isThere;
}

/** Follows the browser's own events; call once at the start. */
export function watchBrowserConnection(target: Window = window): void {
  const update = () => useConnectivity.setState({ isBrowserOnline: target.navigator.onLine });
  target.addEventListener('online', update);
  target.addEventListener('offline', update);
  update();
}
