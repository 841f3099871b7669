import type { Frame, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { type EmptyHouse, startEmptyHouse } from './support/empty-house.ts';
import { useJourney } from './support/journey.ts';
import { type MobileHost, startMobileHost } from './support/mobile-host.ts';
import { withDevice } from './support/second-factors.ts';
import { withinASecond } from './support/within-a-second.ts';

let host: MobileHost;
let house: EmptyHouse;
const journey = useJourney({ urlOf: () => house.url });
const userName = 'leitung@haus.example';
const password = 'Birnbaum tanzt leise';

/** The same machine under its number: another site, as `localhost` is to the product. */
const numbered = (origin: string) => origin.replace('localhost', '127.0.0.1');

beforeAll(async () => {
  host = await startMobileHost();
  house = await startEmptyHouse({ PARENT_ORIGINS: `${host.origin},${numbered(host.origin)}` });
  await api('POST', '/auth/activation/credentials', {
    guid: new URL(house.firstLink).searchParams.get('guid'),
    userName,
    password,
  });
});
afterAll(async () => {
  await house.stop();
  await host.stop();
});

async function api(method: string, path: string, body?: unknown, token?: string) {
  const answer = await fetch(`${house.url}/api${path}`, {
    method,
    headers: {
      'content-type': 'application/json',
      'idempotency-key': crypto.randomUUID(),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  const json: unknown = text === '' ? null : JSON.parse(text);
  return { status: answer.status, json };
}

const tokens = z.looseObject({ accessToken: z.string(), refreshToken: z.string() });

/** What the app got when its user signed in there. */
async function appSignsIn() {
  return tokens.parse((await api('POST', '/auth/login', { userName, password, clientType: 'mobile' })).json);
}

let count = 0;
const aMessage = (command: string, data: unknown = null) => {
  count += 1;
  return { command, data, origin: 'App', version: 1, messageId: `m${count}` };
};
type Message = ReturnType<typeof aMessage>;

const appSays = (page: Page, message: Message, target = house.url) =>
  page.evaluate(([sent, origin]) => window.frames[0]?.postMessage(sent, origin), [
    JSON.stringify(message),
    target,
  ] as const);
const strangerSays = async (page: Page, message: Message) => {
  const stranger = page.frames().find((frame) => frame.url().endsWith('/stranger'));
  await stranger?.evaluate(
    (sent) => window.parent.frames[0]?.postMessage(sent, '*'),
    JSON.stringify(message),
  );
  expect(stranger).toBeDefined();
};
/** What the application told the app, word for word. */
const heardBy = (page: Page) => page.evaluate(() => Reflect.get(window, 'heard') as string[]);
const commandsHeard = async (page: Page) =>
  (await heardBy(page)).map((text) => z.object({ command: z.string() }).parse(JSON.parse(text)).command);

async function openInApp(): Promise<{ page: Page; frame: Frame; warnings: string[] }> {
  const page = await journey.visitor('phone', true);
  const warnings: string[] = [];
  page.on('console', (line) => line.type() === 'warning' && warnings.push(line.text()));
  await page.goto(host.pageFor(house.url));
  await expect.poll(() => commandsHeard(page)).toEqual(['IsMobile']);
  const frame = page.frames().find((one) => one.url().startsWith(house.url));
  if (!frame) throw new Error('The product is not in the frame.');
  await frame.getByLabel('Benutzername').waitFor();
  return { page, frame, warnings };
}

const isAtSignIn = (frame: Frame) => new URL(frame.url()).pathname === '/auth/login';

describe('the application inside the mobile app', () => {
  it('is signed in, bound and signed out by the app, without a form and without cookies', async () => {
    const { page, frame, warnings } = await openInApp();
    await appSays(page, aMessage('IsMobile', { platform: 'android', appVersion: '1.0' }));
    await expect.poll(() => frame.evaluate(() => document.documentElement.dataset['mode'])).toBe('mobileApp');
    expect(await frame.locator('.auth__brand').isVisible()).toBe(false);

    await appSays(page, aMessage('LoginSuccess', { tokenResponse: await appSignsIn() }));
    await expect.poll(() => isAtSignIn(frame)).toBe(false);
    await frame.getByRole('heading', { level: 1 }).waitFor();
    expect(await page.context().cookies()).toEqual([]);
    // Another session of the same person in its place.
    const session = await appSignsIn();
    const signIn = aMessage('LoginSuccess', { tokenResponse: session });
    await appSays(page, signIn);

    await appSays(page, aMessage('EnableBiometry', 'true'));
    await frame.getByText('Dieses Gerät wird in einem eigenen Browserfenster eingerichtet').waitFor();

    await expect.poll(() => commandsHeard(page)).toContain('BiometryRequested');
    // What the app gave itself is no renewal it is told of.
    expect(await commandsHeard(page)).not.toContain('TokenRefreshed');

    await appSays(page, aMessage('LogoutUser'));
    await expect.poll(() => isAtSignIn(frame)).toBe(true);
    await expect
      .poll(() => commandsHeard(page))
      .toEqual(expect.arrayContaining(['IsMobile', 'BiometryRequested', 'LogoutDone']));
    // The session is over on the server, too; what held it opens nothing any more.
    expect((await api('POST', '/auth/refresh', { refreshToken: session.refreshToken })).status).toBe(401);
    // Rights and sessions are at most one second old.
    const me = () => api('GET', '/auth/user', undefined, session.accessToken);
    await withinASecond(
      async () => (await me()).status,
      (status) => status === 401,
    );

    // The app changes its session without waiting: the new one is not ended by the logout before it.
    await appSays(page, aMessage('LoginSuccess', { tokenResponse: await appSignsIn() }));
    await expect.poll(() => isAtSignIn(frame)).toBe(false);
    const next = await appSignsIn();
    await appSays(page, aMessage('LogoutUser'));
    await appSays(page, aMessage('LoginSuccess', { tokenResponse: next }));
    await expect
      .poll(async () => (await commandsHeard(page)).filter((one) => one === 'LogoutDone').length)
      .toBe(2);
    await expect.poll(() => isAtSignIn(frame)).toBe(false);
    await frame.getByRole('heading', { level: 1 }).waitFor();
    await appSays(page, aMessage('LogoutUser'));
    await expect.poll(() => isAtSignIn(frame)).toBe(true);

    // The same message again, though the app sends it, signs nobody in.
    await appSays(page, signIn);
    await expect.poll(() => warnings).toContain('A message of the app came twice.');
    expect(isAtSignIn(frame)).toBe(true);
    const told = (await heardBy(page)).join('\n');
    expect(told).not.toContain(session.accessToken);
    expect(told).not.toContain(session.refreshToken);
  });

  it('keeps who signs in by the form, until the page is loaded anew', async () => {
    const { page, frame } = await openInApp();
    await appSays(page, aMessage('IsMobile', { platform: 'ios', appVersion: '1.0' }));
    await expect.poll(() => frame.evaluate(() => document.documentElement.dataset['mode'])).toBe('mobileApp');
    await frame.getByLabel('Benutzername').fill(userName);
    await frame.getByLabel('Passwort', { exact: true }).fill(password);
    await frame.getByRole('button', { name: 'Anmelden', exact: true }).click();
    await expect.poll(() => isAtSignIn(frame)).toBe(false);
    await frame.getByRole('heading', { level: 1 }).waitFor();
    expect(await page.context().cookies()).toEqual([]);
    await frame.goto(`${house.url}/welcome?from=app`);
    await frame.getByLabel('Benutzername').waitFor();
    // The app hands its session over, and the page that was wanted is there with its search.
    await appSays(page, aMessage('IsMobile', { platform: 'ios', appVersion: '1.0' }));
    await appSays(page, aMessage('LoginSuccess', { tokenResponse: await appSignsIn() }));
    await expect
      .poll(() => new URL(frame.url()).pathname + new URL(frame.url()).search)
      .toBe('/welcome?from=app');
    await frame.getByRole('heading', { level: 1 }).waitFor();
  });

  it('hides on pages for everybody, too, what the app shows itself', async () => {
    const { page, frame } = await openInApp();
    await frame.goto(`${house.url}/accessibility`);
    const brand = frame.locator('.public-page__top');
    await brand.waitFor();
    await appSays(page, aMessage('IsMobile', { platform: 'ios', appVersion: '1.0' }));
    await brand.waitFor({ state: 'hidden' });
    // Its duties stay below what is said, at the foot of the frame.
    const box = await frame.locator('.legal').boundingBox();
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeGreaterThan(800);
  });

  it('says so when the session that is handed over is over, and keeps the page that was wanted', async () => {
    const { page, frame } = await openInApp();
    const over = await appSignsIn();
    await api('DELETE', '/auth/token', undefined, over.accessToken);
    await appSays(page, aMessage('LoginSuccess', { tokenResponse: over }));
    const sessionIsOver = frame.getByText('Ihre Sitzung ist beendet.', { exact: false });
    await sessionIsOver.waitFor();
    await appSays(page, aMessage('LoginSuccess', { tokenResponse: await appSignsIn() }));
    await expect.poll(() => isAtSignIn(frame)).toBe(false);
    // The address changes before the page does: the words of the sign-in page must be gone before they are waited for again.
    await sessionIsOver.waitFor({ state: 'hidden' });
    await frame.getByRole('heading', { level: 1 }).waitFor();
    // In the middle of her work the app hands over one that is over.
    const wanted = new URL(frame.url()).pathname;
    await appSays(page, aMessage('LoginSuccess', { tokenResponse: over }));
    await sessionIsOver.waitFor();
    await expect
      .poll(() => Object.fromEntries(new URL(frame.url()).searchParams))
      .toEqual({ reason: 'sessionLost', returnUrl: wanted });
  });

  it('hears nobody else, and logs what it does not know', async () => {
    const { page, frame, warnings } = await openInApp();
    const session = await appSignsIn();
    await strangerSays(page, aMessage('IsMobile'));
    await strangerSays(page, aMessage('LoginSuccess', { tokenResponse: session }));
    // Messages come in order: what the app says after it proves that the stranger's were read and passed over.
    await appSays(page, aMessage('OpenDoors'));
    await expect.poll(() => warnings).toContain('Unknown command of the app: OpenDoors');
    expect(isAtSignIn(frame)).toBe(true);
    expect(await frame.evaluate(() => document.documentElement.dataset['mode'] ?? null)).toBeNull();
    expect(await commandsHeard(page)).toEqual(['IsMobile']);
  });

  it('does not stand in the frame of a page nobody configured', async () => {
    const answer = await fetch(`${house.url}/auth/login`);
    expect(answer.headers.get('content-security-policy')).toContain(`frame-ancestors ${host.origin}`);
    const own = aMessage('LoginSuccess', { tokenResponse: await appSignsIn() });
    const page = await journey.visitor('phone');
    await page.goto('/auth/login');
    await page.getByLabel('Benutzername').waitFor();
    await page.evaluate((sent) => window.postMessage(sent, '*'), JSON.stringify(own));
    await page.waitForTimeout(300);
    expect(new URL(page.url()).pathname).toBe('/auth/login');
  });

  // The last of all, as from then on her sign-in asks for it. A browser makes passkeys for names only: here the product has one,
  // and the page around it the number.
  it('binds the device in the frame where the page around it allows passkeys', async () => {
    const page = await journey.visitor('phone', true);
    await withDevice(page);
    const named = house.url.replace('127.0.0.1', 'localhost');
    await page.goto(numbered(host.pageFor(named, { allowsPasskeys: true })));
    await expect.poll(() => commandsHeard(page)).toEqual(['IsMobile']);
    const frame = page.frames().find((one) => one.url().startsWith(named));
    if (!frame) throw new Error('The product is not in the frame.');
    await frame.getByLabel('Benutzername').waitFor();
    const says = (command: string, data: unknown) => appSays(page, aMessage(command, data), named);
    await says('IsMobile', { platform: 'android', appVersion: '1.0' });
    await says('LoginSuccess', { tokenResponse: await appSignsIn() });
    await frame.getByRole('heading', { level: 1 }).waitFor();
    await says('EnableBiometry', 'true');
    await frame.getByRole('button', { name: 'Gerät einrichten' }).click();
    const card = frame.locator('section', { has: frame.getByRole('heading', { name: 'Passkeys' }) });
    await card.getByRole('button', { name: 'Passkey einrichten' }).click();
    await card.locator('input[type=password]').fill(password);
    await card.getByRole('button', { name: 'Passkey einrichten' }).click();
    await frame.getByText('Der Passkey ist eingerichtet.').waitFor();
  });
});
