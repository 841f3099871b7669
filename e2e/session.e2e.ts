import { describe, expect, it } from 'vitest';
import { signIn, useJourney } from './support/journey.ts';

const journey = useJourney({ signsInAlways: true });
const unauthenticated = {
  status: 401,
  contentType: 'application/problem+json',
  body: JSON.stringify({ code: 'auth.unauthenticated', status: 401 }),
};

describe('an expired access token in the middle of work', () => {
  it('is renewed once for all waiting calls, and the page does not notice', async () => {
    const page = await journey.signedIn('berater@demo.example', '/customers');
    let refreshes = 0;
    page.on('request', (request) => {
      if (request.url().endsWith('/api/auth/refresh')) refreshes += 1;
    });
    // Every call with the token of before is refused, as the server does after ten minutes.
    let expired: string | undefined;
    const retried: string[] = [];
    await page.route(/\/api\/contracts/, async (route) => {
      const token = (await route.request().allHeaders())['authorization'];
      expired ??= token;
      if (token === expired) return route.fulfill(unauthenticated);
      retried.push(new URL(route.request().url()).pathname);
      return route.continue();
    });
    await page.getByRole('link', { name: 'Verträge' }).first().click();
    await page
      .getByText(/Treffer/)
      .first()
      .waitFor();
    await expect
      .poll(() => retried)
      .toEqual(expect.arrayContaining(['/api/contracts', '/api/contracts/stats']));
    expect(refreshes).toBe(1);
  });

  it('leads to the sign-in page and back when the session itself has ended', async () => {
    const page = await journey.signedIn('beraterin@demo.example', '/customers');
    const elsewhere = await journey.signedIn('beraterin@demo.example', '/settings/sessions');
    await elsewhere.getByRole('button', { name: 'Alle anderen Sitzungen beenden' }).click();
    await elsewhere.getByText('Alle anderen Sitzungen sind beendet.').waitFor();
    // Rights and sessions are at most one second old.
    await page.waitForTimeout(1_200);
    await page.getByRole('link', { name: 'Verträge' }).first().click();
    await page.waitForURL(
      (url) => url.pathname === '/auth/login' && url.searchParams.get('returnUrl') === '/contracts',
    );
    await page.getByText('Ihre Sitzung ist abgelaufen. Bitte melden Sie sich erneut an.').waitFor();
    await signIn(page, 'beraterin@demo.example');
    await page.waitForURL(/\/contracts/);
  });

  it('keeps the sentence that was typed into a questionnaire meanwhile', async () => {
    const page = await journey.signedIn('beraterin@demo.example', '/customers');
    await page.locator('main a[href^="/customers/"]').first().click();
    await page.waitForURL(/\/customers\/[0-9a-f-]{36}/);
    const customerId = /customers\/([0-9a-f-]{36})/.exec(page.url())?.[1] ?? '';
    await page.goto(`${journey.url}/questionnaires/riskProfile/${customerId}`);
    const memo = page.getByLabel('Was soll zu diesen Angaben festgehalten werden?');
    await memo.fill('Erster Satz.');
    await page.getByText('Antworten sind als Entwurf gespeichert.').waitFor();
    const elsewhere = await journey.signedIn('beraterin@demo.example', '/settings/sessions');
    await elsewhere.getByRole('button', { name: 'Alle anderen Sitzungen beenden' }).click();
    await elsewhere.getByText('Alle anderen Sitzungen sind beendet.').waitFor();
    await page.waitForTimeout(1_200);
    await memo.fill('Erster Satz. Zweiter Satz.');
    await page.getByText('Ihre Sitzung ist abgelaufen. Bitte melden Sie sich erneut an.').waitFor();
    await signIn(page, 'beraterin@demo.example');
    await expect.poll(() => memo.inputValue()).toBe('Erster Satz. Zweiter Satz.');
    await page.getByText('Antworten sind als Entwurf gespeichert.').waitFor();
  });

  it('survives a server fault while renewing without signing out', async () => {
    const page = await journey.signedIn('berater@demo.example', '/customers');
    await page.route(/\/api\/contracts/, (route) => route.fulfill(unauthenticated));
    await page.route('**/api/auth/refresh', (route) => route.fulfill({ status: 503, body: '' }));
    await page.getByRole('link', { name: 'Verträge' }).first().click();
    await page.getByRole('button', { name: 'Erneut versuchen' }).first().waitFor();
    expect(page.url()).toContain('/contracts');
    await page.unrouteAll();
    // The page also tries by itself: the button may be gone before it is pressed.
    await page
      .getByRole('button', { name: 'Erneut versuchen' })
      .first()
      .click({ timeout: 3_000 })
      .catch(() => {});
    await page
      .getByText(/Treffer/)
      .first()
      .waitFor();
  });
});

describe('ten tabs', () => {
  it('renew at once and all stay signed in', async () => {
    const page = await journey.signedIn('berater@demo.example', '/customers');
    const tabs = await Promise.all(Array.from({ length: 10 }, () => page.context().newPage()));
    for (let round = 0; round < 2; round += 1) {
      await Promise.all(tabs.map((tab) => tab.goto('/customers')));
      for (const tab of tabs) await tab.getByRole('heading', { name: 'Kunden', level: 1 }).waitFor();
    }
    await expect
      .poll(() => tabs.map((tab) => new URL(tab.url()).pathname))
      .toEqual(tabs.map(() => '/customers'));
  });
});
