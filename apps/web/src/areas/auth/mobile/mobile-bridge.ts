import type { AppMessage, MobileTokens } from './app-message.ts';
import { readAppMessage } from './app-message.ts';

/** What the application tells the app. None of it carries a token. */
export type FrontendMessage =
  | { command: 'IsMobile' | 'TokenRefreshed' | 'BiometryRequested' | 'LogoutDone'; data: null }
  | { command: 'OpenPdf'; data: { fileName: string; base64: string } };

/** What the bridge does to the world; tests pass fakes. */
export interface BridgeEffects {
  /** The window around the frame: no other may speak. */
  parent: unknown;
  /** Origins of apps, as the operator configured them. */
  origins: readonly string[];
  post: (message: string, targetOrigin: string) => void;
  enterMobileMode: () => void;
  signIn: (tokens: MobileTokens) => Promise<void>;
  bindDevice: () => void;
  logOut: () => Promise<void>;
  log: (text: string) => void;
}

export interface IncomingMessage {
  origin: string;
  source: unknown;
  data: unknown;
}

/** Longest a command waits for the one before: a line that hangs keeps nobody from being logged out. */
const patienceMs = 10_000;

/** Messages remembered against repetition. */
const mostRemembered = 1000;

/**
 * The way between the application in a frame and the mobile app around it. Heard is only the parent window from a
 * configured origin; each message once; what a message says of its own origin proves nothing. Once the app has spoken,
 * answers go to its origin alone. Commands are followed in the order they came in, each when the one before is done, or hangs.
 */
export function createMobileBridge(effects: BridgeEffects) {
  const seen = new Set<string>();
  let appOrigin: string | null = null;
  /** The command under way; never rejects. */
  let underWay: Promise<void> = Promise.resolve();

  function send(message: FrontendMessage): void {
    const text = JSON.stringify({
      ...message,
      origin: 'Frontend',
      version: 1,
      messageId: crypto.randomUUID(),
    });
    if (appOrigin !== null) effects.post(text, appOrigin);
    // Before the app has spoken only the greeting goes out, which says nothing.
    else if (message.command === 'IsMobile') for (const origin of effects.origins) effects.post(text, origin);
  }

  async function obey(message: AppMessage): Promise<void> {
    switch (message.command) {
      case 'IsMobile':
        return effects.enterMobileMode();
      case 'LoginSuccess':
        return effects.signIn(message.tokens);
      case 'EnableBiometry':
        if (message.isEnabled) {
          send({ command: 'BiometryRequested', data: null });
          effects.bindDevice();
        }
        return;
      case 'LogoutUser':
        await effects.logOut();
        return send({ command: 'LogoutDone', data: null });
      case 'unknown':
        return effects.log(`Unknown command of the app: ${message.name}`);
    }
  }

  return {
    send,
    /** Follows one message, if it may; never throws. */
    receive: async ({ origin, source, data }: IncomingMessage): Promise<void> => {
      if (source !== effects.parent || !effects.origins.includes(origin)) return;
      const message = readAppMessage(data);
      if (message === null) return effects.log('A message of the app has not the agreed form.');
      if (seen.has(message.messageId)) return effects.log('A message of the app came twice.');
      seen.add(message.messageId);
      const [oldest] = seen;
      if (oldest !== undefined && seen.size > mostRemembered) seen.delete(oldest);
      appOrigin = origin;
      // One after the other: who signs in right after a logout shall not be ended by it.
      underWay = atMost(underWay, patienceMs).then(() =>
        obey(message).catch(() => effects.log(`A command of the app failed: ${message.command}`)),
      );
      await underWay;
    },
  };
}

const atMost = (done: Promise<void>, patience: number): Promise<void> => {
  let timer: ReturnType<typeof setTimeout>;
  const hanging = new Promise<void>((go) => {
    timer = setTimeout(go, patience);
  });
  return Promise.race([done, hanging]).finally(() => clearTimeout(timer));
};
