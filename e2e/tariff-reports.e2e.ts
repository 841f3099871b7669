import { listTariffs } from '@depotwerk/api/tariffs/tariffs';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { DeskApi } from './support/desk-api.ts';
import { type Size, useJourney } from './support/journey.ts';
import { refuseReports } from './support/refuse-reports.ts';
import { reportOf } from './support/report-text.ts';
import { tariffManager } from './support/tariff-steps.ts';

const journey = useJourney();
let tariff: { id: string; name: string };

beforeAll(async () => {
  const api = await DeskApi.signIn(journey.url, tariffManager);
  const { body } = await api.call('GET', '/tariffs?state=published&sort=name');
  const [first] = listTariffs.answer.parse(body);
  if (!first) throw new Error('The demo world has published tariffs.');
  tariff = first;
});

/** From the tariff's name where there is a table; on the phone, whose cards only open, from its versions. */
async function asker(page: Page, size: Size): Promise<() => Promise<void>> {
  await page.goto(size === 'desktop' ? '/admin/tariffs' : `/admin/tariffs/${tariff.id}/versions`);
  const name = size === 'desktop' ? `Tarifbericht öffnen: ${tariff.name}` : 'Tarifbericht öffnen';
  const button = page.getByRole('button', { name, exact: true }).first();
  await button.waitFor();
  return () => button.click();
}

// Each way to the report is walked once: from the table, and on the phone from the versions.
describe('the report of a tariff', () => {
  it('opens in a window of its own and says what the version says', async () => {
    const page = await journey.signedIn(tariffManager, '/admin/tariffs');
    const { name, text } = await reportOf(page, await asker(page, 'desktop'));
    expect(name).toMatch(/^Tarifgrundlagen_.*\.pdf$/);
    expect(text).toContain(`Tarifgrundlagen: ${tariff.name}`);
    expect(text).toContain('veröffentlicht');
    expect(text).toContain('Expertenhinweise');
  });

  it('leaves no window behind when it cannot be made, and says why', async () => {
    const page = await journey.signedIn(tariffManager, '/admin/tariffs', 'phone');
    await refuseReports(page);
    const ask = await asker(page, 'phone');
    const [popup] = await Promise.all([page.waitForEvent('popup'), ask()]);
    await expect.poll(() => popup.isClosed()).toBe(true);
    await page.getByRole('dialog').getByText('Der Bericht konnte nicht erstellt werden.').waitFor();
  });
});
