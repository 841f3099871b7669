import { describe, expect, it } from 'vitest';
import { enterFirstRow, expectAccessible, rowsOf, type Size, useJourney } from './support/journey.ts';

const journey = useJourney();

describe.each<Size>(['desktop', 'phone'])('looking at the product as somebody else, %s', (size) => {
  it('shows what both may see, changes nothing, ends on request and stands in the log', async () => {
    const page = await journey.signedIn(
      'admin@demo.example',
      '/user-management/users?search=berater%40demo',
      size,
    );
    await enterFirstRow(page, 'Jürgen Weiß');
    await page.getByRole('button', { name: 'Als diese Person ansehen' }).click();
    const banner = page.getByText('Sie sehen das Produkt als Jürgen Weiß an, nur zum Ansehen');
    await banner.waitFor();
    await rowsOf(page).first().waitFor();
    await expectAccessible(page);
    // His pages, and nobody's account.
    if (size === 'phone') await page.getByRole('button', { name: 'Menü öffnen' }).click();
    const menu = page.getByRole('navigation', { name: 'Hauptnavigation' });
    await menu.getByRole('link', { name: 'Kunden' }).waitFor();
    const links = await menu.getByRole('link').allInnerTexts();
    expect(links).not.toContain('Benutzerverwaltung');
    expect(links).not.toContain('Einstellungen');
    await menu.getByRole('link', { name: 'Kunden' }).click();

    await page.getByRole('button', { name: 'Kunde anlegen' }).click();
    const form = page.getByRole('dialog');
    await form.getByLabel('Vorname').fill('Niemand');
    await form.getByLabel('Nachname').fill('Angelegt');
    await form.getByRole('button', { name: 'Speichern' }).click();
    await form
      .getByRole('alert')
      .getByText('Sie sehen das Produkt gerade als andere Person an.', { exact: false })
      .waitFor();
    await expectAccessible(page);

    // A new page begins as it was; the account stays closed.
    await page.goto('/settings/profile');
    await page.getByText('werden beim Ansehen als andere Person nicht gezeigt', { exact: false }).waitFor();
    await banner.waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Ansicht beenden' }).click();
    await page.getByRole('heading', { name: 'Jürgen Weiß', level: 1 }).waitFor();
    await expect.poll(() => banner.count()).toBe(0);

    await page.goto('/customers?search=Angelegt');
    await page.getByText('Keine Treffer', { exact: false }).first().waitFor();
    await page.goto('/audit');
    const ofViewing = rowsOf(page).filter({ hasText: 'Ansicht als andere Person' });
    await expect.poll(() => ofViewing.count()).toBeGreaterThanOrEqual(2);
    const texts = await ofViewing.allInnerTexts();
    expect(texts[0]).toContain('beendet');
    for (const text of texts) expect(text).toContain('Andrea Köhler');
  });
});
