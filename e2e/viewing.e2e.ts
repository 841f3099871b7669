import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import {
  enterFirstRow,
  expectAccessibleAtBothSizes,
  loaded,
  rowsOf,
  sizes,
  textsOf,
  useJourney,
} from './support/journey.ts';
import { show } from './support/show.ts';

const journey = useJourney();

/** Words of buttons that change something. */
const changing = (texts: readonly string[]) =>
  texts.filter((text) =>
    /anlegen|bearbeiten|ändern|speichern|löschen|sperren|einladen|erfassen|erledigen|schreiben|senden|prüfen|exportieren|^öffnen|unterschreiben|widerrufen|beantworten|hochladen|zusammenführen|nächste aufgabe/i.test(
      text,
    ),
  );

/** On no page a button that changes something, or hands out a file, can be pressed. */
async function expectNothingOffered(page: Page, paths: readonly string[]): Promise<void> {
  for (const [index, path] of paths.entries()) {
    // One of them is loaded anew: whose rights hold outlives that.
    await (index === 0 ? page.goto(path) : show(page, path));
    await page.getByText('Sie sehen das Produkt als').waitFor();
    await page.getByRole('heading', { level: 1 }).waitFor();
    await loaded(page);
    expect([path, ...changing(await textsOf(page.locator('main button:enabled')))]).toEqual([path]);
  }
}

describe('looking at the product as somebody else', () => {
  it('shows what both may see, offers nothing that changes, ends on request and stands in the log', async () => {
    const page = await journey.signedIn('admin@demo.example', '/user-management/users?search=berater%40demo');
    await enterFirstRow(page, 'Jürgen Weiß');
    await page.getByRole('button', { name: 'Als diese Person ansehen' }).click();
    const banner = page.getByText('Sie sehen das Produkt als Jürgen Weiß an, nur zum Ansehen');
    await banner.waitFor();
    await rowsOf(page).first().waitFor();
    await expectAccessibleAtBothSizes(page);
    // His pages, and nobody's account; on a phone the menu is behind a button.
    const menu = page.getByRole('navigation', { name: 'Hauptnavigation' });
    for (const size of [sizes.desktop, sizes.phone]) {
      await page.setViewportSize(size);
      if (size === sizes.phone) await page.getByRole('button', { name: 'Menü öffnen' }).click();
      await menu.getByRole('link', { name: 'Kunden' }).waitFor();
      const links = await textsOf(menu.getByRole('link'));
      expect(links).not.toContain('Benutzerverwaltung');
      expect(links).not.toContain('Einstellungen');
    }
    await menu.getByRole('link', { name: 'Kunden' }).click();
    await page.setViewportSize(sizes.desktop);

    // What would change something is not offered; what an address opens all the same is refused.
    await page.goto('/customers?open=new');
    await rowsOf(page).first().waitFor();
    await loaded(page);
    expect(await page.getByRole('dialog').count()).toBe(0);
    expect(changing(await textsOf(page.getByRole('button')))).toEqual([]);
    await enterFirstRow(page);
    await page.waitForURL(/\/customers\/[0-9a-f-]{36}/);
    await page
      .getByRole('tab')
      .or(page.getByRole('link', { name: 'Notizen' }))
      .first()
      .waitFor();
    const address = new URL(page.url()).pathname;
    await expectNothingOffered(page, [
      ...['contracts', 'profile', 'notes', 'messages', 'data-protection'].map(
        (tab) => `${address}?tab=${tab}`,
      ),
      '/workbench',
      '/contracts',
      '/prospects',
      '/documents',
      '/trader-depots',
    ]);
    await expectAccessibleAtBothSizes(page);

    // A new page begins as it was; the account stays closed.
    await page.goto('/settings/profile');
    await page.getByText('werden beim Ansehen als andere Person nicht gezeigt', { exact: false }).waitFor();
    await banner.waitFor();
    await expectAccessibleAtBothSizes(page);
    await page.getByRole('button', { name: 'Ansicht beenden' }).click();
    await page.getByRole('heading', { name: 'Jürgen Weiß', level: 1 }).waitFor();
    await expect.poll(() => banner.count()).toBe(0);

    await page.goto('/audit');
    const ofViewing = rowsOf(page).filter({ hasText: 'Ansicht als andere Person' });
    await expect.poll(() => ofViewing.count()).toBeGreaterThanOrEqual(2);
    const texts = await textsOf(ofViewing);
    expect(texts[0]).toContain('beendet');
    for (const text of texts) expect(text).toContain('Andrea Köhler');
  });

  it("opens no document and fills in nothing on a customer's own side", async () => {
    const page = await journey.signedIn('admin@demo.example', '/user-management/users?search=kunde%40demo');
    await enterFirstRow(page, 'kunde@demo.example');
    await page.getByRole('button', { name: 'Als diese Person ansehen' }).click();
    await page.getByText('Sie sehen das Produkt als').waitFor();
    await page.getByRole('heading', { name: 'Meine Dokumente' }).waitFor();
    await page.getByText('Unterschrift gewünscht').first().waitFor();
    await loaded(page);
    // Her contracts can be looked at; nothing else leads on.
    const ways = await textsOf(page.locator('main').locator('button:enabled, a.ui-button'));
    expect(ways).toEqual(['Ansicht beenden']);
    await expectAccessibleAtBothSizes(page);
    for (const path of ['/my/profile', '/my/analysis']) {
      await show(page, path);
      await page.getByText('nichts ausgefüllt werden', { exact: false }).waitFor();
      expect(await page.locator('main input, main textarea').count()).toBe(0);
    }
    await page.getByRole('button', { name: 'Ansicht beenden' }).click();
    await page.getByRole('heading', { level: 1 }).waitFor();
  });

  it('offers nothing on the pages of administration either', async () => {
    const page = await journey.signedIn('admin@demo.example', '/user-management/users?search=tarif%40demo');
    await enterFirstRow(page, 'tarif@demo.example');
    await page.getByRole('button', { name: 'Als diese Person ansehen' }).click();
    await page.getByText('Sie sehen das Produkt als').waitFor();
    await expectNothingOffered(
      page,
      [
        'tariffs',
        'tariff-components',
        'funds',
        'peergroups',
        'insurers',
        'issuers',
        'cost-models',
        'data-quality',
      ].map((name) => `/admin/${name}`),
    );
    await page.goto('/admin/tariffs');
    await enterFirstRow(page);
    await page.waitForURL(/\/tariffs\/[0-9a-f-]{36}/);
    await show(page, page.url().replace(/(tariffs\/[0-9a-f-]{36}).*/, '$1/info'));
    await page.getByRole('button', { name: 'Weiter', exact: true }).waitFor();
    await expect.poll(() => page.locator('main input:enabled').count()).toBe(0);
    await page.getByRole('button', { name: 'Ansicht beenden' }).click();
    await page.getByRole('heading', { level: 1 }).waitFor();
  });
});
