import { readFile } from 'node:fs/promises';
import type { Download, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { expectAccessibleAtBothSizes, rowsOf, useJourney } from './support/journey.ts';
import { show } from './support/show.ts';
import {
  choose,
  create,
  enter,
  expectError,
  fillComponentInfo,
  fillRiskClasses,
  freshKey,
  type Kind,
  next,
  pick,
  startNew,
  summary,
  tariffManager,
} from './support/tariff-steps.ts';

const journey = useJourney();

/** The second page of a new component with a name nobody else has. */
async function secondPage(kind: Kind, title: string): Promise<{ page: Page; name: string }> {
  const page = await journey.signedIn(tariffManager, '/admin/tariff-components');
  await startNew(page, `/admin/tariff-components/${kind}/new/component-info`);
  const name = `Reise ${freshKey(kind)}`;
  await fillComponentInfo(page, name, freshKey('REISE'));
  await expectAccessibleAtBothSizes(page);
  await next(page, title);
  return { page, name };
}

/** The row or card of a component in its list. */
async function findInList(page: Page, kind: Kind, name: string) {
  await show(page, `/admin/tariff-components?kind=${kind}`);
  await page.getByRole('searchbox').fill(name);
  const row = page.getByRole('row').filter({ hasText: name });
  await row.first().waitFor();
  await expect.poll(() => rowsOf(page).count()).toBe(1);
  return row.first();
}

async function openMenu(page: Page, name: string, entry: string) {
  await page.getByRole('button', { name: `Weitere Aktionen: ` }).filter({ visible: true }).first().click();
  await page.getByRole('menuitem', { name: entry }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText(name).first().waitFor();
  return dialog;
}

const search = (page: Page) => page.getByRole('searchbox', { name: /^Fonds hinzufügen/ });
const rows = (page: Page) => page.locator('[data-fund-row]');

/** Adds the first hits of a search. */
async function addFunds(page: Page, text: string, count: number): Promise<void> {
  await search(page).fill(text);
  const hits = page.locator('[data-hit]');
  await hits.first().waitFor();
  for (let index = 0; index < count; index += 1) {
    const hit = hits.nth(index);
    await hit.click();
    await hit.getByText('in der Liste').waitFor();
  }
  await search(page).fill('');
  await hits.first().waitFor({ state: 'detached' });
}

/** ISINs of the funds on screen, in their order. */
async function isins(page: Page): Promise<string[]> {
  const texts = await rows(page).allInnerTexts();
  return texts.map((text) => /[A-Z]{2}[A-Z0-9]{9}\d/.exec(text)?.[0] ?? '');
}

async function exported(page: Page, format: 'Als Excel-Datei' | 'Als CSV-Datei'): Promise<Download> {
  await page.getByRole('button', { name: 'Exportieren' }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: format }).click(),
  ]);
  return download;
}

const bytesOf = async (download: Download): Promise<Buffer> => readFile(await download.path());
const importFile = (page: Page, name: string, content: Buffer | string) =>
  page
    .getByLabel('Datei mit Fonds')
    .setInputFiles({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(content) });

describe('components of tariffs', () => {
  it('a risk component is made, found, copied and deleted; one in use is not', async () => {
    const { page, name } = await secondPage('risk', 'Risikoklassen');
    await pick(page, 'Anzahl Risikoklassen', '5');
    await choose(page.getByLabel('Risikoart'), 'Volatilität');
    await fillRiskClasses(page, [
      ['4', '4'],
      ['10', '2'],
      ['16', '4'],
      ['26', '6'],
      ['40', '8,1'],
    ]);
    const last = page.getByLabel('Bandbreite der Klasse 5');
    await expectError(
      last,
      'Das Band der Klasse 4 (bis 32 %) überschneidet sich mit dem Band der Klasse 5 (ab 31,9 %).',
    );
    // The picture says the same.
    await page.getByText('Überschneidung').first().waitFor();
    await expectAccessibleAtBothSizes(page);
    await enter(last, '8');
    await expectError(last, '');
    await page.locator('.risk-classes__item').nth(4).getByText('32,0 bis 48,0 %').waitFor();
    await create(page, name);

    await findInList(page, 'risk', name);
    await page.getByText('5 Klassen, Volatilität').waitFor();
    await expectAccessibleAtBothSizes(page);
    let dialog = await openMenu(page, name, 'Verwendung anzeigen');
    await dialog.getByText('Kein Tarif und kein anderer Baustein verwendet diesen Baustein.').waitFor();
    await dialog.getByRole('button', { name: 'Schließen' }).last().click();
    await dialog.waitFor({ state: 'detached' });

    // A copy needs a key of its own.
    dialog = await openMenu(page, name, 'Kopieren');
    const key = dialog.getByLabel('Schlüssel');
    await expect.poll(() => dialog.getByLabel('Bezeichnung').inputValue()).toBe(`${name} (Kopie)`);
    const proposed = await key.inputValue();
    await expectAccessibleAtBothSizes(page);
    await key.fill(proposed.replace(/-KOPIE$/, ''));
    await dialog.getByRole('button', { name: 'Kopieren' }).click();
    await dialog.getByRole('alert').getByText('Schlüssel').waitFor();
    await key.fill(proposed);
    await dialog.getByRole('button', { name: 'Kopieren' }).click();
    await page.getByText(`„${name} (Kopie)“ wurde angelegt.`).waitFor();
    await page.waitForURL(/\/component-info/);
    await page.goto(page.url().replace('component-info', 'risk'));
    await expect.poll(() => page.getByLabel('Zielwert der Klasse 4').inputValue()).toBe('26');

    await findInList(page, 'risk', `${name} (Kopie)`);
    dialog = await openMenu(page, `${name} (Kopie)`, 'Löschen');
    await dialog.getByRole('button', { name: 'Löschen' }).click();
    await page.getByText(`„${name} (Kopie)“ wurde gelöscht.`).waitFor();
    await page.getByText(`Keine Treffer für „${name} (Kopie)“.`).waitFor();

    // What tariffs use stays, and the tariffs are named with their contracts.
    await findInList(page, 'risk', 'RISK-VOL-3');
    dialog = await openMenu(page, 'Volatilität, 3 Klassen', 'Löschen');
    await dialog.getByText('wird verwendet und kann nicht gelöscht werden').waitFor();
    await dialog
      .getByText(/\d Verträge$/)
      .first()
      .waitFor();
    await expect.poll(() => dialog.getByRole('button', { name: 'Löschen' }).count()).toBe(0);
    await expectAccessibleAtBothSizes(page);
  });

  it('a universe is put together by search, order, import and export, and nothing is lost', async () => {
    const { page, name } = await secondPage('universe', 'Anlageuniversum');
    await addFunds(page, 'Aktien Welt', 4);
    // The fifth by keyboard: from the box into the hits, past what stands there already.
    await search(page).fill('Aktien Welt');
    await page.locator('[data-hit]').nth(4).waitFor();
    await search(page).focus();
    for (let step = 0; step < 5; step += 1) await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.locator('[data-hit]').nth(4).getByText('in der Liste').waitFor();
    await search(page).fill('');
    await page.locator('[data-hit]').first().waitFor({ state: 'detached' });
    await expect.poll(() => isins(page)).toHaveLength(5);
    await expect.poll(async () => (await isins(page)).every((isin) => isin !== '')).toBe(true);
    const [first = '', second = '', third = '', fourth = '', fifth = ''] = await isins(page);

    // Keyboard: into the list, down one, that one up, the next out, and back again.
    await rows(page).first().focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Alt+ArrowUp');
    await expect.poll(() => isins(page)).toEqual([second, first, third, fourth, fifth]);
    await page.keyboard.press('End');
    await page.keyboard.press('Delete');
    await expect.poll(() => isins(page)).toEqual([second, first, third, fourth]);
    await expect
      .poll(() =>
        rows(page)
          .last()
          .evaluate((row) => row === document.activeElement),
      )
      .toBe(true);
    await page.getByRole('button', { name: 'Rückgängig' }).first().click();
    await expect.poll(() => isins(page)).toEqual([second, first, third, fourth, fifth]);
    await expectAccessibleAtBothSizes(page);

    // Out and in again: the same funds in the same order, from either kind of file.
    for (const format of ['Als CSV-Datei', 'Als Excel-Datei'] as const) {
      const file = await exported(page, format);
      expect(file.suggestedFilename()).toMatch(/^REISE-[0-9a-f]{8}_\d{8}\.(csv|xlsx)$/);
      const content = await bytesOf(file);
      await rows(page).first().focus();
      await page.keyboard.press('Delete');
      await expect.poll(() => isins(page)).toHaveLength(4);
      await importFile(page, file.suggestedFilename(), content);
      const dialog = page.getByRole('dialog');
      await dialog.getByText('5 Fonds wurden erkannt. Davon stehen 4 schon in der Liste.').waitFor();
      await pick(page, 'Übernahme', 'Liste ersetzen');
      await expectAccessibleAtBothSizes(page);
      await dialog.getByRole('button', { name: 'Übernehmen' }).click();
      await expect.poll(() => isins(page)).toEqual([second, first, third, fourth, fifth]);
    }

    // A file that is no list is refused and changes nothing; the next good one clears the error.
    const wrong = 'Die Datei ist leer oder hat ein falsches Format.';
    for (const content of ['', 'Name;Kurs\nA;1\n', 'ISIN\nLU0000000000\n']) {
      await importFile(page, 'liste.csv', content);
      await page.getByText(wrong).waitFor();
      await expect.poll(() => isins(page)).toHaveLength(5);
    }
    await importFile(
      page,
      'liste.csv',
      `ISIN;Name\n${third};x\nXX0000000001;y\n${first};z\n${first};z\nkeine;z\n`,
    );
    const dialog = page.getByRole('dialog');
    await dialog.getByText('2 Fonds wurden erkannt.').waitFor();
    await expect.poll(() => page.getByText(wrong).count()).toBe(0);
    await dialog.getByText(/^Zeile \d: XX0000000001/).waitFor();
    await dialog.getByText(/^Zeile \d: keine/).waitFor();
    await dialog.getByText('1 ISIN kommt mehrfach vor und zählt einmal').waitFor();
    await expectAccessibleAtBothSizes(page);
    await pick(page, 'Übernahme', 'Liste ersetzen');
    await dialog.getByRole('button', { name: 'Übernehmen' }).click();
    await expect.poll(() => isins(page)).toEqual([third, first]);
    await page.getByRole('button', { name: 'Rückgängig' }).first().click();
    await expect.poll(() => isins(page)).toEqual([second, first, third, fourth, fifth]);

    // The other mode keeps the list aside until it is saved.
    await pick(page, 'Zusammenstellung', 'Automatisch');
    await choose(page.getByLabel('Art des Universums'), 'SRI-begrenzt');
    await page.getByLabel('Höchster Risikoindikator (SRI)').selectOption('3');
    await page.getByRole('heading', { name: /^Diese Art umfasst heute [\d.]+ Fonds$/ }).waitFor();
    await expectAccessibleAtBothSizes(page);
    await pick(page, 'Zusammenstellung', 'Manuell');
    await expect.poll(() => page.getByLabel('Art des Universums').isDisabled()).toBe(true);
    await expect.poll(() => isins(page)).toEqual([second, first, third, fourth, fifth]);
    await create(page, name);
    await page.reload();
    await rows(page).first().waitFor();
    await expect.poll(() => isins(page)).toEqual([second, first, third, fourth, fifth]);
    await findInList(page, 'universe', name);
    await page.getByText('5 Fonds').first().waitFor();
  });

  it('a selection names its funds, or lets universe, ranking and size name them', async () => {
    const { page, name } = await secondPage('selection', 'Fondsauswahl');
    await choose(page.getByRole('combobox', { name: 'Universumsbaustein' }), 'Alle Fonds');
    await choose(page.getByLabel('Rangermittlung'), 'Gesamtrang');
    await enter(page.getByLabel('Größe der Empfehlungsliste'), '2');
    await page.getByRole('button', { name: 'Anlegen', exact: true }).click();
    await expect
      .poll(() => summary(page))
      .toEqual(['Ausgewählte Fonds: Bitte fügen Sie mindestens einen Fonds hinzu.']);
    await importFile(page, 'fonds.csv', '');
    await page.getByText('Die Datei ist leer oder hat ein falsches Format.').waitFor();
    await addFunds(page, 'Renten', 3);
    await expect.poll(async () => (await isins(page)).filter(Boolean)).toHaveLength(3);
    const manual = await isins(page);
    const file = await exported(page, 'Als Excel-Datei');
    await rows(page)
      .nth(1)
      .getByRole('button', { name: /nach oben$/ })
      .click();
    await expect.poll(() => isins(page)).toEqual([manual[1], manual[0], manual[2]]);
    await importFile(page, file.suggestedFilename(), await bytesOf(file));
    const dialog = page.getByRole('dialog');
    await dialog.getByText('3 Fonds wurden erkannt.').waitFor();
    await pick(page, 'Übernahme', 'Liste ersetzen');
    await dialog.getByRole('button', { name: 'Übernehmen' }).click();
    await expect.poll(() => isins(page)).toEqual(manual);
    await expectAccessibleAtBothSizes(page);

    await pick(page, 'Zusammenstellung', 'Automatisch');
    await expect
      .poll(() => page.getByRole('combobox', { name: 'Universumsbaustein' }).isDisabled())
      .toBe(true);
    const counted = page.getByText(/^[\d.]+ Fonds in [\d.]+ Peergroups$/);
    await counted.waitFor();
    const before = await counted.innerText();
    await enter(page.getByLabel('Größe der Empfehlungsliste'), '4');
    await expect.poll(() => counted.innerText()).not.toBe(before);
    await page.getByLabel('Mindestrang').selectOption('5');
    await page.getByLabel('Fonds ohne Rang zulassen').uncheck();
    await expect.poll(() => rows(page).first().innerText()).toContain('Rang 5');
    await expectAccessibleAtBothSizes(page);
    await pick(page, 'Zusammenstellung', 'Manuell');
    await expect.poll(() => isins(page)).toEqual(manual);
    await pick(page, 'Zusammenstellung', 'Automatisch');
    await create(page, name);
    // It was saved with the funds it names today.
    await page.reload();
    await pick(page, 'Zusammenstellung', 'Manuell');
    await rows(page).nth(3).waitFor();
  });

  it('tells above every page who uses a component', async () => {
    const page = await journey.signedIn(tariffManager, '/admin/tariff-components?kind=universe');
    await rowsOf(page).filter({ hasText: 'Alle Fonds' }).first().click();
    await page.getByText(/^\d+ Tarife? mit [\d.]+ Verträgen verwende/).waitFor();
    await page.getByText('Eine Änderung wirkt erst mit einer neuen Tarifversion.').waitFor();
    await page.getByRole('link', { name: 'Verwendung anzeigen' }).click();
    const dialog = page.getByRole('dialog');
    await dialog
      .getByText(/Vertr(ag|äge)$/)
      .first()
      .waitFor();
    await expectAccessibleAtBothSizes(page);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await expectAccessibleAtBothSizes(page);
  });
});
