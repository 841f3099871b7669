import { generate } from 'otplib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  demoPassword,
  expectAccessible,
  expectAccessibleAtBothSizes,
  signIn,
  useJourney,
} from './support/journey.ts';
import { withoutSecondFactor } from './support/second-factors.ts';

const journey = useJourney({ signsInAlways: true });

describe('signing in', () => {
  it('refuses a wrong password without losing the name, then lets the right one in', async () => {
    const page = await journey.visitor();
    await page.goto('/');
    await page.waitForURL(/\/auth\/login\?returnUrl=/);
    await signIn(page, 'beraterin@demo.example', 'not the password');
    await page.getByText('Benutzername oder Passwort ist nicht richtig.').waitFor();
    await expect.poll(() => page.getByLabel('Benutzername').inputValue()).toBe('beraterin@demo.example');
    await expectAccessibleAtBothSizes(page);
    await signIn(page, 'beraterin@demo.example');
    await page.getByRole('heading', { name: 'Verträge', level: 1 }).waitFor();
    await expectAccessibleAtBothSizes(page);
  });

  it('speaks English from here on, and German again where one chooses it', async () => {
    const page = await journey.visitor();
    await page.goto('/auth/login');
    await page.getByLabel('Benutzername').fill('beraterin@demo.example');
    await page.getByRole('button', { name: 'English' }).click();
    await page.getByRole('heading', { name: 'Log in', level: 1 }).waitFor();
    await expect.poll(() => page.getByLabel('User name').inputValue()).toBe('beraterin@demo.example');
    await page.getByLabel('Password', { exact: true }).fill(demoPassword);
    await page.getByRole('button', { name: 'Log in', exact: true }).click();
    await page.getByRole('heading', { name: 'Contracts', level: 1 }).waitFor();
    await expectAccessibleAtBothSizes(page);
    await page.goto('/settings/display');
    await page.getByText('Deutsch', { exact: true }).click();
    await page.getByRole('heading', { name: 'Darstellung' }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'Darstellung' }).waitFor();
    expect(await page.locator('html').getAttribute('lang')).toBe('de');
  });

  it('names what is missing before it asks the server', async () => {
    const page = await journey.visitor();
    await page.goto('/auth/login');
    await page.getByRole('button', { name: 'Anmelden' }).click();
    await page.getByText('Bitte geben Sie Ihren Benutzernamen ein.').first().waitFor();
    await page.getByText('Bitte geben Sie Ihr Passwort ein.').first().waitFor();
  });

  it('lets in who pressed the button, also when the page moves before she releases it', async () => {
    const page = await journey.visitor();
    await page.goto('/auth/login');
    await page.getByLabel('Benutzername').fill('beraterin@demo.example');
    await page.getByLabel('Passwort', { exact: true }).fill(demoPassword);
    await page.evaluate(() =>
      document.addEventListener('pointerdown', () => document.body.style.setProperty('margin-top', '140px')),
    );
    await page.getByRole('button', { name: 'Anmelden' }).click();
    await page.getByRole('heading', { name: 'Verträge', level: 1 }).waitFor();
  });
});

describe('where signing in leads', () => {
  it('continues to the page that was asked for, with its filter', async () => {
    const page = await journey.visitor();
    await page.goto('/contracts?riskOutOfBand=true');
    await page.waitForURL(/returnUrl=/);
    await signIn(page, 'berater@demo.example');
    await page.waitForURL(
      (url) => url.pathname === '/contracts' && url.searchParams.get('riskOutOfBand') === 'true',
    );
  });

  it.each(['https://evil.example/', '//evil.example'])(
    'never leaves the application for %s',
    async (returnUrl) => {
      const page = await journey.visitor();
      await page.goto(`/auth/login?returnUrl=${encodeURIComponent(returnUrl)}`);
      await signIn(page, 'berater@demo.example');
      await page.waitForURL(`${journey.url}/contracts`);
    },
  );

  it('keeps the refresh token away from scripts and storage', async () => {
    const page = await journey.signedIn('berater@demo.example');
    const cookies = await page.context().cookies();
    const refresh = cookies.find((cookie) => cookie.name === '__Host-refresh');
    expect(refresh).toMatchObject({ httpOnly: true, secure: true, sameSite: 'Strict', path: '/' });
    const readable = await page.evaluate(() =>
      JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]),
    );
    expect(readable).toContain('refreshTokenExists=1');
    expect(readable).not.toContain(refresh?.value ?? 'missing');
    expect(readable).not.toMatch(/eyJ/);
  });
});

describe('signing out', () => {
  it('ends the session, shows the sign-in page, and the way back shows nothing', async () => {
    const page = await journey.signedIn('berater@demo.example');
    await page.getByRole('button', { name: /Benutzermenü|JW/ }).click();
    await page.getByRole('menuitem', { name: 'Abmelden' }).click();
    await page.waitForURL(/\/auth\/login/);
    await page.goBack();
    await page.waitForURL(/\/auth\/login/);
    const cookies = await page.context().cookies();
    expect(cookies.map((cookie) => cookie.name)).not.toContain('__Host-refresh');
  });

  it('reaches the other tabs', async () => {
    const first = await journey.signedIn('berater@demo.example');
    const second = await first.context().newPage();
    await second.goto('/customers');
    await second.getByRole('heading', { name: 'Kunden', level: 1 }).waitFor();
    await first.goto('/logout');
    await second.waitForURL(/\/auth\/login/);
  });
});

describe('second factor', () => {
  const user = 'assistenz@demo.example';
  // Nobody else is asked for a code afterwards.
  beforeEach(() => withoutSecondFactor(journey.url, user));
  afterEach(() => withoutSecondFactor(journey.url, user));

  it('is set up with an app, asked at the next sign-in, and replaced by a recovery code once', async () => {
    const page = await journey.signedIn(user, '/settings/second-factor');
    await page.getByRole('button', { name: 'App einrichten' }).click();
    await page.getByRole('textbox', { name: 'Passwort' }).fill(demoPassword);
    await page.getByRole('button', { name: 'Weiter' }).click();
    await page.getByRole('img', { name: /QR-Code/ }).waitFor();
    const secret = (await page.locator('.settings__secret').innerText()).replaceAll(/\s/g, '');
    await page.getByLabel('Code aus der App').fill(await generate({ secret }));
    await page.getByRole('button', { name: 'Einrichtung abschließen' }).click();
    const recoveryCode = (await page.locator('.settings__codes li').first().innerText()).trim();
    await expectAccessible(page);

    const next = await journey.visitor();
    await next.goto('/auth/login');
    await signIn(next, user);
    await next.getByRole('heading', { name: 'Anmeldung bestätigen' }).waitFor();
    await expectAccessible(next);
    await next.getByLabel('Verfahren').waitFor();
    expect((await next.context().cookies()).map((cookie) => cookie.name)).not.toContain('__Host-refresh');
    await next.getByLabel('Bestätigungscode').fill('000000');
    await next.getByRole('button', { name: 'Bestätigen' }).click();
    await next.getByText('Der Bestätigungscode ist nicht richtig.').waitFor();
    await next.getByText('Telefon oder Passkey nicht zur Hand?').click();
    await next.getByText('kann Ihre Verwaltung die Zwei-Faktor-Anmeldung zurücksetzen').waitFor();
    await next.getByLabel('Verfahren').selectOption('Wiederherstellungscode');
    await next.getByLabel('Bestätigungscode').fill(recoveryCode);
    await next.getByRole('button', { name: 'Bestätigen' }).click();
    await next.getByRole('heading', { name: 'Verträge', level: 1 }).waitFor();
  });
});
