import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { loaded, signIn, useJourney } from './support/journey.ts';

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
    // Nobody touches the page: it leaves by what it hears.
    await page.waitForURL(
      (url) => url.pathname === '/auth/login' && url.searchParams.get('returnUrl') === '/customers',
    );
    await page.getByText('Ihre Sitzung ist beendet. Bitte melden Sie sich erneut an.').waitFor();
    await signIn(page, 'beraterin@demo.example');
    await page.waitForURL(/\/customers/);
  });

  it('leaves with the session of a customer too, in every tab', async () => {
    const page = await journey.signedIn('kunde@demo.example', '/my');
    const tab = await page.context().newPage();
    await tab.goto('/settings/sessions');
    await loaded(tab);
    const elsewhere = await journey.signedIn('kunde@demo.example', '/settings/sessions');
    await elsewhere.getByRole('button', { name: 'Alle anderen Sitzungen beenden' }).click();
    for (const one of [page, tab]) {
      await one.getByText('Ihre Sitzung ist beendet. Bitte melden Sie sich erneut an.').waitFor();
    }
    await tab.close();
  });

  it('keeps a note and a form that were not saved, and tells so', async () => {
    const lose = async (page: Page, userName: string) => {
      const elsewhere = await journey.signedIn(userName, '/settings/sessions');
      await elsewhere.getByRole('button', { name: 'Alle anderen Sitzungen beenden' }).click();
      await elsewhere.getByText('Alle anderen Sitzungen sind beendet.').waitFor();
      await page.getByText('Ihre Sitzung ist beendet. Bitte melden Sie sich erneut an.').waitFor();
      await signIn(page, userName);
    };
    const adviser = 'assistenz@demo.example';
    const page = await journey.signedIn(adviser, '/customers');
    await page.locator('main [role="row"] a[href^="/customers/"]').first().click();
    await page.waitForURL(/\/customers\/[0-9a-f-]{36}/);
    await page.goto(`${page.url().replace(/\?.*/, '')}?tab=notes`);
    const write = page.getByRole('button', { name: 'Notiz schreiben' });
    await write.click();
    const dialog = page.getByRole('dialog', { name: 'Notiz schreiben' });
    await dialog.getByRole('textbox').first().fill('Ruft am Montag zurück.');
    await lose(page, adviser);
    await write.click();
    await expect.poll(() => dialog.getByRole('textbox').first().inputValue()).toBe('Ruft am Montag zurück.');

    const administrator = 'admin@demo.example';
    const form = await journey.signedIn(administrator, '/user-management/groups');
    await form.locator('main a[href*="/user-management/groups/"]').first().click();
    await form.waitForURL(/\/groups\/[0-9a-f-]{36}\//);
    await form.goto(form.url().replace(/\/[a-z]+$/, '/info'));
    await form.getByLabel('Name der Gruppe').fill('Noch nicht gespeichert');
    await lose(form, administrator);
    await form.getByText('Ihre Änderungen vom Ende der letzten Sitzung sind wieder da.').waitFor();
    await expect.poll(() => form.getByLabel('Name der Gruppe').inputValue()).toBe('Noch nicht gespeichert');
  });

  it('keeps the sentence that was typed into a questionnaire meanwhile', async () => {
    const page = await journey.signedIn('beraterin@demo.example', '/customers');
    await page.locator('main [role="row"] a[href^="/customers/"]').first().click();
    await page.waitForURL(/\/customers\/[0-9a-f-]{36}/);
    const customerId = /customers\/([0-9a-f-]{36})/.exec(page.url())?.[1] ?? '';
    await page.goto(`${journey.url}/questionnaires/riskProfile/${customerId}`);
    const memo = page.getByLabel('Was soll zu diesen Angaben festgehalten werden?');
    await memo.fill('Erster Satz.');
    await page.getByText('Antworten sind als Entwurf gespeichert.').waitFor();
    const elsewhere = await journey.signedIn('beraterin@demo.example', '/settings/sessions');
    // What she types from here on reaches nobody before the session is over.
    await page.route('**/api/drafts/**', () => {});
    await memo.fill('Erster Satz. Zweiter Satz.');
    await elsewhere.getByRole('button', { name: 'Alle anderen Sitzungen beenden' }).click();
    await page.getByText('Ihre Sitzung ist beendet. Bitte melden Sie sich erneut an.').waitFor();
    await page.unrouteAll();
    await signIn(page, 'beraterin@demo.example');
    await expect.poll(() => memo.inputValue()).toBe('Erster Satz. Zweiter Satz.');
    await page.getByText('Antworten sind als Entwurf gespeichert.').waitFor();
  });

  it('stores what was typed into a questionnaire though its page is left at once', async () => {
    const page = await journey.signedIn('beraterin@demo.example', '/customers');
    await page.locator('main [role="row"] a[href^="/customers/"]').nth(1).click();
    await page.waitForURL(/\/customers\/[0-9a-f-]{36}/);
    const customerId = /customers\/([0-9a-f-]{36})/.exec(page.url())?.[1] ?? '';
    const form = `${journey.url}/questionnaires/riskProfile/${customerId}`;
    await page.goto(form);
    const memo = page.getByLabel('Was soll zu diesen Angaben festgehalten werden?');
    await memo.fill('Im Gehen getippt.');
    await page.goto(`${journey.url}/legal/imprint`);
    await page.goto(form);
    await expect.poll(() => memo.inputValue()).toBe('Im Gehen getippt.');
  });

  it('survives a server fault while renewing without signing out', async () => {
    const page = await journey.signedIn('berater@demo.example', '/customers');
    await page.route(/\/api\/contracts/, (route) => route.fulfill(unauthenticated));
    await page.route('**/api/auth/refresh', (route) => route.fulfill({ status: 503, body: '' }));
    await page.getByRole('link', { name: 'Verträge' }).first().click();
    await page.getByRole('button', { name: 'Erneut versuchen' }).first().waitFor();
    await page.waitForURL('**/contracts**');
    await page.unrouteAll();
    // The page also tries by itself: the button may be gone before it is pressed.
    const hits = page.getByText(/Treffer/);
    await page.getByRole('button', { name: 'Erneut versuchen' }).or(hits).first().click();
    await hits.first().waitFor();
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
