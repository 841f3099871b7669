import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { enterFirstRow, expectAccessibleAtBothSizes, rowsOf, useJourney } from './support/journey.ts';
import { patienceWithJobs } from './support/patience.ts';

const journey = useJourney();
const manager = 'tarif@demo.example';
const unique = () => crypto.randomUUID().slice(0, 8);

const panel = (page: Page) => page.getByRole('dialog');
const open = (page: Page, button: string) =>
  page.getByRole('button', { name: button, exact: true }).first().click();
const save = (page: Page) => panel(page).getByRole('button', { name: 'Speichern' }).click();
const saved = (page: Page) => panel(page).waitFor({ state: 'detached' });
/** Deletes the entry that is open, after the question. */
async function deleteOpened(page: Page): Promise<void> {
  await panel(page).getByRole('button', { name: 'Löschen' }).click();
  await page
    .getByRole('dialog', { name: 'Eintrag löschen' })
    .getByRole('button', { name: 'Löschen' })
    .click();
}
/** Opens the first row, once it shows the text. */
async function openRow(page: Page, text: string | RegExp = /\w/): Promise<void> {
  await enterFirstRow(page, text);
  await panel(page).waitFor();
}
/** Searches the list and opens the only hit. */
async function find(page: Page, text: string): Promise<void> {
  await page.getByRole('searchbox').first().fill(text);
  await openRow(page, text);
}

describe('master data', () => {
  it('keeps insurers: invalid, twice the same name, changed by two, deleted', async () => {
    const page = await journey.signedIn(manager, '/admin/insurers');
    const name = `Bergquell Leben ${unique()}`;
    await open(page, 'Versicherer anlegen');
    await panel(page).getByLabel('BaFin-Nummer').fill('12');
    await save(page);
    const summary = panel(page).getByRole('alert').filter({ hasText: 'Bitte prüfen Sie Ihre Angaben' });
    await summary.getByText('Name: Bitte füllen Sie dieses Feld aus.').click();
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-invalid')))
      .toBe('true');
    await expect.poll(() => summary.innerText()).toContain('Die BaFin-Nummer besteht aus 4 bis 8 Ziffern.');
    await expectAccessibleAtBothSizes(page);
    await panel(page).getByLabel('Name', { exact: false }).first().fill(name);
    await panel(page).getByLabel('BaFin-Nummer').fill('1234');
    await save(page);
    await saved(page);

    await open(page, 'Versicherer anlegen');
    await panel(page).getByLabel('Name', { exact: false }).first().fill(name.toUpperCase());
    await save(page);
    await panel(page).getByText('Diesen Namen gibt es bereits.').first().waitFor();
    await panel(page).getByRole('button', { name: 'Abbrechen' }).click();
    await page.getByRole('button', { name: 'Verwerfen' }).click();
    await saved(page);

    // Two people change the same insurer: the second one sees what the first one saved.
    await find(page, name);
    const other = await journey.signedIn(manager, '/admin/insurers');
    await find(other, name);
    await panel(other).getByLabel('Kurzname').fill('BQ');
    await panel(other).getByLabel('BaFin-Nummer').fill('5678');
    await save(other);
    await saved(other);
    await panel(page).getByLabel('BaFin-Nummer').fill('4321');
    await save(page);
    const conflict = page.getByRole('dialog', { name: 'Zwischenzeitlich geändert' });
    await conflict.getByText('5678').waitFor();
    // What only the other one changed is suggested; what both changed has to be chosen.
    const choice = (field: string) =>
      conflict.getByRole('group', { name: field }).getByRole('radio', { name: /Gespeicherter Stand/ });
    await expect.poll(() => choice('Kurzname').isChecked()).toBe(true);
    await expectAccessibleAtBothSizes(page);
    await choice('BaFin-Nummer').check();
    await conflict.getByRole('button', { name: 'Auswahl übernehmen' }).click();
    await expect.poll(() => panel(page).getByLabel('BaFin-Nummer').inputValue()).toBe('5678');
    await expect.poll(() => panel(page).getByLabel('Kurzname').inputValue()).toBe('BQ');
    await save(page);
    await saved(page);

    await openRow(page, name);
    await deleteOpened(page);
    await page.getByText(`Keine Treffer für „${name}“.`).waitFor();
    await page.getByRole('button', { name: 'Rückgängig' }).click();
    await page.getByText('Die Löschung ist zurückgenommen.').waitFor();
    await page.getByText(`Keine Treffer für „${name}“.`).waitFor({ state: 'detached' });
    await openRow(page, name);
    expect(await panel(page).getByLabel('BaFin-Nummer').inputValue()).toBe('5678');
    await expectAccessibleAtBothSizes(page);
  });

  it('does not delete what is used', async () => {
    const page = await journey.signedIn(manager, '/admin/insurers?sort=-tariffCount');
    await openRow(page);
    await deleteOpened(page);
    await panel(page)
      .getByText(/wird verwendet und kann nicht gelöscht werden/)
      .waitFor();
  });

  it('keeps issuers: a connection needs its kind and its bank', async () => {
    const page = await journey.signedIn(manager, '/admin/issuers');
    const name = `Flussbank ${unique()}`;
    await open(page, 'Emittent anlegen');
    await panel(page).getByLabel('Name', { exact: false }).first().fill(name);
    await panel(page).getByLabel('Depots und Aufträge über diese Bank').check();
    await save(page);
    await panel(page).getByText('Bitte wählen Sie, wie die Bank angebunden ist.').first().waitFor();
    await panel(page).getByLabel('Anbindung').selectOption({ label: 'FinTS' });
    await panel(page)
      .getByText('Für diese Anbindung wird die Bankleitzahl oder der BIC benötigt.')
      .first()
      .waitFor();
    await expectAccessibleAtBothSizes(page);
    await panel(page).getByLabel('Bankkennung').fill('flusdeff');
    await save(page);
    await saved(page);
    await find(page, name);
    await expect.poll(() => panel(page).getByLabel('Bankkennung').inputValue()).toBe('FLUSDEFF');
    await expectAccessibleAtBothSizes(page);
  });

  it('keeps cost models: percent and days as people write them, one at a time for a tariff', async () => {
    const page = await journey.signedIn(manager, '/admin/cost-models');
    await openRow(page);
    await panel(page)
      .getByText(/folgen diesem Kostenmodell/)
      .waitFor();
    await expectAccessibleAtBothSizes(page);
    const tariff = await panel(page).getByLabel('Tarif', { exact: true }).inputValue();
    await panel(page).getByRole('button', { name: 'Schließen' }).click();
    await saved(page);

    const name = `Kosten Probe ${unique()}`;
    await open(page, 'Kostenmodell anlegen');
    await panel(page).getByLabel('Name', { exact: false }).first().fill(name);
    await panel(page).getByLabel('Tarif', { exact: true }).selectOption(tariff);
    await panel(page).getByLabel('Abschlusskosten').fill('25');
    await panel(page).getByLabel('Verwaltungskosten p.\u00a0a.').fill('0,45');
    await panel(page).getByLabel('Gültig ab').fill('1.1.30');
    await panel(page).getByText('Der Wert darf höchstens 20 % sein.').first().waitFor();
    await panel(page).getByLabel('Abschlusskosten').fill('2,5');
    await save(page);
    await panel(page)
      .getByText(/gilt für den Tarif bereits/)
      .first()
      .waitFor();
    await expectAccessibleAtBothSizes(page);
    await panel(page).getByLabel('Tarif', { exact: true }).selectOption({ label: 'Kein bestimmter Tarif' });
    await save(page);
    await saved(page);
    await find(page, name);
    await expect.poll(() => panel(page).getByLabel('Abschlusskosten').inputValue()).toBe('2,5');
    await expect.poll(() => panel(page).getByLabel('Gültig ab').inputValue()).toBe('01.01.2030');
    await deleteOpened(page);
    await saved(page);
  });

  it('keeps peer groups: a colour that can be seen, members in and out', async () => {
    const page = await journey.signedIn(manager, '/admin/peergroups');
    const name = `Aktien Probe ${unique()}`;
    await open(page, 'Peergroup anlegen');
    await panel(page).getByLabel('Name', { exact: false }).first().fill(name);
    await panel(page).getByLabel('Schlüssel').fill(`PROBE_${unique()}`);
    await panel(page).getByLabel('Fondskategorie').selectOption({ label: 'Aktien' });
    await panel(page).getByLabel('Aktienquote').fill('100');
    await panel(page).getByRole('textbox', { name: 'Farbe', exact: true }).fill('#ffee00');
    await save(page);
    await panel(page)
      .getByText(/hebt sich zu wenig vom Hintergrund ab/)
      .first()
      .waitFor();
    await panel(page).getByRole('textbox', { name: 'Farbe', exact: true }).fill('#7a4a00');
    await panel(page).getByRole('searchbox').fill('Rohstoffe');
    await panel(page)
      .getByRole('button', { name: /^Aufnehmen: / })
      .first()
      .click();
    await panel(page).getByText('wird aufgenommen').waitFor();
    await expectAccessibleAtBothSizes(page);
    await save(page);
    await saved(page);

    await find(page, name);
    await panel(page)
      .getByRole('button', { name: /^Entfernen: / })
      .click();
    await panel(page).getByText('wird entfernt').waitFor();
    await save(page);
    await saved(page);
    await openRow(page, name);
    await panel(page).getByText('Noch keine Fonds in dieser Peergroup.').waitFor();
    await deleteOpened(page);
    await saved(page);
  });

  it('shows and keeps funds: filters, figures of the import, a guard before leaving', async () => {
    const page = await journey.signedIn(manager, '/admin/funds');
    await rowsOf(page).first().waitFor();
    await expectAccessibleAtBothSizes(page);
    await open(page, 'Filter');
    await page.getByLabel('ETF', { exact: true }).selectOption({ label: 'Ja' });
    await page.getByLabel('Risikoindikator').selectOption('4');
    await page.getByRole('button', { name: 'Filter „ETF: Ja“ entfernen' }).waitFor();
    await page.waitForURL(/riskIndicator=4/);
    await page.getByRole('button', { name: 'Filter „ETF: Ja“ entfernen' }).click();
    await page.getByRole('button', { name: 'Filter zurücksetzen' }).first().click();

    await openRow(page);
    await panel(page).getByText('Kursverlauf').waitFor();
    await panel(page).getByText('Verwendung', { exact: true }).waitFor();
    await panel(page).getByText('Verträge mit diesem Fonds').waitFor();
    await expectAccessibleAtBothSizes(page);
    await panel(page).getByText('Bearbeiten', { exact: true }).click();
    // Another amount than a walk before this one has saved.
    const rate = `${25 + Math.floor(Math.random() * 900)},75`;
    await expect
      .poll(() => panel(page).getByLabel('ISIN', { exact: true }).getAttribute('readonly'))
      .not.toBeNull();
    await panel(page).getByLabel('Mindestsparrate').fill(rate);
    await page.goBack();
    await page.getByRole('dialog', { name: 'Nicht gespeicherte Änderungen' }).waitFor();
    await page.getByRole('button', { name: 'Weiter bearbeiten' }).click();
    await expect.poll(() => panel(page).getByLabel('Mindestsparrate').inputValue()).toBe(rate);
    await panel(page).getByLabel('Adresse des Factsheets').fill('http://unsicher.example');
    await save(page);
    await panel(page)
      .getByText(/die mit https:\/\/ beginnt/)
      .first()
      .waitFor();
    await expectAccessibleAtBothSizes(page);
    await panel(page).getByLabel('Adresse des Factsheets').fill('https://fonds.example/factsheet.pdf');
    await save(page);
    await saved(page);
    await page.getByRole('searchbox').first().fill('gibt es nicht');
    await page.getByText('Keine Treffer für „gibt es nicht“.').waitFor();
  });
});

it('shows background work', async () => {
  const page = await journey.signedIn('admin@demo.example', '/contracts');
  // Something that runs: the check of every contract.
  await page.getByRole('button', { name: 'Auswählen', exact: true }).click();
  await page.getByRole('button', { name: /^Alle .* Treffer auswählen$/ }).click();
  await page.getByRole('button', { name: 'Verträge prüfen' }).click();
  await page
    .getByRole('dialog')
    .getByText(/geprüft/)
    .first()
    .waitFor();
  await page.goto('/admin/jobs?jobType=checkContracts');
  await openRow(page, 'Verträge prüfen');
  await panel(page).getByText('Beendet', { exact: true }).first().waitFor({ timeout: patienceWithJobs });
  await panel(page).getByRole('heading', { name: 'Auffälligkeiten' }).waitFor();
  await expectAccessibleAtBothSizes(page);
  await panel(page).getByRole('button', { name: 'Schließen' }).last().click();
  await saved(page);
  await expectAccessibleAtBothSizes(page);
});

it('lets those who may only look, look', async () => {
  const page = await journey.signedIn('freigabe@demo.example', '/admin/insurers');
  await openRow(page);
  await panel(page).getByText('Nur zum Ansehen').waitFor();
  await expect.poll(() => panel(page).getByLabel('Kurzname').isDisabled()).toBe(true);
  await expect.poll(() => panel(page).getByRole('button', { name: 'Speichern' }).count()).toBe(0);
  await expect.poll(() => page.getByRole('button', { name: 'Versicherer anlegen' }).count()).toBe(0);
});
