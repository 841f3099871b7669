import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { adviser } from './support/adviser-api.ts';
import { type Size, signIn, useJourney } from './support/journey.ts';

const journey = useJourney({ signsInAlways: true });

/** A page of a visitor and the files of texts it asks for. */
async function visitor(size: Size, language = 'de'): Promise<{ page: Page; files: string[] }> {
  const page = await journey.visitor(size);
  const files: string[] = [];
  page.on('request', (request) => {
    const [, file] = /\/i18n\/(.+)\.json/.exec(request.url()) ?? [];
    if (file) files.push(file);
  });
  await page.addInitScript((tag) => localStorage.setItem('depotwerk.language', tag), language);
  return { page, files };
}

const pages = [
  '/auth/login',
  '/auth/second-factor',
  '/auth/oidc',
  '/auth/forgot-password',
  '/auth/activation',
  '/auth/activation/reset-token',
  '/auth/activation/credentials',
  '/auth/registration',
  '/logout',
  '/accessibility',
  '/depotanalysis',
  '/depotanalysis/7d3f0a54-8a0f-4f6e-9d0e-0c1d6a1f2b3c',
  '/reports/public',
  '/nowhere',
] as const;

it.each(['de', 'en'])('pages for visitors read the texts of visitors only (%s)', async (language) => {
  const { page, files } = await visitor('phone', language);
  for (const path of pages) {
    await page.goto(journey.url + path);
    await page.locator('h1').first().waitFor();
    // A key has dots and no blank; a missing text would also be reported, which fails the journey.
    const text = await page.locator('body').innerText();
    expect([path, /\b[a-z]+[A-Z]?\w*(\.[a-z]\w+){2,}\b(?<!\.(html|de|example))/.exec(text)?.[0]]).toEqual([
      path,
      undefined,
    ]);
  }
  expect([...new Set(files)].toSorted()).toEqual(
    language === 'de' ? ['de.visitors'] : ['de.visitors', 'en.visitors'],
  );
});

it('behind the sign-in all texts are there, and where they do not come that is said, with another try', async () => {
  const { page, files } = await visitor('desktop');
  await page.route('**/i18n/de.json', (route) => route.abort('internetdisconnected'));
  await page.goto(`${journey.url}/customers?search=ab`);
  await signIn(page, adviser);
  await page.getByRole('heading', { name: 'Die Seite konnte nicht geladen werden' }).waitFor();
  expect(await page.locator('body').innerText()).not.toMatch(/shell\.|common\./);
  await page.unroute('**/i18n/de.json');
  await page.getByRole('button', { name: 'Erneut versuchen' }).click();
  await page.getByRole('heading', { name: 'Kunden', level: 1 }).waitFor();
  expect(new URL(page.url()).searchParams.get('search')).toBe('ab');
  // Reloaded with a session, the texts of visitors are not asked for any more.
  files.length = 0;
  await page.reload();
  await page.getByRole('heading', { name: 'Kunden', level: 1 }).waitFor();
  expect(new Set(files)).toEqual(new Set(['de']));
});
