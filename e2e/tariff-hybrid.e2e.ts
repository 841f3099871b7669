import { describe, expect, it } from 'vitest';
import { useJourney } from './support/journey.ts';
import { show } from './support/show.ts';
import {
  choose,
  create,
  enter,
  expectError,
  freshKey,
  matrixCell,
  matrixTexts,
  next,
  pick,
  pickFund,
  provoke,
  startNew,
  summary,
  takeStep,
  tariffApprover,
  tariffIdOf,
  tariffManager,
  versionsPath,
} from './support/tariff-steps.ts';

const journey = useJourney();
const required = 'Diese Angabe ist erforderlich.';

describe('a tariff of type 8, from nothing to published', () => {
  it('with a guarantee fund and a fund risk matrix filled like a spreadsheet', async () => {
    const key = freshKey('HYB');
    const name = `Hybrid ${key}`;
    const page = await journey.signedIn(tariffManager, '/admin/tariffs');
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await startNew(page, '/admin/tariffs/new/product-type');
    await page.getByLabel('Tarifart').selectOption({ label: 'Versicherungs-Hybrid dynamisch' });
    await enter(page.getByRole('textbox', { name: /^Garantieniveau/ }), '80');
    // As many places as the rule allows, and read as typed.
    await enter(page.getByLabel('Garantiezins'), '1,2525');
    expect(await page.getByLabel('Garantiezins').inputValue()).toBe('1,2525');
    const guarantee = await pickFund(page, /^Wertsicherungsfonds suchen/, 'Mischfonds defensiv');
    await page.getByText(guarantee, { exact: true }).waitFor();
    // The choice can be cleared, and made again.
    await page.getByRole('button', { name: 'Wertsicherungsfonds entfernen' }).click();
    await pickFund(page, /^Wertsicherungsfonds suchen/, 'Mischfonds defensiv');
    await next(page, 'Angaben');
    await enter(page.getByLabel('Tarifbezeichnung'), name);
    await enter(page.getByLabel('Schlüssel'), key);
    await choose(page.getByLabel('Emittent'), 'Morgenfels Leben');
    await next(page, 'Bausteine');
    await page.getByText('Bausteine sind dafür nicht nötig.', { exact: false }).waitFor();
    await next(page, 'Fonds-Risiko-Matrix');

    await page.getByRole('button', { name: 'Weiter', exact: true }).click();
    await expect
      .poll(() => summary(page))
      .toEqual([
        `Risikoart: ${required}`,
        `Anzahl Risikoklassen: ${required}`,
        'Fonds der Matrix: Bitte fügen Sie mindestens einen Fonds hinzu.',
      ]);
    await choose(page.getByLabel('Risikoart'), 'Volatilität');
    await pick(page, 'Anzahl Risikoklassen', '3');
    await pick(page, 'Aktienquote verwenden', 'Ja');
    const classes = page.getByRole('list', { name: 'Obergrenzen, Zielwerte und Bandbreiten' });
    const field = (label: string, index: number) =>
      classes.getByRole('listitem').nth(index).getByLabel(label);
    for (const [index, [border, target, range]] of (
      [
        ['35', '20', '15'],
        ['65', '50', '15'],
        [null, '80', '15'],
      ] as const
    ).entries()) {
      if (border !== null) await enter(field('Obergrenze', index), border);
      await enter(field('Zielwert', index), target);
      await enter(field('Bandbreite', index), range);
    }
    // The last border is always 100 percent.
    await expect.poll(() => field('Obergrenze', 2).inputValue()).toBe('100');
    await expect.poll(() => field('Obergrenze', 2).isDisabled()).toBe(true);
    const notRising = 'Der Wert darf nicht kleiner oder gleich dem vorherigen sein.';
    await provoke(field('Obergrenze', 1), '35', notRising, '65');
    await provoke(field('Zielwert', 0), '', required, '20');
    await provoke(field('Bandbreite', 2), '', required, '15');
    await provoke(field('Zielwert', 1), '101', 'Der Wert darf höchstens 100 sein.', '50');
    await provoke(field('Zielwert', 1), '50,25', 'Höchstens 1 Nachkommastelle ist möglich.', '50');
    await expectError(field('Zielwert', 1), '');

    await pickFund(page, /^Fonds nach Name/, 'Geldmarkt Euro');
    await pickFund(page, /^Fonds nach Name/, 'Aktien Welt');
    const empty = async () => (await summary(page)).filter((text) => text.includes('ergibt 0 % statt 100 %'));
    await expect.poll(async () => (await empty()).length).toBe(3);

    // A block from a spreadsheet, with decimal commas; undone and done again.
    await matrixCell(page, 0, 0).click();
    await page.evaluate(() => navigator.clipboard.writeText('80,5\t50\t20\r\n19,5\t50\t80\r\n'));
    await page.keyboard.press('Control+v');
    const block = [
      ['80,5', '50', '20'],
      ['19,5', '50', '80'],
    ];
    await expect.poll(() => matrixTexts(page, 2, 3)).toEqual(block);
    await page.getByText('Alle Risikoklassen ergeben genau 100 %.').waitFor();
    await page.keyboard.press('Control+z');
    await expect.poll(async () => (await matrixTexts(page, 2, 3)).flat()).not.toContain('80,5');
    await page.keyboard.press('Control+y');
    await expect.poll(() => matrixTexts(page, 2, 3)).toEqual(block);

    // By keyboard only: typing overwrites, the sum is said, the remainder is distributed exactly.
    await matrixCell(page, 0, 0).click();
    await page.keyboard.type('70,7');
    await page.keyboard.press('Enter');
    await page.keyboard.type('19,6');
    await page.keyboard.press('Tab');
    await page.getByText('RK 1: 90,3 %, es fehlen 9,7 %').first().waitFor();
    await expect
      .poll(async () => (await summary(page)).join())
      .toContain('Die Spalte der Klasse 1 ergibt 90,3 % statt 100 %.');
    await page.getByRole('button', { name: /^Rest verteilen: .*9,7\s%/ }).click();
    await expect.poll(async () => (await matrixTexts(page, 2, 1)).flat()).toEqual(['78,3', '21,7']);
    // What is not a share is said in words, and stops the page.
    await matrixCell(page, 1, 2).click();
    await page.keyboard.type('acht');
    await page.keyboard.press('Enter');
    await page.getByText('Bitte geben Sie einen Prozentwert ein, zum Beispiel 12,5.').first().waitFor();
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.type('80');
    await page.keyboard.press('Enter');
    await page.getByText('Alle Risikoklassen ergeben genau 100 %.').waitFor();

    await next(page, 'Optimierungshinweise');
    await next(page, 'Expertenhinweise');
    await next(page, 'Zusammenfassung');
    await page.getByText('Alle Angaben sind vollständig.').waitFor();
    // The definition stands in place of the settings.
    await page.getByRole('heading', { name: 'Fonds-Risiko-Matrix' }).waitFor();
    await expect.poll(() => page.getByRole('heading', { name: 'Einstellungen' }).count()).toBe(0);
    await create(page, name);

    const tariffId = await tariffIdOf(page);
    await show(page, versionsPath(tariffId));
    await takeStep(page, 'Version 1', 'Zur Freigabe einreichen');
    const approver = await journey.signedIn(tariffApprover, versionsPath(tariffId));
    await takeStep(approver, 'Version 1', 'Freigeben');
    await takeStep(approver, 'Version 1', 'Veröffentlichen');
    await approver.getByText(`Version 1 von „${name}“ ist veröffentlicht.`).waitFor();
  });
});
