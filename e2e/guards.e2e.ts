import { describe, expect, it } from 'vitest';
import { loaded, useJourney } from './support/journey.ts';

const journey = useJourney();

describe('visitors', () => {
  // One of each kind of route; the rule itself is proven in guards.test.ts.
  it.each(['/contracts', '/admin/tariffs', '/goto/contract/1'])(
    'are asked to sign in before %s and come back to it',
    async (path) => {
      const page = await journey.visitor();
      await page.goto(path);
      await page.waitForURL(
        (url) => url.pathname === '/auth/login' && url.searchParams.get('returnUrl') === path,
      );
    },
  );

  it('whose session is over read what everybody may read without signing in again', async () => {
    const page = await journey.visitor();
    // What is left of a session that ended on the server.
    await page.context().addCookies([{ name: 'refreshTokenExists', value: '1', url: journey.url }]);
    const refusal = page.waitForResponse('**/api/auth/refresh');
    await page.goto('/accessibility');
    expect((await refusal).status()).toBe(401);
    await page.getByRole('heading', { name: 'Barrierefreiheit dieser Anwendung' }).waitFor();
    await loaded(page);
    expect(new URL(page.url()).pathname).toBe('/accessibility');
  });

  it('see the not-found page for an unknown address, with a way home', async () => {
    const page = await journey.visitor();
    await page.goto('/no/such/page');
    await page.getByRole('heading', { name: 'Seite nicht gefunden' }).waitFor();
    expect(await page.getByRole('button', { name: 'Verträge durchsuchen' }).count()).toBe(0);
    await page.locator('footer.legal').getByRole('link', { name: 'Barrierefreiheit' }).waitFor();
    await page.getByRole('link', { name: 'Zur Startseite' }).click();
    await page.waitForURL(/\/auth\/login/);
    // An address that was cut off within a sign cannot even be read.
    await page.goto(`${journey.url}/depotanalysis/%E0%A4%A`);
    await page.getByRole('heading', { name: 'Seite nicht gefunden' }).waitFor();
  });
});

describe('signed-in users', () => {
  it('may search the contracts from the not-found page, unless their role has none', async () => {
    const search = { name: 'Verträge durchsuchen' };
    const page = await journey.signedIn('berater@demo.example', '/customers');
    await page.goto('/no/such/page');
    await page.getByRole('button', search).waitFor();
    // Her own navigation stands beside it, and leads on.
    await page.getByRole('navigation').getByRole('link', { name: 'Kunden', exact: true }).click();
    await page.waitForURL(`${journey.url}/customers`);
    const approver = await journey.signedIn('freigabe@demo.example', '/approvals');
    await approver.goto('/no/such/page');
    await loaded(approver);
    expect(await approver.getByRole('button', search).count()).toBe(0);
  });

  it('are sent from the visitor area to their contracts', async () => {
    const page = await journey.signedIn('berater@demo.example', '/customers');
    await page.goto('/auth/login');
    await page.waitForURL(`${journey.url}/contracts`);
  });

  // Where each is sent is proven in landing.test.ts; here, that the routes ask.
  it.each([
    ['berater@demo.example', '/admin', '/contracts'],
    ['tarif@demo.example', '/user-management', '/admin/tariffs'],
    ['freigabe@demo.example', '/contracts', '/approvals'],
    ['kunde@demo.example', '/contracts', '/my'],
    // Nothing of it could be shown to somebody who sees no contract.
    ['freigabe@demo.example', '/contracts/compare', '/approvals'],
    ['berater@demo.example', '/my', '/contracts'],
  ])('%s on %s is sent to %s', async (user, path, target) => {
    const page = await journey.signedIn(user, '/settings/display');
    await page.goto(path);
    await page.waitForURL((url) => url.pathname === target);
  });

  it('are told why another page stands there than the one they asked for', async () => {
    const page = await journey.signedIn('berater@demo.example', '/settings/display');
    await page.goto('/customers/duplicates');
    await page.getByRole('status').getByText('Für diese Seite fehlt Ihnen die Berechtigung.').waitFor();
    await expect.poll(() => new URL(page.url()).pathname).toBe('/contracts');
  });

  it('are told that a link for visitors opens without a session alone', async () => {
    const page = await journey.signedIn('berater@demo.example', '/settings/display');
    await page.goto(`/depotanalysis/${crypto.randomUUID()}`);
    await page.getByRole('status').getByText('Sie sind bereits angemeldet.', { exact: false }).waitFor();
    await expect.poll(() => new URL(page.url()).pathname).toBe('/contracts');
  });

  it('an administrator enters the admin area where there is something to do', async () => {
    const page = await journey.signedIn('admin@demo.example');
    await page.goto('/admin');
    await page.waitForURL(/\/admin\/dashboard/);
    await page.getByRole('heading', { name: 'Bestand und Volumen' }).waitFor();
  });

  it('the empty path leads to contracts', async () => {
    const page = await journey.signedIn('berater@demo.example', '/customers');
    await page.goto('/');
    await page.waitForURL(`${journey.url}/contracts`);
  });
});

describe('the server when it does not answer', () => {
  it('keeps the user signed in, and is asked again by a page that failed, also while other calls are answered', async () => {
    const page = await journey.signedIn('berater@demo.example', '/customers');
    await page.route('**/api/auth/user', (route) => route.fulfill({ status: 503, body: '' }));
    await page.goto('/contracts');
    await page.getByRole('button', { name: 'Erneut versuchen' }).first().waitFor();
    expect(new URL(page.url()).pathname).toBe('/contracts');
    // The banner goes: its probe is answered, only the page's own call is not.
    await page.getByText('Der Server antwortet nicht').waitFor({ state: 'detached' });
    await page.unrouteAll();
    await page.getByRole('heading', { name: 'Verträge', level: 1 }).waitFor();
  });
});
