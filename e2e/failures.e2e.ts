import { describe, expect, it } from 'vitest';
import { openFirstRow, rowsOf, useJourney } from './support/journey.ts';

const journey = useJourney();

async function openFirstContract() {
  const page = await journey.signedIn('berater@demo.example');
  await openFirstRow(page);
  await page.getByRole('button', { name: 'Vertrag prüfen' }).waitFor();
  return page;
}

function problem(status: number, members: object = {}) {
  return {
    status,
    contentType: 'application/problem+json',
    body: JSON.stringify({
      type: 'about:blank',
      title: 'x',
      status,
      statusCode: status,
      code: 'nothing.known',
      titleKey: 'errors.nothing.known.title',
      messageKey: 'errors.nothing.known.message',
      message: 'Der Dienst meldet <b>einen Fehler</b><img src=x onerror="document.title=1">.',
      traceId: 't',
      requestId: 't',
      ...members,
    }),
  };
}

describe('the API error dialog', () => {
  it('shows the unexpected text, holds the focus on OK and closes only there', async () => {
    const page = await openFirstContract();
    await page.route('**/check', (route) => route.fulfill(problem(500)));
    await page.getByRole('button', { name: 'Vertrag prüfen' }).click();
    const dialog = page.locator('.api-error-modal');
    await dialog.getByText('Unerwarteter Fehler').waitFor();
    await dialog.getByText(/Die letzte Aktion konnte nicht ausgeführt werden/).waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('OK');
    await page.keyboard.press('Escape');
    await page.mouse.click(5, 5);
    await expect.poll(() => dialog.isVisible()).toBe(true);
    await dialog.getByRole('button', { name: 'OK' }).click();
    await dialog.waitFor({ state: 'hidden' });
  });

  it('falls back to the expected text for status 400, shows the exception, and renders HTML without its scripts', async () => {
    const page = await openFirstContract();
    const exception = { error: 'Depotbank', message: 'Zeitüberschreitung' };
    await page.route('**/check', (route) => route.fulfill(problem(400, { exception })));
    await page.getByRole('button', { name: 'Vertrag prüfen' }).click();
    const dialog = page.locator('.api-error-modal');
    await dialog.getByText('Aktion nicht möglich').waitFor();
    await dialog.getByText('Zeitüberschreitung').waitFor();
    await expect.poll(() => dialog.locator('img').count()).toBe(0);
    await expect.poll(() => page.title()).not.toBe('1');
  });
});

describe('without a network', () => {
  it('says so, keeps what was typed, and goes on when it is back', async () => {
    const page = await journey.signedIn('berater@demo.example');
    await page.getByRole('button', { name: 'Filter' }).first().click();
    await page.context().setOffline(true);
    await page.getByText('Keine Netzwerkverbindung').waitFor();
    const field = page.getByPlaceholder('Kunde, Vertragsnummer oder Tarif');
    await field.fill('Müller');
    await page.context().setOffline(false);
    await page.getByText('Keine Netzwerkverbindung').waitFor({ state: 'hidden' });
    await expect.poll(() => field.inputValue()).toBe('Müller');
  });
});

describe('a list that cannot be loaded', () => {
  it('says so with a reference and loads again on request', async () => {
    const page = await journey.signedIn('berater@demo.example', '/customers');
    await page.route(/\/api\/contracts(\?|$)/, (route) => route.fulfill(problem(500)));
    await page.getByRole('link', { name: 'Verträge' }).first().click();
    const again = page.getByRole('button', { name: 'Erneut versuchen' }).first();
    await again.waitFor();
    await page.unrouteAll();
    await again.click();
    await rowsOf(page).first().waitFor();
  });
});
