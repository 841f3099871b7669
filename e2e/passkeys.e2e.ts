import type { Page } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { demoPassword, expectAccessible, sizes, useJourney } from './support/journey.ts';
import { withDevice, withoutSecondFactor } from './support/second-factors.ts';

const journey = useJourney();
/** WebAuthn knows no IP addresses. */
const home = journey.url.replace('127.0.0.1', 'localhost');
const userName = 'assistenz@demo.example';

// Neither a broken walk before nor this one leaves a passkey that others would be asked for.
beforeEach(() => withoutSecondFactor(journey.url, userName));
afterEach(() => withoutSecondFactor(journey.url, userName));

async function enterPassword(page: Page): Promise<void> {
  await page.goto(`${home}/auth/login?returnUrl=/settings/second-factor`);
  await page.getByLabel('Benutzername').fill(userName);
  await page.getByLabel('Passwort', { exact: true }).fill(demoPassword);
  await page.getByRole('button', { name: 'Anmelden', exact: true }).click();
}

async function signOut(page: Page): Promise<void> {
  await page.goto(`${home}/logout`);
  await page.waitForURL(/\/auth\/login/);
}

describe('passkeys', () => {
  it('are added, named, sign in alone and as second factor, and are removed', async () => {
    const page = await journey.visitor();
    await withDevice(page);
    await enterPassword(page);
    const card = page.locator('section', { has: page.getByRole('heading', { name: 'Passkeys' }) });
    await card.getByRole('button', { name: 'Passkey einrichten' }).click();
    await card.locator('input[type=password]').fill(demoPassword);
    await card.getByRole('button', { name: 'Passkey einrichten' }).click();
    await page.getByText('Der Passkey ist eingerichtet.').waitFor();
    await expect.poll(() => page.getByText(/^[a-z0-9]{5}-[a-z0-9]{5}$/).count()).toBe(10);
    await card.getByRole('button', { name: 'Umbenennen' }).click();
    await card.getByLabel('Name des Passkeys').fill('Laptop im Büro');
    await card.getByRole('button', { name: 'Speichern' }).click();
    await card.getByText('Laptop im Büro').waitFor();
    await expectAccessible(page);
    await page.setViewportSize(sizes.phone);
    await expectAccessible(page);
    await page.setViewportSize(sizes.desktop);

    await signOut(page);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Mit Passkey anmelden' }).click();
    await page.waitForURL(/\/(contracts|customers)/);

    await signOut(page);
    await enterPassword(page);
    await page.waitForURL(/\/auth\/second-factor/);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Mit Passkey bestätigen' }).click();
    await page.waitForURL(/\/settings\/second-factor/);

    await card.getByRole('button', { name: 'Mit Passkey bestätigen' }).click();
    await page.getByText('Für die nächsten fünf Minuten ist kein Code nötig.').waitFor();
    await card.getByRole('button', { name: 'Passkey entfernen' }).click();
    await card.locator('input[type=password]').fill(demoPassword);
    await card.getByRole('button', { name: 'Passkey entfernen' }).last().click();
    await page.getByText('Der Passkey ist entfernt.').waitFor();
    await signOut(page);
    await page.getByRole('button', { name: 'Mit Passkey anmelden' }).click();
    await page
      .getByText('Der Passkey wurde nicht angenommen.')
      .or(page.getByText('Bitte versuchen Sie es noch einmal'))
      .first()
      .waitFor();
    await expect.poll(() => new URL(page.url()).pathname).toBe('/auth/login');
  });

  it('are not waited for by whoever has lost hers and takes a recovery code', async () => {
    const page = await journey.visitor();
    await withDevice(page);
    await enterPassword(page);
    const card = page.locator('section', { has: page.getByRole('heading', { name: 'Passkeys' }) });
    await card.getByRole('button', { name: 'Passkey einrichten' }).click();
    await card.locator('input[type=password]').fill(demoPassword);
    await card.getByRole('button', { name: 'Passkey einrichten' }).click();
    const codes = page.getByText(/^[a-z0-9]{5}-[a-z0-9]{5}$/);
    await expect.poll(() => codes.count()).toBe(10);
    const code = (await codes.first().textContent()) ?? '';

    // Another machine, without the device: its browser goes on asking for one.
    const other = await journey.visitor('phone');
    await enterPassword(other);
    await other.getByRole('button', { name: 'Mit Passkey bestätigen' }).click();
    await other.getByLabel('Verfahren').selectOption({ label: 'Wiederherstellungscode' });
    await other.getByLabel('Bestätigungscode').fill(code);
    await other.getByRole('button', { name: 'Bestätigen', exact: true }).click();
    await other.waitForURL(/\/settings\/second-factor/);
  });
});
