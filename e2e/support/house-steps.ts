import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { bookFile, fundList, houseGroups, pricedFunds, priceFile, symbolMap } from './house-files.ts';
import { picture } from './house-pictures.ts';
import { expectAccessible } from './journey.ts';
import { patienceWithJobs } from './patience.ts';
import {
  choose,
  create,
  discardDraft,
  enter,
  fillComponentInfo,
  fillRiskClasses,
  next,
  pageTitle,
  pick,
  startNew,
  tariffIdOf,
  wizardReady,
} from './tariff-steps.ts';

/** Name of the house's tariff. */
export const houseTariff = 'Depot am Markt';

/** Tries a file on the page for fund data and takes it. */
async function importFile(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Prüfen' }).click();
  await page.getByRole('button', { name: 'Übernehmen' }).click();
  await page.getByRole('heading', { name: 'Übernommen', exact: true }).waitFor();
}

/** What the page says as a count of rows. */
async function expectCount(page: Page, label: string, count: string): Promise<void> {
  const fact = page.locator('dl > *', { hasText: new RegExp(`^${label}`) }).first();
  await expect.poll(async () => (await fact.innerText()).replaceAll(/\s+/g, ' ')).toBe(`${label} ${count}`);
}

/** Fund list, peer groups and prices; waits until figures, ranks and covariances are computed from them. */
export async function importMarket(page: Page): Promise<void> {
  await page.goto('/admin/fund-import');
  await page.getByLabel(/^Datei/).setInputFiles(fundList());
  await importFile(page);
  await expectCount(page, 'Neu', '1.109');
  await picture(page, 'funds');
  for (const [name, isins] of Object.entries(houseGroups)) await createPeergroup(page, name, isins);
  await page.goto('/admin/fund-import');
  await page.getByText('Kurse', { exact: true }).first().click();
  await page.getByLabel(/^Datei/).setInputFiles(priceFile());
  await page.getByLabel(/^Zuordnung/).setInputFiles(symbolMap());
  await importFile(page);
  await expectCount(page, 'Neu', '4.770');
  // Figures, ranks and covariances come by themselves.
  await page.goto('/admin/data-quality');
  await expect
    .poll(
      async () => {
        await page.reload();
        await page.getByText('Mit Rang').waitFor();
        return page.locator('main').innerText();
      },
      { timeout: patienceWithJobs, interval: 1000 },
    )
    .toMatch(/Mit Rang\s+18 von 1\.109 Fonds\s+Peergroups mit Risiko\s+3, aus 260 Wochenrenditen/);
  await expectAccessible(page);
  await picture(page, 'data-quality');
}

async function createPeergroup(page: Page, name: string, isins: readonly string[]): Promise<void> {
  await page.goto('/admin/peergroups');
  await page.getByRole('button', { name: 'Peergroup anlegen', exact: true }).first().click();
  const panel = page.getByRole('dialog');
  await panel.getByLabel('Name', { exact: false }).first().fill(name);
  await panel.getByLabel('Schlüssel').fill(name.toUpperCase().replaceAll(' ', '-').replaceAll('Ä', 'AE'));
  await panel.getByLabel('Fondskategorie').selectOption({ label: 'Aktien' });
  await panel.getByLabel('Aktienquote').fill('100');
  for (const isin of isins) {
    await panel.getByRole('searchbox').fill(isin);
    await panel.locator('.fund-picker__hit', { hasText: isin }).getByRole('button').click();
  }
  await panel.getByRole('button', { name: 'Speichern' }).click();
  await panel.waitFor({ state: 'detached' });
}

/** The house's one issuer, without a connection. */
export async function createIssuer(page: Page): Promise<void> {
  await page.goto('/admin/issuers');
  await page.getByRole('button', { name: 'Emittent anlegen', exact: true }).first().click();
  const panel = page.getByRole('dialog');
  await panel.getByLabel('Name', { exact: false }).first().fill('Bank am Markt');
  await panel.getByRole('button', { name: 'Speichern' }).click();
  await panel.waitFor({ state: 'detached' });
}

/** Leaves the tariff for a new component, fills it in and comes back with it. */
async function component(page: Page, kind: string, key: string, fill: () => Promise<void>): Promise<void> {
  await page.getByRole('link', { name: `Neu anlegen ${kind}` }).click();
  await pageTitle(page, 'Allgemein').waitFor();
  await wizardReady(page);
  await discardDraft(page);
  await fillComponentInfo(page, `${kind} des Hauses`, key);
  await fill();
  await create(page, `${kind} des Hauses`);
  await pageTitle(page, 'Bausteine').waitFor();
  await wizardReady(page);
  await choose(page.getByRole('combobox', { name: kind }), key);
}

/** A tariff with all its components, from the market that was just imported; its id. */
export async function buildTariff(page: Page): Promise<string> {
  await startNew(page, '/admin/tariffs/new/product-type');
  await page.getByLabel('Tarifart').selectOption({ label: 'Fondsdepot' });
  await next(page, 'Angaben');
  await enter(page.getByLabel('Tarifbezeichnung'), houseTariff);
  await enter(page.getByLabel('Schlüssel'), 'HAUS');
  await choose(page.getByLabel('Emittent'), 'Bank am Markt');
  await next(page, 'Bausteine');
  await component(page, 'Risikobaustein', 'HAUS-R', async () => {
    await next(page, 'Risikoklassen');
    await pick(page, 'Anzahl Risikoklassen', '3');
    await choose(page.getByLabel('Risikoart'), 'Volatilität');
    await fillRiskClasses(page, [
      ['14', '1'],
      ['15,5', '0,5'],
      ['17', '1'],
    ]);
  });
  await component(page, 'Universumsbaustein', 'HAUS-U', async () => {
    await next(page, 'Anlageuniversum');
    await pick(page, 'Zusammenstellung', 'Automatisch');
    await choose(page.getByLabel('Art des Universums'), 'alle Fonds');
    await page.getByRole('heading', { name: 'Diese Art umfasst heute 1.109 Fonds' }).waitFor();
  });
  await component(page, 'Auswahlbaustein', 'HAUS-S', async () => {
    await next(page, 'Fondsauswahl');
    await choose(page.getByRole('combobox', { name: 'Universumsbaustein' }), 'Universumsbaustein des Hauses');
    await choose(page.getByLabel('Rangermittlung'), 'Rendite 5 Jahre');
    await enter(page.getByLabel('Größe der Empfehlungsliste'), '2');
    await pick(page, 'Zusammenstellung', 'Automatisch');
    await page
      .getByText(/\d+ Fonds in 3 Peergroups/)
      .first()
      .waitFor();
  });
  await component(page, 'Allokationsbaustein', 'HAUS-A', async () => {
    await next(page, 'Peergroups');
    await page.getByRole('button', { name: 'Alle wählen' }).click();
    await next(page, 'Verwandte Peergroups');
    await next(page, 'Allokationsmatrix');
    await choose(page.getByRole('combobox', { name: 'Risikobaustein' }), 'Risikobaustein des Hauses');
    await choose(page.getByLabel('Allokationsart'), 'Minimum-Varianz');
    await pick(page, 'Berechnung', 'Automatisch');
    await page.getByText('Alle Risikoklassen ergeben genau 100 %.').waitFor();
    await picture(page, 'matrix');
  });
  for (const title of ['Einstellungen', 'Optimierungshinweise', 'Expertenhinweise', 'Zusammenfassung'])
    await next(page, title);
  await page.getByText('Alle Angaben sind vollständig.').waitFor();
  await create(page, houseTariff);
  return tariffIdOf(page);
}

/** Customer and contract by hand; the contract's address without its tab. */
export async function createContract(page: Page): Promise<string> {
  const panel = page.getByRole('dialog');
  await page.goto('/customers');
  await page.getByRole('button', { name: 'Kunde anlegen' }).click();
  // Somebody with one group has nothing to choose.
  await panel.getByLabel('Vorname').fill('Özlem');
  await panel.getByLabel('Nachname').fill('Großmann');
  await panel.getByLabel('Geburtsdatum').fill('3.4.1964');
  await expectAccessible(page);
  await panel.getByRole('button', { name: 'Speichern' }).click();
  await page.getByRole('heading', { name: 'Özlem Großmann' }).waitFor();
  await page.getByText('Haus am Markt').first().waitFor();
  await page.getByRole('button', { name: 'Vertrag anlegen' }).click();
  await choose(panel.getByLabel('Tarif'), houseTariff);
  await panel.getByLabel('Risikoklasse').selectOption({ label: 'Klasse 2 von 3' });
  await panel.getByLabel('Vertragsnummer').fill('HM-1');
  await panel.getByLabel('Beginn').fill('01.02.2020');
  await panel.getByLabel('Stichtag').fill('02.11.2026');
  for (const isin of pricedFunds.slice(0, 2)) {
    await panel.getByRole('searchbox').first().fill(isin);
    await panel.locator('.fund-picker__hit', { hasText: isin }).getByRole('button').click();
  }
  // Those that are there: a fund chosen a moment ago may have none yet.
  await expect.poll(() => panel.getByLabel('Anteile').count()).toBeGreaterThanOrEqual(2);
  for (const quantity of await panel.getByLabel('Anteile').all()) await quantity.fill('100');
  await panel.getByRole('button', { name: 'Speichern' }).click();
  await page.waitForURL(/\/contracts\/[0-9a-f-]{36}/);
  await page.getByRole('link', { name: 'Özlem Großmann' }).waitFor();
  return /\/contracts\/[0-9a-f-]{36}/.exec(page.url())?.[0] ?? '';
}

/**
 * A later value of a contract and what was paid into it, by hand: without payments its gain is unknown, with them it is what was not
 * paid. `contract` is its address without its tab.
 */
export async function enterPayments(page: Page, contract: string): Promise<void> {
  const panel = page.getByRole('dialog');
  await page.goto(`${contract}/portfolio`);
  await page.getByText('Was eingezahlt wurde, ist nicht bekannt.').waitFor();
  await page.getByRole('button', { name: 'Weitere Aktionen', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Vertrag bearbeiten' }).click();
  await panel.getByLabel('Stichtag').fill('20.11.2026');
  await panel.getByLabel('Anteile').first().fill('120');
  await panel.getByRole('button', { name: 'Speichern' }).click();
  await panel.waitFor({ state: 'detached' });

  await page.goto(`${contract}/analysis`);
  await page.getByText('Was ein- und ausgezahlt wurde, ist nicht bekannt;', { exact: false }).waitFor();
  await page
    .getByText('Was in dieser Zeit ein- und ausgezahlt wurde, ist nicht bekannt.', { exact: false })
    .waitFor();

  await page.goto(`${contract}/portfolio`);
  await page.getByRole('button', { name: 'Einzahlungen erfassen' }).click();
  const add = panel.getByRole('button', { name: 'Zeile hinzufügen' });
  await add.click();
  // The first line is what had been paid when the contract began.
  expect(await panel.getByLabel('Tag').inputValue()).toBe('01.02.2020');
  await panel.getByLabel('Netto eingezahlt').fill('1.000,00');
  await add.click();
  await panel.getByLabel('Betrag').fill('250,50');
  await panel.getByRole('button', { name: 'Speichern' }).click();
  await panel.getByText('Zeile 2: Bitte geben Sie einen Tag bis heute ein.').first().waitFor();
  await panel.getByLabel('Tag').last().fill('10.11.2026');
  await expectAccessible(page);
  await panel.getByRole('button', { name: 'Speichern' }).click();
  await panel.waitFor({ state: 'detached' });
  await page.getByText('Bis zum 20.11.2026 sind netto 1.250,50', { exact: false }).waitFor();
  await expectAccessible(page);

  await page.goto(`${contract}/analysis`);
  // Whole euros, as everything the analysis says in a sentence.
  await page.getByText(/eingezahlt 250,50\s€, Gewinn\/Verlust/).waitFor();
  await expect.poll(() => page.getByText('ausgezahlt wurde, ist nicht bekannt').count()).toBe(0);
}

/** 200 customers with their contracts and holdings, from one file. */
export async function importBook(page: Page): Promise<void> {
  await page.goto('/admin/book-imports');
  await page.getByLabel(/^Datei/).setInputFiles(bookFile(houseTariff));
  await page.getByRole('button', { name: 'Datei lesen' }).click();
  await page.getByRole('heading', { name: 'bestand.csv' }).waitFor();
  await page.getByRole('button', { name: 'Zeilen prüfen' }).click();
  await page.getByRole('button', { name: '600 Zeilen übernehmen' }).click();
  await page
    .getByRole('status')
    .filter({ hasText: /^Übernommen$/ })
    .waitFor();
  await picture(page, 'book');
  await page.goto('/contracts?search=D-5199');
  await page.getByText('D-5199').first().waitFor();
}
