import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { adviser } from './support/adviser-api.ts';
import { type Size, signIn, useJourney } from './support/journey.ts';

const journey = useJourney({ signsInAlways: true });
const longName =
  'Haus am Markt – Vermögensverwaltung und Finanzplanung für Familien und Stiftungen GmbH & Co. KG';

/** A page of a house with a name that is longer than a phone is wide. */
async function pageOfLongHouse(size: Size): Promise<Page> {
  const page = await journey.visitor(size);
  await page.route('**/api/white-label-config', async (route) => {
    const answer = await route.fetch();
    const config = (await answer.json()) as object;
    await route.fulfill({ response: answer, json: { ...config, applicationTitle: longName } });
  });
  return page;
}

/** How far a page can be moved sideways. */
const sideways = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

it.each(['phone', 'desktop'] as const)(
  'a long name of the house takes no room from what people need (%s)',
  async (size) => {
    const page = await pageOfLongHouse(size);
    for (const path of [
      '/auth/login',
      '/auth/activation/credentials',
      '/auth/registration',
      '/accessibility',
    ]) {
      await page.goto(journey.url + path);
      await page.getByText(longName).filter({ visible: true }).first().waitFor();
      expect([path, await sideways(page)]).toEqual([path, 0]);
    }
    await page.goto(`${journey.url}/customers`);
    // Whoever signs in reads the whole name.
    const name = page.locator('.brand__name').filter({ visible: true });
    expect(await name.evaluate((part) => part.scrollWidth - part.clientWidth)).toBe(0);
    await signIn(page, adviser);
    await page.getByRole('heading', { name: 'Kunden', level: 1 }).waitFor();
    const search = await page.locator('.shell__bar > .ui-icon-button').last().boundingBox();
    const avatar = await page.locator('.shell__avatar').boundingBox();
    const least = size === 'phone' ? 44 : 36;
    expect(search?.width).toBeGreaterThanOrEqual(least);
    expect(avatar?.width).toBe(avatar?.height);
    expect(avatar?.width).toBe(least);
    expect((avatar?.x ?? 0) + (avatar?.width ?? 0)).toBeLessThanOrEqual(page.viewportSize()?.width ?? 0);
  },
);
