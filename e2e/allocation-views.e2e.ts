import { describe, expect, it } from 'vitest';
import { DeskApi } from './support/desk-api.ts';
import { expectAccessible, loaded, sizes, useJourney } from './support/journey.ts';
import { enter, openAllocation, pick, saveComponent, tariffManager } from './support/tariff-steps.ts';

const journey = useJourney();
const api = DeskApi.later(journey, tariffManager);
describe('an allocation by Black-Litterman', () => {
  it('is computed from what the house expects', async () => {
    const page = await openAllocation(journey, api);
    await page.getByLabel('Allokationsart').selectOption('Black-Litterman');
    await pick(page, 'Berechnung', 'Automatisch');
    const views = page.locator('.ui-card', {
      has: page.getByRole('heading', { name: 'Markteinschätzungen' }),
    });
    const fill = async (place: number, group: string, over: string, expected: string) => {
      await views.getByRole('button', { name: 'Einschätzung hinzufügen' }).click();
      await views
        .getByLabel(/^Peergroup/)
        .nth(place)
        .selectOption(group);
      await views.getByLabel('Gegenüber').nth(place).selectOption(over);
      await enter(views.getByLabel(/^Rendite im Jahr/).nth(place), expected);
    };
    await fill(0, 'Aktien Europa', 'Aktien Europa', '2');
    await views.getByText('Eine Peergroup kann nicht mit sich selbst verglichen werden.').waitFor();
    await views.getByLabel('Gegenüber').first().selectOption('Aktien Nordamerika');
    await fill(1, 'Geldmarkt Euro', 'für sich allein', '1,5');
    // Three seconds after the last word it begins by itself.
    await page.getByRole('button', { name: /^(Jetzt|Neu) berechnen$/ }).click();
    await page.getByText('Die Anteile sind berechnet').waitFor();
    await views.getByText('Was die Einschätzungen bewirken').click();
    // All groups of the matrix: those nobody spoke of move with the others.
    await expect.poll(() => views.getByRole('row').count()).toBe(12);
    // What the foot of the wizard covers by half counts as too small a target: the end of the page is free of it.
    for (const size of [sizes.phone, sizes.desktop]) {
      await page.setViewportSize(size);
      await loaded(page);
      await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
      await expectAccessible(page);
    }
    await saveComponent(page);
    await page.reload();
    await expect
      .poll(() =>
        views
          .getByLabel(/^Rendite im Jahr/)
          .first()
          .inputValue(),
      )
      .toBe('2');
    const folder = process.env['SHOTS'];
    if (folder) await page.screenshot({ path: `${folder}/views.png`, fullPage: true });
  });
});
