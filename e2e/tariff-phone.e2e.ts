import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { adviserApi } from './support/adviser-api.ts';
import { expectAccessible, useJourney } from './support/journey.ts';
import { tariffManager } from './support/tariff-steps.ts';

const journey = useJourney();
const listed = z.array(z.object({ id: z.string(), name: z.string() }));

describe('a tariff manager with a phone', () => {
  it('reads costs, risk indicator and rank of each fund of a list', async () => {
    const call = await adviserApi(journey.url, tariffManager);
    const [selection] = listed.parse((await call('GET', '/tariff-components/selection?pageSize=1')).answer);
    if (!selection) throw new Error('The demo has fund selections.');
    const path = `/admin/tariff-components/selection/${selection.id}/fund-selection`;
    const page = await journey.signedIn(tariffManager, path, 'phone');
    const figures = page.locator('[data-fund-row]').first().locator('.fund-list__figures');
    await figures.waitFor();
    await expect
      .poll(() => figures.innerText())
      .toMatch(/^Kosten (unbekannt|\d+,\d\d\s%) · .*(Rang \d|ohne Rang)$/);
    // Nothing of it is cut off, and the row holds all it says.
    expect(await figures.evaluate((box) => box.scrollWidth <= box.clientWidth)).toBe(true);
    const overflow = await page
      .locator('[data-fund-row]')
      .evaluateAll((rows) => rows.filter((row) => row.scrollHeight > row.clientHeight).length);
    expect(overflow).toBe(0);
  });

  it('finds the other pages of the administration by groups in one list', async () => {
    const page = await journey.signedIn(tariffManager, '/admin/tariffs', 'phone');
    await page.getByRole('main').getByRole('button', { name: 'Verwaltung' }).click();
    const list = page.getByRole('dialog', { name: 'Verwaltung' });
    await expectAccessible(page);
    await list.getByRole('group', { name: 'Fonds' }).getByRole('link', { name: 'Peergroups' }).click();
    await page.waitForURL('**/admin/peergroups');
    await expect.poll(() => list.count()).toBe(0);
    // The browser's back is not covered by it, and it opens where somebody is, at its end, too.
    await page.getByRole('main').getByRole('button', { name: 'Verwaltung' }).click();
    await list.waitFor();
    await page.goBack();
    await page.waitForURL('**/admin/tariffs');
    await expect.poll(() => list.count()).toBe(0);
    await page.goto('/admin/operation');
    await page.getByRole('main').getByRole('button', { name: 'Verwaltung' }).click();
    const current = list.locator('[aria-current="page"]');
    await expect.poll(async () => ((await current.boundingBox())?.y ?? 900) < 800).toBe(true);
  });

  it('reaches the last guaranteed level of the summary, its class beside it', async () => {
    const call = await adviserApi(journey.url, tariffManager);
    const tariffs = listed.parse((await call('GET', '/tariffs?pageSize=100')).answer);
    const hybrid = tariffs.find(({ name }) => name === 'Elbwarte Hybrid Garant');
    if (!hybrid) throw new Error('The demo has this hybrid tariff.');
    const page = await journey.signedIn(tariffManager, `/admin/tariffs/${hybrid.id}/summary`, 'phone');
    const region = page.getByRole('region', { name: 'Was das Garantieniveau kostet' });
    const row = region.getByRole('row').nth(1);
    await row.waitFor();
    await region.evaluate((box) => box.scrollTo({ left: box.scrollWidth }));
    const right = (await region.boundingBox()) ?? { x: 0, width: 0 };
    for (const cell of [row.getByRole('rowheader'), row.getByRole('cell').last()]) {
      const box = await cell.boundingBox();
      expect(box?.x ?? -1).toBeGreaterThanOrEqual(right.x - 1);
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(right.x + right.width + 1);
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  });
});
