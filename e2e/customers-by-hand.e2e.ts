import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { expectAccessibleAtBothSizes, useJourney } from './support/journey.ts';

const journey = useJourney();
const panel = (page: Page) => page.getByRole('dialog');
const save = (page: Page) => panel(page).getByRole('button', { name: 'Speichern' }).click();

describe('customers by hand', () => {
  it('are created, changed, blocked, and get a contract with holdings', async () => {
    const page = await journey.signedIn('admin@demo.example', '/customers');
    const name = `Handwerk${crypto.randomUUID().slice(0, 6)}`;
    await page.getByRole('button', { name: 'Kunde anlegen' }).click();
    await save(page);
    await panel(page).getByText('Nachname: Bitte geben Sie einen Nachnamen oder eine Firma ein.').waitFor();
    await expectAccessibleAtBothSizes(page);
    await panel(page).getByLabel('Vorname').fill('Özlem');
    await panel(page).getByLabel('Nachname').fill(name);
    await panel(page).getByLabel('Geburtsdatum').fill('3.4.1964');
    await save(page);
    await page.getByRole('heading', { name: `Özlem ${name}` }).waitFor();
    await page.getByText('geboren am 03.04.1964').waitFor();

    await page.getByRole('button', { name: 'Bearbeiten' }).click();
    await panel(page).getByLabel('IBAN').fill('DE89 3704 0044 0532 0130 00');
    await panel(page).getByLabel('Steuer-Identifikationsnummer').fill('36 574 261 808');
    await save(page);
    await panel(page).getByText('Bitte prüfen Sie die Steuer-Identifikationsnummer').first().waitFor();
    await panel(page).getByLabel('Steuer-Identifikationsnummer').fill('36 574 261 809');
    await save(page);
    await panel(page).waitFor({ state: 'detached' });
    await page.getByText('DE89', { exact: false }).first().waitFor();
    await page.getByText('•••••••••09').waitFor();
    await page.getByRole('button', { name: 'Steuer-Identifikationsnummer anzeigen' }).click();
    await page.getByText('36\u00a0574\u00a0261\u00a0809').waitFor();
    await expectAccessibleAtBothSizes(page);
    await page.getByRole('button', { name: 'Steuer-Identifikationsnummer verbergen' }).click();
    await page.getByText('•••••••••09').waitFor();
    await page.getByRole('button', { name: 'Bearbeiten' }).click();
    await panel(page).getByLabel('BIC').fill('MARKDEF1100');
    await save(page);
    await panel(page).waitFor({ state: 'detached' });
    await page.getByText('•••••••••09').waitFor();

    await page.getByRole('button', { name: 'Vertrag anlegen' }).click();
    await panel(page).getByLabel('Tarif').selectOption({ index: 1 });
    await panel(page).getByLabel('Vertragsnummer').fill(`H-${name}`);
    await panel(page).getByLabel('Beginn').fill('01.02.2020');
    await panel(page).getByLabel('Stichtag').fill('02.11.2026');
    await panel(page).getByLabel('Guthaben außerhalb der Fonds').fill('1.234,50');
    await expectAccessibleAtBothSizes(page);
    await save(page);
    await page.getByRole('link', { name: `Özlem ${name}` }).waitFor();
    await page.getByText('1.234,50', { exact: false }).first().waitFor();

    await page.getByRole('link', { name: `Özlem ${name}` }).click();
    await page.getByRole('button', { name: 'Sperren' }).click();
    await panel(page).getByLabel('Grund').fill('Widerspruch gegen die Verarbeitung');
    await panel(page).getByRole('button', { name: 'Sperren' }).click();
    await page.getByText('Dieser Kunde ist gesperrt.').waitFor();
    await expect.poll(() => page.getByRole('button', { name: 'Bearbeiten' }).isDisabled()).toBe(true);
    await expectAccessibleAtBothSizes(page);
  });

  it('are chosen in the list, moved together, and saved as a file of their own', async () => {
    const name = `Umzug${crypto.randomUUID().slice(0, 6)}`;
    const page = await journey.signedIn('admin@demo.example', '/customers');
    for (const firstName of ['Anna', 'Bernd']) {
      await page.goto('/customers');
      await page.getByRole('button', { name: 'Kunde anlegen' }).click();
      await panel(page).getByLabel('Vorname').fill(firstName);
      await panel(page).getByLabel('Nachname').fill(name);
      await save(page);
      await page.getByRole('heading', { name: `${firstName} ${name}` }).waitFor();
    }
    await page.goto(`/customers?search=${name}`);
    await page.getByRole('button', { name: 'Auswählen' }).click();
    for (const firstName of ['Anna', 'Bernd'])
      await page.getByRole('checkbox', { name: new RegExp(firstName) }).click();
    await page.getByText('2 Kunden ausgewählt').waitFor();
    await page.getByRole('button', { name: 'Ändern' }).click();
    await page.getByRole('menuitem', { name: 'Gruppe zuweisen' }).click();
    const groups = panel(page).getByLabel('Neue Gruppe der Kunden');
    const target = groups.locator('option').last();
    await expect.poll(() => groups.locator('option').count()).toBeGreaterThan(2);
    const groupName = (await target.innerText()).trim();
    await groups.selectOption((await target.getAttribute('value')) ?? '');
    await panel(page).getByText('2 Kunden wechseln die Gruppe').waitFor();
    await expectAccessibleAtBothSizes(page);
    await panel(page).getByRole('button', { name: 'Änderung ausführen' }).click();
    await panel(page).waitFor({ state: 'detached' });
    // The job is through before the list is read anew.
    const moved = page.getByRole('row', { name }).filter({ hasText: groupName });
    await expect.poll(() => moved.count()).toBe(2);
    await page.getByRole('button', { name: 'Auswählen' }).click();
    await page.getByRole('button', { name: 'Alle 2 Treffer auswählen' }).click();
    await page.getByText('Alle 2 Treffer ausgewählt').waitFor();
    const saved = page.waitForEvent('download');
    const bar = page.getByRole('region', { name: 'Auswahl' });
    await bar.getByRole('button', { name: 'Exportieren' }).click();
    await page.getByRole('menuitem', { name: /CSV/ }).click();
    expect((await saved).suggestedFilename()).toMatch(/^Kunden.*\.csv$/);
  });
});
