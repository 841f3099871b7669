import { create } from 'zustand';

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

/** Follows the browser's own events; call once at the start. */
export function watchBrowserConnection(target: Window = window): void {
  const update = () => useConnectivity.setState({ isBrowserOnline: target.navigator.onLine });
  target.addEventListener('online', update);
  target.addEventListener('offline', update);
  update();
}
