/** What the tabs of one browser tell each other. Never anything secret. */
export type TabMessage =
  /** `isLost`: the session ended by itself, nobody signed out. */
  | { kind: 'logout'; isLost: boolean }
  | { kind: 'sessionExtended'; endsAt: number }
  /** Something was changed; `position` is where (`seen-position`), null = nobody knows. */
  | { kind: 'changed'; position: string | null };

const channelName = 'depotwerk.session';
let channel: BroadcastChannel | undefined;

/** Tells the other tabs; does nothing before listening started. */
export function tellOtherTabs(message: TabMessage): void {
  channel?.postMessage(message);
}

/** Hears the other tabs from now on; one listener per page. */
export function listenToOtherTabs(listener: (message: TabMessage) => void): void {
  if (channel || typeof BroadcastChannel === 'undefined') return;
  channel = new BroadcastChannel(channelName);
  channel.addEventListener('message', (event: MessageEvent<unknown>) => {
    const message = messageOf(event.data);
    if (message) listener(message);
  });
}

/** An older version of the application may still run in another tab, so the shape is checked. */
function messageOf(data: unknown): TabMessage | undefined {
  if (typeof data !== 'object' || data === null || !('kind' in data)) return undefined;
  if (data.kind === 'logout') return { kind: 'logout', isLost: 'isLost' in data && data.isLost === true };
  if (data.kind === 'changed') {
    const position = 'position' in data ? data.position : null;
    return { kind: 'changed', position: typeof position === 'string' ? position : null };
  }
  if (data.kind !== 'sessionExtended' || !('endsAt' in data) || typeof data.endsAt !== 'number')
    return undefined;
  return { kind: 'sessionExtended', endsAt: data.endsAt };
}
