import { generate } from 'otplib';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { linkIn, MailServer } from '../apps/server/test/mail-server.ts';
import { type EmptyHouse, startEmptyHouse } from './support/empty-house.ts';
import { recordProfile, takeProposal } from './support/house-advice.ts';
import { picture } from './support/house-pictures.ts';
import {
  buildTariff,
  createContract,
  createIssuer,
  enterPayments,
  houseTariff,
  importBook,
  importMarket,
} from './support/house-steps.ts';
import { expectAccessible, type Size, signIn, useJourney } from './support/journey.ts';
import { reportOf } from './support/report-text.ts';
import { takeStep, versionsPath } from './support/tariff-steps.ts';

let house: EmptyHouse;
let mailServer: MailServer;
const journey = useJourney({ urlOf: () => house.url });
const password = 'Birnbaum tanzt leise';
const administrator = 'leitung@haus.example';
const adviser = 'beraterin@haus.example';
const approver = 'freigabe@haus.example';

beforeAll(async () => {
  mailServer = await MailServer.start();
  house = await startEmptyHouse();
});
afterAll(async () => {
  await house.stop();
  await mailServer.stop();
});

async function choosePassword(page: Page): Promise<void> {
  await page.getByLabel(/^Neues Passwort/).fill(password);
  await page.getByLabel(/^Passwort wiederholen/).fill(password);
  const name = await page.getByLabel('Benutzername').inputValue();
  await page.getByRole('button', { name: 'Zugang freischalten' }).click();
  await page.getByRole('link', { name: 'Anmelden' }).click();
  // Nobody types the name he has just chosen again.
  await page.getByRole('heading', { name: 'Anmelden' }).waitFor();
  expect(await page.getByLabel('Benutzername').inputValue()).toBe(name);
}

/** Steps of the page Einrichtung by their state. */
const stepsWith = (page: Page, state: string) =>
  page.locator('.setup-steps__step').filter({ has: page.getByText(state, { exact: true }) });

/** Sets the second factor up on the welcome page and goes on. */
async function setUpSecondFactor(page: Page): Promise<void> {
  await page.getByRole('heading', { name: /^Willkommen/ }).waitFor();
  await expect.poll(() => page.getByText('fehlt Ihnen die Berechtigung').count()).toBe(0);
  // Nobody can send a code by SMS yet, so nobody is offered one.
  expect(await page.getByText('SMS').count()).toBe(0);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'App einrichten' }).click();
  await page.getByRole('textbox', { name: 'Passwort' }).fill(password);
  await page.getByRole('button', { name: 'Weiter' }).click();
  await page.getByRole('img', { name: /QR-Code/ }).waitFor();
  const secret = (await page.locator('.settings__secret').innerText()).replaceAll(/\s/g, '');
  await page.getByLabel('Code aus der App').fill(await generate({ secret }));
  await page.getByRole('button', { name: 'Einrichtung abschließen' }).click();
  await page.getByRole('button', { name: 'Codes sind aufbewahrt' }).click();
  // The rights come with the factor, and with them the menu (on a phone behind its button).
  await page.locator('.shell__rail nav a').nth(1).waitFor({ state: 'attached' });
  await page.getByRole('button', { name: 'Weiter' }).click();
}

/** Nobody asked for the name before the first sign-in; invitations go out in it. */
async function enterOwnName(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Eigenen Namen eintragen' }).click();
  await page.getByLabel('Vollständiger Name').fill('Lea Leitung');
  await page.getByRole('button', { name: 'Speichern' }).first().click();
  await page.getByText('Gespeichert').first().waitFor();
  await page.goto('/setup');
  await page.getByRole('link', { name: 'Zum Schritt: Mailversand' }).waitFor();
  expect(await page.getByRole('link', { name: 'Eigenen Namen eintragen' }).count()).toBe(0);
}

async function setUpMail(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Zum Schritt: Mailversand' }).click();
  await page.getByLabel(/^Mailserver/).fill('127.0.0.1');
  await page.getByLabel(/^Port/).fill(String(mailServer.port));
  await page.getByLabel('Verschlüsselung').selectOption('none');
  await page.getByLabel('Absenderadresse').fill('depotwerk@haus.example');
  await page.getByLabel('Absendername').fill('Haus am Markt');
  await page.getByRole('button', { name: 'Speichern' }).click();
  await page.getByRole('button', { name: 'Testnachricht senden' }).click();
  await page.getByText('hat die Testnachricht an leitung@haus.example angenommen').waitFor();
  expect(mailServer.received.at(-1)?.recipient).toBe(administrator);
  await expectAccessible(page);
}

async function createRole(page: Page): Promise<void> {
  await page.goto('/user-management/roles');
  await page.getByRole('link', { name: 'Berater', exact: true }).click();
  await page.getByRole('link', { name: 'Angaben' }).click();
  await page.getByRole('link', { name: 'Rolle kopieren' }).click();
  await page.getByLabel('Name der Rolle').fill('Beraterin im Haus');
  await page.getByRole('button', { name: 'Speichern' }).click();
  await page.getByRole('checkbox', { name: 'Verträge löschen' }).uncheck();
  // Where the list was left, the bar of buttons may cover half of a box.
  await page.evaluate(() => window.scrollTo(0, 0));
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Speichern' }).click();
  await page.getByText('Gespeichert').first().waitFor();
}

interface NewPerson {
  readonly name: string;
  readonly mail: string;
  readonly role: string;
}

async function invite(page: Page, { name, mail, role }: NewPerson): Promise<void> {
  await page.goto('/user-management/users/new/info');
  await page.getByLabel('Vollständiger Name').fill(name);
  await page.getByLabel('E-Mail-Adresse').fill(mail);
  await page.getByLabel('Telefonnummer').fill('030 1234567');
  await page.getByLabel('Firma', { exact: true }).fill('Haus am Markt');
  // The phone book of the world is loaded on the first number.
  await expect.poll(() => page.getByLabel('Telefonnummer').inputValue()).toBe('+49-30-1234567');
  await page.getByLabel(/^Rolle/).selectOption({ label: role });
  await page.getByRole('button', { name: 'Speichern' }).click();
  await page.getByText('Eingeladen').waitFor();
}

/** The group of all customers, where adviser and administrator may do everything with them. */
async function createGroup(page: Page): Promise<void> {
  await page.goto('/user-management/groups/new/info');
  await page.getByRole('button', { name: 'Speichern' }).click();
  await page.getByRole('alert').getByText('Beschreibung').waitFor();
  await page.getByLabel('Name der Gruppe').fill('Haus am Markt');
  await page.getByLabel('Beschreibung').fill('Alle Kunden des Hauses');
  await page.getByRole('button', { name: 'Speichern' }).click();
  await page.waitForURL(/\/groups\/[0-9a-f-]{36}\/users/);
  for (const [search, name] of [
    ['berta', 'Berta Beraterin'],
    ['leitung', 'Lea Leitung'],
  ] as const) {
    await page.getByRole('searchbox').first().fill(search);
    await page.getByRole('button', { name: `Hinzufügen: ${name}` }).click();
    for (const category of ['Kunden', 'Verträge', 'Berichte', 'Dokumente'])
      await page.getByRole('checkbox', { name: category, exact: true }).check();
  }
  await expectAccessible(page);
  await picture(page, 'group');
  await page.getByRole('button', { name: 'Speichern' }).click();
  // The word about the group itself may still be on screen.
  await page.getByText('Keine Änderungen').waitFor();
}

/** The link of the invitation that came by mail. */
async function invitationOf(mail: string): Promise<string> {
  const mailed = () => mailServer.received.find(({ recipient }) => recipient === mail)?.source;
  await expect.poll(mailed).toBeDefined();
  return linkIn(mailed() ?? '');
}

describe('the first day of an empty house', () => {
  // The whole way at the other size takes a minute more and is a command of its own: npm run test:phone
  const size: Size = process.env['JOURNEY_SIZE'] === 'phone' ? 'phone' : 'desktop';

  it('leads from the first link to a report on a contract, by screens and files alone', async () => {
    const page = await journey.visitor(size);
    await page.goto(house.firstLink);
    await page.getByLabel('Benutzername').fill(administrator);
    expect(await page.getByText('SMS').count()).toBe(0);
    await choosePassword(page);
    await signIn(page, administrator, password);
    await setUpSecondFactor(page);
    await page.getByRole('heading', { name: 'Einrichtung', level: 1 }).waitFor();
    await expectAccessible(page);
    await expect.poll(() => stepsWith(page, 'Erledigt').count()).toBe(0);
    await enterOwnName(page);
    await setUpMail(page);
    await createRole(page);
    await invite(page, { name: 'Berta Beraterin', mail: adviser, role: 'Beraterin im Haus' });
    await expectAccessible(page);
    await invite(page, { name: 'Frida Freigabe', mail: approver, role: 'Tariffreigabe' });
    await createGroup(page);
    await page.getByRole('link', { name: 'Einrichtung' }).click();
    await page.getByRole('heading', { name: 'Einrichtung', level: 1 }).waitFor();
    await expect
      .poll(() => stepsWith(page, 'Erledigt').getByRole('heading').allInnerTexts())
      .toEqual(['Mailversand', 'Gruppen', 'Rollen']);

    // The adviser's invitation came by mail and is good for once.
    const link = await invitationOf(adviser);
    const desk = await journey.visitor(size);
    await desk.goto(link);
    await expect.poll(() => desk.getByLabel('Benutzername').inputValue()).toBe(adviser);
    await choosePassword(desk);
    await signIn(desk, adviser, password);
    await desk.getByRole('heading', { name: 'Verträge', level: 1 }).waitFor();
    // Nothing there yet says where a first one comes from.
    await desk.getByRole('link', { name: 'Zu den Kunden' }).waitFor();
    await expectAccessible(desk);
    await expect.poll(() => desk.getByRole('link', { name: 'Benutzerverwaltung' }).count()).toBe(0);
    const again = await journey.visitor(size);
    await again.goto(link);
    // A link that was used says so before anything is filled in.
    await again.getByRole('alert').waitFor();
    expect(await again.getByLabel(/^Neues Passwort/).count()).toBe(0);
    await again.close();

    await importMarket(page);
    await createIssuer(page);
    const tariffId = await buildTariff(page);
    await page.goto(versionsPath(tariffId));
    await takeStep(page, 'Version 1', 'Zur Freigabe einreichen');

    const other = await journey.visitor(size);
    await other.goto(await invitationOf(approver));
    await choosePassword(other);
    await signIn(other, approver, password);
    await setUpSecondFactor(other);
    await other.goto('/admin/approvals');
    await takeStep(other, houseTariff, 'Freigeben');
    await picture(other, 'approval');
    await takeStep(other, houseTariff, 'Veröffentlichen');
    await other.getByText(`Version 1 von „${houseTariff}“ ist veröffentlicht.`).waitFor();

    const contract = await createContract(desk);
    await importBook(page);

    await recordProfile(desk, contract);
    await desk.goto(`${contract}/optimization-hints`);
    await desk.getByRole('button', { name: 'Vertrag prüfen' }).click();
    await desk.getByText(/^Vertrag geprüft/).waitFor();
    await desk.locator('.opt-hints__toggle').first().waitFor();
    await desk.goto(`${contract}/overview`);
    await desk.getByText('Aktien', { exact: true }).first().waitFor();
    await expect.poll(() => desk.getByText('Ohne Kategorie').count()).toBe(0);
    await desk.goto(`${contract}/optimization`);
    await desk.getByRole('heading', { name: 'Vorschläge im Vergleich' }).waitFor();
    await expect.poll(() => desk.locator('.opt-groups__row').count()).toBeGreaterThan(1);
    await expectAccessible(desk);
    await picture(desk, 'proposal');
    await takeProposal(desk);
    await desk.goto(`${contract}/documents`);
    const report = await reportOf(desk, () =>
      desk.getByRole('button', { name: 'Depotübersicht erstellen' }).click(),
    );
    expect(report.name).toContain('Depotübersicht_HM-1_');
    expect(report.text).toContain('Özlem Großmann');
    // What was proposed is a recommendation: the statement of its suitability says by which answers.
    const statement = await reportOf(desk, () =>
      desk.getByRole('button', { name: 'Geeignetheitserklärung erstellen' }).click(),
    );
    for (const words of ['Risikoklasse 2 von 3', 'Anlagehorizont 9 Jahre', 'Begrenzte Verluste tragbar'])
      expect(statement.text).toContain(words);

    await enterPayments(desk, contract);

    await page.goto('/setup');
    // The house keeps the usual appearance; what is left out is no longer open.
    await page.getByRole('button', { name: 'Auslassen: Haus und Erscheinungsbild' }).click();
    await page.getByText('Die Einrichtung ist abgeschlossen.', { exact: false }).waitFor();
    await expect.poll(() => stepsWith(page, 'Offen').count()).toBe(0);
    await picture(page, 'setup');
  }, 900_000);
});
