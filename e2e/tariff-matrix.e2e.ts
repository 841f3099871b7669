import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { DeskApi } from './support/desk-api.ts';
import { expectAccessible, expectAccessibleAtBothSizes, type Size, useJourney } from './support/journey.ts';
import {
  componentSaved,
  openAllocation,
  pick,
  saveComponent,
  tariffManager,
} from './support/tariff-steps.ts';

const journey = useJourney();
const api = DeskApi.later(journey, tariffManager);
const anAllocation = (step?: string, size?: Size) => openAllocation(journey, api, step, size);

const plain = (text: string) => text.replaceAll('\u00a0', ' ');
/** Row of a peer group; its cells are the risk classes. */
const row = (page: Page, name: string) =>
  page.getByRole('row').filter({ has: page.getByRole('rowheader', { name, exact: true }) });
const cell = (page: Page, name: string, riskClass: number) =>
  row(page, name)
    .getByRole('gridcell')
    .nth(riskClass - 1);
async function textOf(page: Page, name: string, riskClass: number): Promise<string> {
  const place = cell(page, name, riskClass);
  const input = place.getByRole('textbox');
  return plain((await input.count()) > 0 ? await input.inputValue() : await place.innerText()).replace(
    / %$/,
    '',
  );
}
const sum = async (page: Page, riskClass: number) =>
  plain(await cell(page, 'Summe', riskClass).innerText()).replaceAll('\n', ' ');
const status = async (page: Page) =>
  plain(await page.locator('.matrix__status').getByRole('status').innerText());
/** "7,7" → 77. Shares of the demo follow its prices, which end on the day it is filled. */
const tenthsOf = (text: string): number => Math.round(Number(text.replace(',', '.')) * 10);
/** 77 → "7,7". */
const written = (tenths: number): string => (tenths / 10).toFixed(1).replace('.', ',');
async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate((block) => navigator.clipboard.writeText(block), text);
  await page.keyboard.press('Control+v');
}

describe('allocation matrix', () => {
  it('takes a block of a spreadsheet whole or not at all, and gives it back', async () => {
    const page = await anAllocation();
    const before = await textOf(page, 'Aktien Europa', 4);
    await cell(page, 'Aktien Europa', 4).click();
    await paste(page, '12,5 %\t7\r\n"0,1"\t100\r\n');
    await expect.poll(() => status(page)).toContain('4 Zellen eingefügt.');
    await expect.poll(() => textOf(page, 'Aktien Europa', 4)).toBe('12,5');
    await expect.poll(() => textOf(page, 'Aktien Nebenwerte Europa', 5)).toBe('100');
    await expect.poll(() => status(page)).toContain('2 von 7 Risikoklassen ergeben nicht 100 %.');

    await page.keyboard.press('Control+c');
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toBe('12,5\t7\n0,1\t100');

    await page.keyboard.press('Control+z');
    await expect.poll(() => status(page)).toContain('Rückgängig gemacht: Einfügen in 4 Zellen.');
    await expect.poll(() => textOf(page, 'Aktien Europa', 4)).toBe(before);
    await page.keyboard.press('Control+y');
    await expect.poll(() => textOf(page, 'Aktien Europa', 4)).toBe('12,5');
    await page.keyboard.press('Control+z');

    await paste(page, '1,5\tAktien');
    await expect
      .poll(() => status(page))
      .toContain('„Aktien“ in Zeile 1, Spalte 2 des Blocks ist kein Anteil');
    await paste(page, '1\t2\t3\t4\t5');
    await expect.poll(() => status(page)).toContain('passt ab dieser Zelle nicht in die Tabelle');
    await expect.poll(() => textOf(page, 'Aktien Europa', 4)).toBe(before);
    await expect.poll(() => status(page)).toContain('Alle Risikoklassen ergeben genau 100 %.');
  });

  it('is worked, mended and saved by keyboard alone', async () => {
    const page = await anAllocation();
    const rating = () => cell(page, 'Risikobewertung (Volatilität)', 7).innerText();
    await expect.poll(rating).toMatch(/\d/);
    const ratingBefore = await rating();
    await page.getByRole('button', { name: /^Wiederholen/ }).focus();
    // Past the heads of the groups' own buttons into the one cell that is a tab stop.
    for (let tries = 0; tries < 4; tries += 1) {
      await page.keyboard.press('Tab');
      if (await page.evaluate(() => document.activeElement?.closest('[data-cell]') !== null)) break;
    }
    const europe = await textOf(page, 'Aktien Europa', 7);
    const smaller = await textOf(page, 'Aktien Nebenwerte Europa', 7);
    await page.keyboard.press('Control+Home');
    await page.keyboard.press('End');
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-labelledby')))
      .toMatch(/row-\d+ \S+column-6$/);
    await page.keyboard.type('15x');
    await page.keyboard.press('Enter');
    await expect.poll(() => status(page)).toContain('„15x“ in Aktien Europa, RK 7: Bitte geben Sie einen');
    await page.keyboard.press('F8');
    await page.keyboard.type('50');
    await page.keyboard.press('Tab');
    const more = 500 - tenthsOf(europe);
    await expect.poll(() => sum(page, 7)).toBe(`+${written(more)} ${written(1000 + more)} %`);
    await expect.poll(() => rating()).not.toBe(ratingBefore);
    // The first step back is the typing, the one before it the text that was no share.
    await page.keyboard.press('Control+z');
    await expect.poll(() => textOf(page, 'Aktien Europa', 7)).toBe('15x');
    await page.keyboard.press('Control+z');
    await expect.poll(() => textOf(page, 'Aktien Europa', 7)).toBe(europe);

    await page.keyboard.press('Space');
    await expect.poll(() => textOf(page, 'Aktien Europa', 7)).toBe('–');
    const less = tenthsOf(europe);
    await expect.poll(() => sum(page, 7)).toBe(`−${written(less)} ${written(1000 - less)} %`);
    await page.keyboard.press('5');
    await expect.poll(() => status(page)).toContain('Diese Zelle wird nicht verwendet.');
    await page.keyboard.press('Space');
    await expect.poll(() => textOf(page, 'Aktien Europa', 7)).toBe(europe);

    await page.keyboard.press('Delete');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.type('10,1');
    await page.keyboard.press('Escape');
    await expect.poll(() => textOf(page, 'Aktien Nebenwerte Europa', 7)).toBe(smaller);
    // „Rest verteilen“ is a button; Escape, then Shift+Tab leads there.
    await page.keyboard.press('Escape');
    await page.keyboard.press('Shift+Tab');
    await expect.poll(() => page.evaluate(() => document.activeElement?.closest('[data-cell]'))).toBeNull();
    await page.getByRole('button', { name: 'Rest verteilen (RK 7)' }).focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => sum(page, 7)).toBe('100,0 %');
    const saved = await textOf(page, 'Aktien Welt', 7);

    const save = page.getByRole('button', { name: 'Speichern', exact: true });
    // The matrix reaches the wizard a moment after its last change.
    await expect.poll(() => save.isEnabled()).toBe(true);
    await save.focus();
    await page.keyboard.press('Enter');
    await componentSaved(page);
    await page.reload();
    await page.getByRole('grid').waitFor();
    await expect.poll(() => textOf(page, 'Aktien Welt', 7)).toBe(saved);
    await expect.poll(() => textOf(page, 'Aktien Europa', 7)).toBe('0');
  });

  it('rates its columns while one types, as the server does', async () => {
    const page = await anAllocation();
    const id = /allocation\/([0-9a-f-]{36})\//.exec(page.url())?.[1] ?? '';
    const { component } = await api.get<{
      component: {
        riskComponent: string;
        allocationItems: { riskClassId: number; peergroupId: number; fraction: number }[];
      };
    }>(`/tariff-components/allocation/${id}`);
    const ratings = async (items: unknown) => {
      const rated = await api.send<{ riskRating: number; shareQuota: number }[]>(
        'POST',
        '/tariff-components/allocation/risk-rating',
        { riskComponent: component.riskComponent, allocationItems: items },
      );
      return rated.map(({ riskRating, shareQuota }) => [
        `${riskRating.toFixed(2).replace('.', ',')} %`,
        `${(shareQuota * 100).toFixed(1).replace('.', ',')} %`,
      ]);
    };
    const shown = async () => {
      const classes = Array.from({ length: 7 }, (_, index) => index + 1);
      return Promise.all(
        classes.map(async (riskClass) => [
          /[\d,]+ %/.exec(
            plain(await cell(page, 'Risikobewertung (Volatilität)', riskClass).innerText()),
          )?.[0],
          plain(await cell(page, 'Aktienquote', riskClass).innerText()),
        ]),
      );
    };
    const before = await ratings(component.allocationItems);
    await expect.poll(shown).toEqual(before);
    // Peer group 2 is „Aktien Europa“; 30 % of it instead of what it had in class 5.
    await cell(page, 'Aktien Europa', 5).click();
    await page.keyboard.type('30');
    const changed = component.allocationItems.map((item) =>
      item.peergroupId === 2 && item.riskClassId === 5 ? { ...item, fraction: 0.3, isUsed: true } : item,
    );
    const after = await ratings(changed);
    expect(after).not.toEqual(before);
    await expect.poll(shown).toEqual(after);
  });

  it('fills right and down, and says what undo will take back', async () => {
    const page = await anAllocation();
    const [third, fifth] = [
      await textOf(page, 'Aktien Nordamerika', 3),
      await textOf(page, 'Aktien Nordamerika', 5),
    ];
    expect(fifth).not.toBe(third);
    await cell(page, 'Aktien Nordamerika', 3).click();
    await page.keyboard.press('Shift+ArrowRight');
    await page.keyboard.press('Shift+ArrowRight');
    await page.keyboard.press('Control+r');
    await expect.poll(() => textOf(page, 'Aktien Nordamerika', 5)).toBe(third);
    await page.getByRole('button', { name: /^Rückgängig: Nach rechts ausfüllen, 2 Zellen/ }).click();
    await expect.poll(() => textOf(page, 'Aktien Nordamerika', 5)).toBe(fifth);
    await cell(page, 'Aktien Welt', 6).click();
    await page.keyboard.press('Control+d');
    await expect.poll(() => status(page)).toContain('Nach unten ausfüllen, 1 Zelle.');
    await expect.poll(() => textOf(page, 'Aktien Welt', 6)).toBe(await textOf(page, 'Aktien Technologie', 6));
  });

  it('is computed by itself: marked, blocked, computed, saved, and given back to the hand', async () => {
    const page = await anAllocation();
    const byHand = await textOf(page, 'Aktien Europa', 4);
    // It begins by itself after three seconds: what holds until its answer is there is looked at in peace.
    const looked = Promise.withResolvers<void>();
    await page.route('**/allocation/automatic-allocation', async (route) => {
      await looked.promise;
      await route.continue();
    });
    await pick(page, 'Berechnung', 'Automatisch');
    await page.getByText(/Die Aufteilung wird (nach kurzer Ruhe neu berechnet\.|berechnet …)/).waitFor();
    // What was there stays in sight, but nothing can be saved.
    await expect.poll(() => textOf(page, 'Aktien Europa', 4)).toBe(byHand);
    await page
      .locator('.wizard__foot')
      .getByText('Die automatische Aufteilung wird noch berechnet.')
      .waitFor();
    looked.resolve();
    await page.getByText('Die Anteile sind berechnet').waitFor();
    await expect.poll(() => textOf(page, 'Aktien Europa', 4)).not.toBe(byHand);
    await expect.poll(() => status(page)).toContain('Alle Risikoklassen ergeben genau 100 %.');
    await expect.poll(() => page.getByRole('grid').getAttribute('aria-readonly')).toBe('true');

    const first = await textOf(page, 'Aktien Europa', 4);
    // The button is called so only while it waits.
    await page.getByLabel('Allokationsart').selectOption('5');
    await page.getByRole('button', { name: 'Jetzt berechnen' }).click();
    await page.getByText('Die Anteile sind berechnet').waitFor();
    await expect.poll(() => textOf(page, 'Aktien Europa', 4)).not.toBe(first);
    const second = await textOf(page, 'Aktien Europa', 4);
    await expectAccessible(page);
    await saveComponent(page);

    await pick(page, 'Berechnung', 'Manuell');
    await expect.poll(() => page.getByRole('grid').getAttribute('aria-readonly')).toBeNull();
    await expect.poll(() => textOf(page, 'Aktien Europa', 4)).toBe(second);
    await cell(page, 'Aktien Europa', 4).click();
    await page.keyboard.press('Control+z');
    await expect.poll(() => textOf(page, 'Aktien Europa', 4)).toBe(first);
  });

  it('says which classes the chosen peer groups cannot reach', async () => {
    const page = await anAllocation('allocation-peergroups');
    await page.getByRole('button', { name: 'Alle abwählen' }).click();
    for (const name of ['Geldmarkt Euro', 'Renten Euro Kurzläufer', 'Renten Euro Staatsanleihen'])
      await page.getByRole('checkbox', { name, exact: true }).check();
    await page.getByRole('link', { name: /^Allokationsmatrix/ }).click();
    await page.getByRole('grid').waitFor();
    await pick(page, 'Berechnung', 'Automatisch');
    await page.getByRole('button', { name: 'Jetzt berechnen' }).click();
    const words = page.getByText(/^Risikoklasse 7: Mit den gewählten Peergroups sind .* erreichbar/);
    await words.waitFor();
    await expect
      .poll(async () => plain(await words.innerText()))
      .toMatch(/sind [\d,]+ % bis [\d,]+ % erreichbar, am nächsten am Ziel/);
    await expect.poll(() => sum(page, 7)).toBe('−100,0 0,0 %');
  });

  it('has no accessibility finding', async () => {
    const page = await anAllocation('allocation-matrix');
    await page.getByText('Effizienzlinie').first().waitFor();
    await expectAccessibleAtBothSizes(page);
    await cell(page, 'Aktien Europa', 1).click();
    await page.keyboard.press('Space');
    await page.keyboard.type('abc');
    await page.keyboard.press('Enter');
    await expect.poll(() => status(page)).toContain('„abc“');
    await expectAccessibleAtBothSizes(page);
  });

  it('shows one class at a time on a phone, with the sums of all', async () => {
    const page = await anAllocation('allocation-matrix', 'phone');
    const chips = page.getByRole('group', { name: 'Risikoklasse' });
    await chips.getByRole('button', { name: /RK 4/ }).click();
    await expect
      .poll(() => chips.getByRole('button', { name: /RK 4/ }).getAttribute('aria-pressed'))
      .toBe('true');
    // What is hidden has no role: one cell is left of the seven.
    const shown = row(page, 'Aktien Europa').getByRole('gridcell');
    await expect.poll(() => shown.count()).toBe(1);
    await expect.poll(() => shown.getByRole('textbox').inputValue()).toMatch(/^\d/);
    const before = tenthsOf(await shown.getByRole('textbox').inputValue());
    await cell(page, 'Aktien Nordamerika', 1).click();
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.type('60,1');
    await expect
      .poll(() => chips.getByRole('button', { name: /RK 4/ }).innerText())
      // A sum without tenths has none.
      .toContain(written(1000 + 601 - before).replace(/,0$/, ''));
  });

  it('relates peer groups in an order, more of them by the load-more button', async () => {
    const page = await anAllocation('allocation-peergroup-relationships');
    const group = page.getByRole('region', { name: 'Geldmarkt Euro' });
    await group.getByRole('button', { name: 'Verwandte Peergroup hinzufügen' }).click();
    const offered = group.getByRole('button', { name: / hinzufügen$/ });
    await offered.first().waitFor();
    const count = await offered.count();
    await group.getByRole('button', { name: /weitere laden$/ }).click();
    await expect.poll(() => offered.count()).toBeGreaterThan(count);
    await offered.nth(0).click();
    await offered.nth(0).click();
    const chosen = group
      .getByRole('list', { name: 'Verwandte Peergroups von Geldmarkt Euro' })
      .getByRole('listitem');
    const names = async () => (await chosen.allInnerTexts()).map((text) => text.replace(/^\d\.\s*/, ''));
    await expect.poll(names).toHaveLength(2);
    const before = await names();
    await group
      .getByRole('button', { name: /nach oben$/ })
      .nth(1)
      .click();
    await expect.poll(names).toEqual(before.toReversed());
  });
});
