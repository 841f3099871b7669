import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { expectAccessibleAtBothSizes, loaded, rowsOf, useJourney } from './support/journey.ts';

const journey = useJourney();
const panel = (page: Page) => page.getByRole('dialog');
const views = (page: Page) => page.locator('.saved-views').getByRole('button');
const heads = (page: Page) => page.getByRole('columnheader').allInnerTexts();

async function choose(page: Page, entry: string | RegExp): Promise<void> {
  await views(page).click();
  await page.getByRole('menuitem', { name: entry }).click();
}

async function keep(page: Page, name: string, isShared = false): Promise<void> {
  await choose(page, 'Als neue Ansicht speichern');
  await panel(page).getByLabel('Name').fill(name);
  if (isShared) {
    const field = panel(page).getByLabel('Teilen mit Gruppe');
    // The first one is the house itself.
    const house = field.locator('option:not([value=""])').first();
    await house.waitFor({ state: 'attached' });
    await field.selectOption((await house.getAttribute('value')) ?? '');
  }
  await panel(page).getByRole('button', { name: 'Speichern' }).click();
  await panel(page).waitFor({ state: 'detached' });
}

describe('saved views', () => {
  it('keep filter, order and columns of a list, open it, and stand in its file', async () => {
    const page = await journey.signedIn('admin@demo.example', '/contracts?withHints=true&sort=-totalValue');
    const name = `Große ${crypto.randomUUID().slice(0, 6)}`;
    await loaded(page);
    await page.getByRole('button', { name: 'Spalten auswählen' }).click();
    await panel(page).getByRole('checkbox', { name: 'Versicherer' }).uncheck();
    const up = panel(page).getByRole('button', { name: 'Vertragswert nach vorn' });
    while (await up.isEnabled()) await up.click();
    await panel(page).getByRole('combobox', { name: 'Breite von Kunde' }).selectOption({ label: '240 px' });
    await panel(page).getByRole('combobox', { name: 'Gruppieren nach' }).selectOption({ label: 'Tarif' });
    await expectAccessibleAtBothSizes(page);
    await panel(page).getByRole('button', { name: 'Übernehmen' }).click();
    await expect.poll(async () => (await heads(page))[0]).toContain('Vertragswert');

    await choose(page, 'Als neue Ansicht speichern');
    await panel(page).getByLabel('Name').fill(name);
    await panel(page).getByLabel('Zeilen der Tabelle').selectOption({ label: 'Dicht' });
    await expectAccessibleAtBothSizes(page);
    await panel(page).getByRole('button', { name: 'Speichern' }).click();
    await page.getByRole('button', { name: `Ansicht: ${name}`, exact: true }).waitFor();
    await expect.poll(() => page.locator('html').getAttribute('data-density')).toBe('compact');

    await page.getByRole('columnheader', { name: 'Kunde' }).getByRole('button').click();
    await page.getByRole('button', { name: `Ansicht: ${name} (geändert)` }).waitFor();
    await choose(page, name);
    await page.getByRole('button', { name: `Ansicht: ${name}`, exact: true }).waitFor();
    await choose(page, 'Als Standard verwenden');
    await page.getByText('Die Liste öffnet sich künftig mit der Ansicht').waitFor();

    // Another page, then the list without any wish: it opens with the view, at another page rows stand as usual.
    await page.goto(`${new URL(page.url()).origin}/customers`);
    await loaded(page);
    await expect.poll(() => page.locator('html').getAttribute('data-density')).toBe('comfortable');
    await page.goto(`${new URL(page.url()).origin}/contracts`);
    await page.getByRole('button', { name: `Ansicht: ${name}`, exact: true }).waitFor();
    await expect.poll(() => new URL(page.url()).searchParams.get('withHints')).toBe('true');
    await loaded(page);
    await expect.poll(async () => (await heads(page))[0]).toContain('Vertragswert');
    await page
      .getByRole('rowheader', { name: /^Tarif: .* · \d+ Vertr/ })
      .first()
      .waitFor();
    const kunde = page.getByRole('columnheader', { name: 'Kunde' });
    await expect.poll(() => kunde.evaluate((head) => head.getBoundingClientRect().width)).toBe(240);
    await expectAccessibleAtBothSizes(page);

    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Exportieren' }).click();
    await page.getByRole('menuitem', { name: /CSV/ }).click();
    const [head = '', ...lines] = (await readFile(await (await saved).path(), 'utf8')).trim().split('\n');
    const tariffs = lines.map((line) => line.split(';')[head.split(';').indexOf('Tarif')]);
    expect(tariffs.filter((name, at) => at === 0 || name !== tariffs[at - 1])).toHaveLength(
      new Set(tariffs).size,
    );
    expect(head.replace('\uFEFF', '')).toMatch(/^Vertragswert;/);
    expect(head).not.toContain('Versicherer');

    await choose(page, 'Ansicht löschen');
    await panel(page).getByRole('button', { name: 'Löschen' }).click();
    await page.getByRole('button', { name: 'Ansichten', exact: true }).waitFor();
  });

  it('are shared with a group, whose people use but do not change them', async () => {
    const page = await journey.signedIn('admin@demo.example', '/customers?sort=-totalValue');
    const name = `Wertvolle ${crypto.randomUUID().slice(0, 6)}`;
    await loaded(page);
    await choose(page, 'Spalten auswählen');
    await panel(page).getByRole('checkbox', { name: 'Geburtsdatum' }).uncheck();
    await panel(page).getByRole('button', { name: 'Übernehmen' }).click();
    await keep(page, name, true);
    await page.getByRole('button', { name: `Ansicht: ${name}`, exact: true }).waitFor();

    const other = await journey.signedIn('berater@demo.example', '/customers');
    await loaded(other);
    await choose(other, new RegExp(name));
    await other.getByRole('button', { name: `Ansicht: ${name}`, exact: true }).waitFor();
    await expect.poll(() => heads(other)).not.toContain('Geburtsdatum');
    await rowsOf(other).first().waitFor();
    await views(other).click();
    await other.getByRole('menuitem', { name: 'Als Standard verwenden' }).waitFor();
    expect(await other.getByRole('menuitem', { name: 'Ansicht löschen' }).count()).toBe(0);
  });

  it('are replaced by neither of two windows unseen', async () => {
    const name = `Doppelt ${crypto.randomUUID().slice(0, 6)}`;
    const first = await journey.signedIn('berater@demo.example', '/customers?sort=-totalValue');
    await loaded(first);
    await keep(first, name);
    await first.getByRole('button', { name: `Ansicht: ${name}`, exact: true }).waitFor();
    const second = await first.context().newPage();
    await second.goto(first.url());
    await second.getByRole('button', { name: `Ansicht: ${name}`, exact: true }).waitFor();
    const changed = (page: Page) => page.getByRole('button', { name: `Ansicht: ${name} (geändert)` });
    const leaveOut = async (page: Page, column: string) => {
      await choose(page, 'Spalten auswählen');
      await panel(page).getByRole('checkbox', { name: column, exact: true }).uncheck();
      await panel(page).getByRole('button', { name: 'Übernehmen' }).click();
      await changed(page).waitFor();
      await choose(page, 'Änderungen speichern');
    };
    await leaveOut(first, 'Geburtsdatum');
    await changed(first).waitFor({ state: 'detached' });
    // The second reads its views again: what it shows is not the view any more.
    await choose(second, 'Als Standard verwenden');
    await changed(second).waitFor();
    await leaveOut(second, 'Profil gültig bis');
    const choice = second.getByRole('dialog', { name: 'Zwischenzeitlich geändert' });
    await choice.waitFor();
    // As many columns on both sides: which ones they are is said.
    await choice.getByText(/^6 Spalten: .*Geburtsdatum/).waitFor();
    await choice.getByText(/^6 Spalten: .*Profil gültig bis/).waitFor();
    await expectAccessibleAtBothSizes(second);
    await choice.getByRole('button', { name: 'Alles vom anderen Stand' }).click();
    await choice.getByRole('button', { name: 'Auswahl übernehmen' }).click();
    await second.getByRole('button', { name: `Ansicht: ${name}`, exact: true }).waitFor();
    await expect.poll(() => heads(second)).not.toContain('Geburtsdatum');
    await choose(second, 'Ansicht löschen');
    await panel(second).getByRole('button', { name: 'Löschen' }).click();
    await second.getByRole('button', { name: 'Ansichten', exact: true }).waitFor();
    await second.close();
  });

  it.each(['/admin/funds', '/admin/tariffs', '/admin/tariff-components', '/workbench'])(
    'exist at %s too',
    async (path) => {
      const page = await journey.signedIn('admin@demo.example', path);
      const name = `Meine ${crypto.randomUUID().slice(0, 6)}`;
      await keep(page, name);
      await page.getByRole('button', { name: `Ansicht: ${name}`, exact: true }).waitFor();
      await expectAccessibleAtBothSizes(page);
    },
  );
});
