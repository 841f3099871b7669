import { describe, expect, it } from 'vitest';
import {
  enterFirstRow,
  expectAccessibleAtBothSizes,
  rowsOf,
  sizes,
  textsOf,
  useJourney,
} from './support/journey.ts';

const journey = useJourney();

describe('looking at the product as somebody else', () => {
  it('shows what both may see, changes nothing, ends on request and stands in the log', async () => {
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

    await page.getByRole('button', { name: 'Kunde anlegen' }).click();
    const form = page.getByRole('dialog');
    await form.getByLabel('Vorname').fill('Niemand');
    await form.getByLabel('Nachname').fill('Angelegt');
    await form.getByRole('button', { name: 'Speichern' }).click();
    await form
      .getByRole('alert')
      .getByText('Sie sehen das Produkt gerade als andere Person an.', { exact: false })
      .waitFor();
    await expectAccessibleAtBothSizes(page);

    // A new page begins as it was; the account stays closed.
    await page.goto('/settings/profile');
    await page.getByText('werden beim Ansehen als andere Person nicht gezeigt', { exact: false }).waitFor();
    await banner.waitFor();
    await expectAccessibleAtBothSizes(page);
    await page.getByRole('button', { name: 'Ansicht beenden' }).click();
    await page.getByRole('heading', { name: 'Jürgen Weiß', level: 1 }).waitFor();
    await expect.poll(() => banner.count()).toBe(0);

    await page.goto('/customers?search=Angelegt');
    await page.getByText('Keine Treffer', { exact: false }).first().waitFor();
    await page.goto('/audit');
    const ofViewing = rowsOf(page).filter({ hasText: 'Ansicht als andere Person' });
    await expect.poll(() => ofViewing.count()).toBeGreaterThanOrEqual(2);
    const texts = await textsOf(ofViewing);
    expect(texts[0]).toContain('beendet');
    for (const text of texts) expect(text).toContain('Andrea Köhler');
  });
});
