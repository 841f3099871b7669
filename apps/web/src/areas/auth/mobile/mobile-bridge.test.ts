import { describe, expect, it, vi } from 'vitest';
import type { IncomingMessage } from './mobile-bridge.ts';
import { createMobileBridge } from './mobile-bridge.ts';

const parent = { name: 'app' };
const origin = 'https://app.example';
const tokenResponse = {
  accessToken: 'secret-access',
  tokenType: 'Bearer',
  expiresIn: 600,
  refreshToken: 'secret-refresh',
  refreshExpiresIn: 3600,
  userId: '3f2b8c1e-9d4a-4f6b-8a2e-1c5d7e9f0a3b',
};
let count = 0;
const aMessage = (command: string, data: unknown = null) => {
  count += 1;
  return { command, data, origin: 'App', version: 1, messageId: `m${count}` };
};
const signIn = () => aMessage('LoginSuccess', { tokenResponse });
const from = (data: unknown, other: Partial<IncomingMessage> = {}): IncomingMessage => ({
  origin,
  source: parent,
  data,
  ...other,
});

/** A bridge whose effects are kept as words. */
function aBridge(failing = false) {
  const effects: string[] = [];
  const posted: { text: string; target: string }[] = [];
  const logged: string[] = [];
  const bridge = createMobileBridge({
    parent,
    origins: [origin, 'https://other-app.example'],
    post: (text, target) => posted.push({ text, target }),
    enterMobileMode: () => effects.push('mobile'),
    signIn: async ({ refreshToken }) => {
      effects.push(`signIn ${refreshToken}`);
      if (failing) throw new Error('secret-access');
    },
    bindDevice: () => effects.push('bind'),
    logOut: async () => {
      effects.push('logOut');
    },
    log: (text) => logged.push(text),
  });
  return { bridge, effects, posted, logged };
}

describe('the bridge to the mobile app', () => {
  it('follows the four commands, as an object or as its JSON', async () => {
    const { bridge, effects } = aBridge();
    await bridge.receive(from(aMessage('IsMobile', { platform: 'ios' })));
    await bridge.receive(from(JSON.stringify(signIn())));
    await bridge.receive(from(aMessage('EnableBiometry', 'true')));
    await bridge.receive(from(aMessage('EnableBiometry', true)));
    await bridge.receive(from(aMessage('EnableBiometry', 'false')));
    await bridge.receive(from(aMessage('LogoutUser')));
    expect(effects).toEqual(['mobile', 'signIn secret-refresh', 'bind', 'logOut']);
  });

  it('does nothing for messages of strangers, of another form, or that came before', async () => {
    const { bridge, effects, logged } = aBridge();
    const repeated = aMessage('IsMobile');
    await bridge.receive(from(repeated));
    const hostile: IncomingMessage[] = [
      from(signIn(), { origin: 'https://evil.example' }),
      from(signIn(), { origin: 'https://app.example.evil.example' }),
      from(signIn(), { origin: 'https://app.example:8443' }),
      from(signIn(), { origin: 'http://app.example' }),
      from(signIn(), { origin: 'null' }),
      from(signIn(), { origin: '' }),
      from(signIn(), { source: null }),
      from(signIn(), { source: { name: 'app' } }),
      from(repeated),
      from(JSON.stringify(repeated)),
      from({ ...signIn(), origin: 'Frontend' }),
      from({ ...signIn(), version: 2 }),
      from({ ...signIn(), messageId: '' }),
      from({ ...signIn(), messageId: 'x'.repeat(101) }),
      from(aMessage('LoginSuccess', { tokenResponse: { ...tokenResponse, refreshToken: undefined } })),
      from(aMessage('LoginSuccess', { tokenResponse: { ...tokenResponse, userId: 1 } })),
      from(aMessage('LoginSuccess', tokenResponse)),
      from(aMessage('loginsuccess', { tokenResponse })),
      from(`${JSON.stringify(signIn())}${' '.repeat(20_000)}`),
      from('{"command":'),
      from(null),
      from(undefined),
      from([signIn()]),
    ];
    for (const message of hostile) await bridge.receive(message);
    expect(effects).toEqual(['mobile']);
    expect(logged.join('\n')).not.toContain('secret');
  });

  it('logs an unknown command by its name', async () => {
    const { bridge, effects, logged } = aBridge();
    await bridge.receive(from(aMessage('FormatDisk', 'secret-data')));
    expect({ effects, logged }).toEqual({
      effects: [],
      logged: ['Unknown command of the app: FormatDisk'],
    });
  });

  it('greets every configured app, and answers the one that spoke only', async () => {
    const { bridge, posted } = aBridge();
    bridge.send({ command: 'TokenRefreshed', data: null });
    bridge.send({ command: 'IsMobile', data: null });
    expect(posted.map(({ target }) => target)).toEqual([origin, 'https://other-app.example']);
    await bridge.receive(from(aMessage('LogoutUser')));
    expect(posted.slice(2).map(({ text, target }) => [JSON.parse(text).command, target])).toEqual([
      ['LogoutDone', origin],
    ]);
  });

  it('follows one command after the other, and waits for none that hangs', async () => {
    vi.useFakeTimers();
    const steps: string[] = [];
    let finish = () => {};
    const bridge = createMobileBridge({
      parent,
      origins: [origin],
      post: () => steps.push('told'),
      enterMobileMode: () => steps.push('mobile'),
      signIn: async () => void steps.push('signIn'),
      bindDevice: () => steps.push('bind'),
      logOut: () => {
        steps.push('logOut');
        return new Promise((done) => {
          finish = done;
        });
      },
      log: () => {},
    });
    // An app that changes users does not wait for LogoutDone.
    void bridge.receive(from(aMessage('LogoutUser')));
    const signedIn = bridge.receive(from(signIn()));
    await vi.advanceTimersByTimeAsync(100);
    expect(steps).toEqual(['logOut']);
    finish();
    await signedIn;
    expect(steps).toEqual(['logOut', 'told', 'signIn']);
    void bridge.receive(from(aMessage('LogoutUser')));
    void bridge.receive(from(aMessage('IsMobile')));
    await vi.advanceTimersByTimeAsync(10_000);
    expect(steps.slice(3)).toEqual(['logOut', 'mobile']);
    vi.useRealTimers();
  });

  it('never tells a token, also when signing in fails', async () => {
    const { bridge, posted, logged } = aBridge(true);
    await bridge.receive(from(signIn()));
    await bridge.receive(from(aMessage('EnableBiometry', 'true')));
    expect(logged).toEqual(['A command of the app failed: LoginSuccess']);
    expect(JSON.stringify(posted)).not.toContain('secret');
  });
});
