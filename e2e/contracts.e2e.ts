import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { loaded, openFirstRow, rowsOf, textsOf, useJourney } from './support/journey.ts';

const journey = useJourney();
const search = 'Kunde, Vertragsnummer oder Tarif';

describe.each(['desktop', 'phone'] as const)('finding and reading a contract (%s)', (size) => {
  it('by a part of the name, then its portfolio with a fund', async () => {
    const page = await journey.signedIn('berater@demo.example', '/contracts', size);
    const rows = rowsOf(page);
    const firstName = async () => /([\p{L}-]+), \p{L}/u.exec(await rows.first().innerText())?.[1] ?? '';
    await expect.poll(firstName).toMatch(/^\p{L}{3}/u);
    const name = await firstName();
    await page.getByPlaceholder(search).fill(name.slice(0, 5).toUpperCase());
    await page.waitForURL(/search=/);
    await expect.poll(async () => (await rows.first().innerText()).includes(name)).toBe(true);

    await openFirstRow(page);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.getByText('Vertragsbewertung').first().waitFor();

    await page
      .getByRole('tab', { name: 'Portfolio' })
      .or(page.getByRole('link', { name: 'Portfolio' }))
      .first()
      .click();
    await page.waitForURL(/\/portfolio/);
    await page
      .getByText(/Stand: \d\d\.\d\d\.\d{4}/)
      .first()
      .waitFor();
    await page.locator('a[href*="dialog=fundDetail"]').first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('ISIN').first().waitFor();
    await page.goBack();
    await dialog.waitFor({ state: 'hidden' });
  });
});

describe('the list', () => {
  it('keeps filter and order in the address, also after a reload', async () => {
    const page = await journey.signedIn('admin@demo.example');
    await page
      .getByRole('columnheader', { name: /Vertragswert/ })
      .getByRole('button')
      .click();
    await page.waitForURL(/sort=-totalValue/);
    await page.reload();
    const header = page.getByRole('columnheader', { name: /Vertragswert/ });
    await header.waitFor();
    await expect.poll(() => header.getAttribute('aria-sort')).toBe('descending');
    const rows = rowsOf(page);
    await rows.getByText('€').first().waitFor();
    await loaded(page);
    const texts = await textsOf(rows);
    const values = texts
      .slice(0, 8)
      .map((text) => /^([\d.]+,\d\d)\s€$/m.exec(text)?.[1] ?? '')
      .map((text) => Number(text.replaceAll('.', '').replace(',', '.')));
    expect(values.length).toBeGreaterThan(4);
    expect(values).toEqual(values.toSorted((a, b) => b - a));
  });

  it('says what it did not find and takes the filter back', async () => {
    const page = await journey.signedIn('berater@demo.example');
    await page.getByPlaceholder(search).fill('Xyzzyx');
    await page.getByText('Keine Treffer für „Xyzzyx“.').waitFor();
    await page.getByRole('button', { name: 'Filter zurücksetzen' }).click();
    await rowsOf(page).first().waitFor();
    await expect.poll(() => page.url()).not.toContain('search=');
  });

  it('moves by keyboard', async () => {
    const page = await journey.signedIn('admin@demo.example');
    const rows = rowsOf(page);
    await rows.first().focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('data-row'))).toBe('2');
    await page.keyboard.press('End');
    await expect
      .poll(() => page.evaluate(() => Number(document.activeElement?.getAttribute('data-row'))))
      .toBeGreaterThan(100);
  });

  it('exports what is shown', async () => {
    const page = await journey.signedIn('berater@demo.example', '/contracts?riskOutOfBand=true');
    await rowsOf(page).first().waitFor();
    await loaded(page);
    const shown = Number((await page.getByText(/\d+ Treffer/).innerText()).match(/\d+/)?.[0]);
    await page.getByRole('button', { name: 'Exportieren' }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: /CSV/ }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/\.csv$/);
    const text = await readFile(await download.path(), 'utf8');
    expect(text.charCodeAt(0)).toBe(0xfeff);
    expect(text.trim().split('\r\n')).toHaveLength(shown + 1);
  });

  it('shows an adviser only what is his, and nothing of another group by direct address', async () => {
    const admin = await journey.signedIn('berater@nord.example');
    await openFirstRow(admin);
    await admin.waitForURL(/\/contracts\/[0-9a-f-]{36}/);
    const foreign = new URL(admin.url()).pathname;
    const page = await journey.signedIn('berater@demo.example');
    await page.goto(foreign);
    await page
      .getByText(/nicht gefunden/)
      .first()
      .waitFor();
    await expect.poll(() => page.title()).toMatch(/^Vertrag nicht gefunden – /);
  });
});

describe('a contract', () => {
  it('is marked as checked in place', async () => {
    const page = await journey.signedIn('berater@demo.example', '/contracts?sort=lastCheck');
    await openFirstRow(page);
    await page.getByRole('button', { name: 'Weitere Aktionen', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Als geprüft markieren' }).click();
    const today = new Intl.DateTimeFormat('de-DE', {
      dateStyle: 'medium',
      timeZone: 'Europe/Berlin',
    }).format();
    await page.getByText(today).first().waitFor();
  });

  it('is deleted after a question and disappears from the list', async () => {
    const page = await journey.signedIn('admin@demo.example', '/contracts?sort=-externalKey');
    await openFirstRow(page);
    await page.waitForURL(/\/overview/);
    const path = new URL(page.url()).pathname;
    await page.goto(`${path}?dialog=deleteContract&contractId=${path.split('/')[2]}`);
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Grund').or(dialog.getByRole('textbox')).first().fill('Doppelt angelegt');
    await dialog.getByRole('button', { name: /löschen/i }).click();
    await page.waitForURL(`${journey.url}/contracts`);
    await page.goto(path);
    await page
      .getByText(/nicht gefunden/)
      .first()
      .waitFor();
  });
});
