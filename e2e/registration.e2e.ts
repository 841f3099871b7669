import type { Page } from 'playwright-core';
import { afterAll, describe, expect, it } from 'vitest';
import { adviser } from './support/adviser-api.ts';
import { answerAll, calculateWithOneFund } from './support/analysis-steps.ts';
import { expectAccessible, type Size, signIn, useJourney } from './support/journey.ts';
import { mailedLink } from './support/outbox.ts';

const journey = useJourney();
const password = 'Birnbaum tanzt leise';
const sizes: readonly Size[] = ['desktop', 'phone'];
const modes = { closed: '0', open: '1', invited: '2', approved: '3' } as const;

/** Sets who may register in this house; what browsers are told of it is some seconds old. */
async function open(mode: keyof typeof modes): Promise<void> {
  const page = await journey.signedIn('admin@demo.example', '/admin/white-label');
  const choice = page.getByRole('combobox', { name: 'Registrierung' });
  await choice.waitFor();
  if ((await choice.inputValue()) === modes[mode]) return;
  await choice.selectOption(modes[mode]);
  await page.getByRole('button', { name: 'Speichern' }).first().click();
  await page
    .getByText(/gespeichert/i)
    .first()
    .waitFor();
}

/** Opens the page until it says what it says in this mode. */
async function openUntil(page: Page, text: string): Promise<void> {
  await expect
    .poll(
      async () => {
        await page.goto('/auth/registration');
        await page.getByRole('heading', { name: 'Registrieren' }).waitFor();
        return page.getByText(text).count();
      },
      { interval: 1000 },
    )
    .toBeGreaterThan(0);
}

/** A visitor looks at her depot, and wants an access for what she has seen. */
async function registerFromAnalysis(page: Page): Promise<void> {
  await page.goto('/depotanalysis');
  await page.getByLabel('stimme ich zu').check();
  await page.getByRole('button', { name: 'Analyse beginnen' }).click();
  await answerAll(page);
  await page.getByRole('button', { name: 'Weiter zu den Beständen' }).click();
  await calculateWithOneFund(page, '20.000');
  await page.getByRole('heading', { name: 'Was auffällt' }).waitFor();
  await page.getByRole('link', { name: 'Registrieren' }).click();
  await page.getByText('Ihr Risikoprofil beginnt mit den Antworten Ihrer Depotanalyse').waitFor();
}

/** Her profile begins with what she answered as a visitor: the goal, and the day she needs the money as years. */
async function expectProfileOfAnalysis(page: Page): Promise<void> {
  await page.goto('/my');
  await page.getByRole('link', { name: 'Risikoprofil beantworten' }).click();
  await page.getByText('aus dem gespeicherten Entwurf').waitFor();
  const goal = page.locator('.question', { hasText: 'Welches Ziel' });
  await expect.poll(() => goal.getByRole('radio', { name: 'Altersvorsorge' }).isChecked()).toBe(true);
  await expect.poll(() => page.getByLabel('In wie vielen Jahren').inputValue()).toMatch(/^1\d$/);
}

async function register(page: Page, lastName: string): Promise<string> {
  const email = `${crypto.randomUUID()}@post.example`;
  await page.getByRole('button', { name: 'Registrieren' }).click();
  await page.getByText('Bitte stimmen Sie den Nutzungsbedingungen zu.').waitFor();
  await expectAccessible(page);
  await page.getByLabel('Vorname').fill('Regine');
  await page.getByLabel('Nachname').fill(lastName);
  await page.getByLabel('E-Mail-Adresse').fill(email);
  await page.getByLabel('Geburtsdatum').fill('17.5.1980');
  await page.getByRole('checkbox', { name: /Nutzungsbedingungen/ }).check();
  await page.getByRole('button', { name: 'Registrieren' }).click();
  await page.getByText('Bitte sehen Sie in Ihr Postfach').waitFor();
  await page.goto(await mailedLink(journey.url, email, '/auth/registration'));
  await page.getByRole('button', { name: 'Adresse bestätigen' }).click();
  return email;
}

/** Chooses the password and comes to her own side. */
async function arrive(page: Page, email: string): Promise<void> {
  await page.getByLabel(/^Neues Passwort/).fill(password);
  await page.getByLabel(/^Passwort wiederholen/).fill(password);
  await page.getByRole('button', { name: 'Zugang freischalten' }).click();
  await page.getByRole('heading', { name: 'Zugang freigeschaltet' }).waitFor();
  await page.getByRole('link', { name: 'Anmelden' }).click();
  await signIn(page, email, password);
  await page.waitForURL(/\/(my|welcome)/);
}

describe('registration', () => {
  // The house as the other journeys know it.
  afterAll(() => open('open'));

  it.each(sizes)('is not possible where the house is closed (%s)', async (size) => {
    await open('closed');
    const page = await journey.visitor(size);
    await openUntil(page, 'Zugänge werden von der Verwaltung angelegt');
    await expectAccessible(page);
  });

  it.each(sizes)('is by invitation only where the house says so (%s)', async (size) => {
    await open('invited');
    const page = await journey.visitor(size);
    await openUntil(page, 'Öffnen Sie den Link aus Ihrer Einladung');
    expect(await page.getByLabel('Vorname').count()).toBe(0);
    await expectAccessible(page);
    // The sign-in promises nothing that is not to be had.
    await page.getByRole('link', { name: 'Zurück zur Anmeldung' }).click();
    await page.getByRole('link', { name: 'Zugang freischalten' }).waitFor();
    expect(await page.getByRole('link', { name: 'Registrieren' }).count()).toBe(0);
  });

  it.each(sizes)('opens an access at once where the house is open (%s)', async (size) => {
    await open('open');
    const page = await journey.visitor(size);
    await openUntil(page, 'der die Adresse bestätigt.');
    if (size === 'desktop') await registerFromAnalysis(page);
    else {
      await page.goto('/auth/login');
      await page.getByRole('link', { name: 'Registrieren' }).click();
    }
    await page.getByLabel('Vorname').waitFor();
    const email = await register(page, 'Offen');
    await page.getByRole('heading', { name: 'Zugangsdaten festlegen' }).waitFor();
    await expect.poll(() => page.getByLabel('Benutzername').inputValue()).toBe(email);
    await arrive(page, email);
    if (size === 'desktop') {
      await expectProfileOfAnalysis(page);
      return;
    }
    // The link was used: whoever opens it again is not left with a button that cannot work.
    const other = await journey.visitor('phone');
    await other.goto(await mailedLink(journey.url, email, '/auth/registration'));
    await other.getByRole('button', { name: 'Adresse bestätigen' }).click();
    await other.getByText('Der Link ist abgelaufen oder wurde schon verwendet.').waitFor();
    expect(await other.getByRole('button', { name: 'Adresse bestätigen' }).count()).toBe(0);
    await other.getByRole('link', { name: 'Registrieren' }).click();
    await other.getByLabel('Vorname').waitFor();
  });

  it.each(sizes)('waits for an adviser, who gives a group, where the house wants that (%s)', async (size) => {
    await open('approved');
    const page = await journey.visitor(size);
    await openUntil(page, 'Danach gibt ein Berater den Zugang frei.');
    const lastName = `Freigabe${crypto.randomUUID().slice(0, 6)}`;
    const email = await register(page, lastName);
    await page.getByText('Ein Berater prüft die Registrierung.').waitFor();
    const desk = await journey.signedIn(adviser, '/prospects');
    const waiting = desk.getByRole('region', { name: `Regine ${lastName}` });
    await waiting.getByText(email).waitFor();
    await waiting.getByRole('button', { name: 'Freigeben' }).click();
    await desk.getByText(`Die Registrierung von Regine ${lastName} ist freigegeben.`).waitFor();
    await page.goto(await mailedLink(journey.url, email, '/auth/activation/credentials'));
    await arrive(page, email);
  });
});
