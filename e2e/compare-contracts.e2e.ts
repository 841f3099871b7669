import { beforeAll, describe, expect, it } from 'vitest';
import { adviser } from './support/adviser-api.ts';
import { DeskApi, type DeskContract } from './support/desk-api.ts';
import { expectAccessibleAtBothSizes, useJourney } from './support/journey.ts';

const journey = useJourney();
let contracts: DeskContract[];

beforeAll(async () => {
  const api = await DeskApi.signIn(journey.url, adviser);
  contracts = await api.contracts();
});

describe('two contracts side by side', () => {
  it('say what their own pages say, and what differs', async () => {
    const [one, other] = contracts;
    const page = await journey.signedIn(adviser, `/contracts/${one?.id}/overview`);
    const value = await page.locator('.ui-figures__item', { hasText: 'Vertragswert' }).first().innerText();
    await page.getByRole('button', { name: 'Weitere Aktionen', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Mit anderem Vertrag vergleichen' }).click();
    await page.getByRole('heading', { name: 'Verträge vergleichen', level: 1 }).waitFor();
    await page.getByRole('searchbox').fill(other?.externalKey ?? '');
    await page
      .getByRole('list', { name: 'Treffer' })
      .getByRole('button')
      .filter({ hasText: other?.externalKey ?? '' })
      .first()
      .click();
    const row = (name: string) =>
      page.getByRole('row').filter({ has: page.getByRole('rowheader', { name, exact: true }) });
    await row('Vertragswert').waitFor();
    const [amount = ''] = /[\d.]+,\d\d/.exec(value) ?? [];
    await expect.poll(() => row('Vertragswert').getByRole('cell').first().innerText()).toContain(amount);
    for (const name of ['Tarif', 'Vertragsbewertung', 'Risikoklasse', 'Eingezahlte Beiträge'])
      await expect.poll(() => row(name).getByRole('cell').count()).toBe(2);
    await expectAccessibleAtBothSizes(page);

    await page.getByText('Nur Unterschiede').click();
    const texts = await page
      .locator('.compared__table tbody tr')
      .evaluateAll((rows) =>
        rows.map((each) => [...each.querySelectorAll('td')].map((cell) => cell.textContent)),
      );
    expect(texts.length).toBeGreaterThan(3);
    expect(texts.filter(([left, right]) => left === right)).toEqual([]);
    await expectAccessibleAtBothSizes(page);
    // A contract beside itself: the page says that nothing differs.
    const address = page.url();
    await page.goto(`${journey.url}/contracts/compare?left=${one?.id}&right=${one?.id}`);
    await page.getByText('Nur Unterschiede').click();
    await page.getByRole('status').filter({ hasText: '0 Angaben unterscheiden sich.' }).waitFor();
    expect(await page.locator('.compared__table').count()).toBe(0);
    await page.goto(address);
    // The address carries both; the other side can be chosen anew.
    await page.reload();
    await row('Vertragswert').waitFor();
    await page.getByRole('button', { name: 'Anderen Vertrag wählen' }).first().click();
    await page.getByRole('searchbox').waitFor();
  });
});
