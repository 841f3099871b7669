import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { useJourney } from './support/journey.ts';
import {
  choose,
  enter,
  expectError,
  fillComponentInfo,
  fillRiskClasses,
  freshKey,
  next,
  pick,
  provoke,
  startNew,
  summary,
  tariffManager,
} from './support/tariff-steps.ts';

const journey = useJourney();
const required = 'Diese Angabe ist erforderlich.';
const keyFormat = 'Der Schlüssel darf nur Buchstaben ohne Umlaute, Ziffern und die Zeichen _ . - enthalten.';
const tooMuch = 'Der Wert darf höchstens 100 % betragen.';
const tooLittle = 'Der Wert muss mindestens 0 % betragen.';

/** The wizard of a new component on its second page. */
async function secondPage(kind: string, title: string) {
  const page = await journey.signedIn(tariffManager, '/admin/tariff-components');
  await startNew(page, `/admin/tariff-components/${kind}/new/component-info`);
  await fillComponentInfo(page, 'Baustein der Regeln', freshKey('REGEL'));
  await next(page, title);
  return page;
}

describe('rules of a component', () => {
  it('name and key are required; a key takes no umlauts', async () => {
    const page = await journey.signedIn(tariffManager, '/admin/tariff-components');
    await startNew(page, '/admin/tariff-components/risk/new/component-info');
    await page.getByRole('button', { name: 'Weiter', exact: true }).click();
    expect(await summary(page)).toEqual([`Bezeichnung: ${required}`, `Schlüssel: ${required}`]);
    await provoke(page.getByLabel('Bezeichnung'), ' ', required, 'Regeln');
    await provoke(page.getByLabel('Schlüssel'), 'Schlüssel', keyFormat, freshKey('REGEL'));
    // The first finding of the summary leads to its field.
    await page.getByLabel('Schlüssel').fill('');
    await page.getByRole('button', { name: 'Weiter', exact: true }).click();
    await page.getByRole('button', { name: `Schlüssel: ${required}` }).click();
    expect(await page.getByLabel('Schlüssel').evaluate((field) => field === document.activeElement)).toBe(
      true,
    );
  });

  it('risk classes rise, their bands stay apart and inside 0 to 100', async () => {
    const page = await secondPage('risk', 'Risikoklassen');
    await page.getByRole('button', { name: 'Anlegen', exact: true }).click();
    expect(await summary(page)).toEqual([`Anzahl Risikoklassen: ${required}`, `Risikoart: ${required}`]);
    await pick(page, 'Anzahl Risikoklassen', '3');
    await page.getByLabel('Risikoart').selectOption({ label: 'Volatilität' });
    await expectError(page.getByLabel('Risikoart'), '');

    const target = (riskClass: number) => page.getByLabel(`Zielwert der Klasse ${riskClass}`);
    const range = (riskClass: number) => page.getByLabel(`Bandbreite der Klasse ${riskClass}`);
    const classes = [
      ['4', '1,8'],
      ['8', '2'],
      ['12,5', '2,3'],
    ] as const;
    await fillRiskClasses(page, classes);
    await provoke(
      target(2),
      '4',
      'Das Ziel der Klasse 2 muss höher sein als das der vorherigen Klasse.',
      '8',
    );
    await provoke(target(3), '100,1', 'Das Ziel der Klasse 3 muss zwischen 0 % und 100 % liegen.', '12,5');
    await provoke(target(1), '-0,1', 'Das Ziel der Klasse 1 muss zwischen 0 % und 100 % liegen.', '4');
    await provoke(range(2), '-1', 'Die Bandbreite der Klasse 2 darf nicht kleiner als 0 % sein.', '2');
    await provoke(
      range(2),
      '2,3',
      'Das Band der Klasse 1 (bis 5,8 %) überschneidet sich mit dem Band der Klasse 2 (ab 5,7 %).',
      '2,2',
    );
    await provoke(target(1), '4,25', 'Höchstens 1 Nachkommastelle ist möglich.', '4');
    await provoke(target(2), '', required, '8');

    await fillRiskClasses(page, [
      ['1', '2'],
      ['8', '8,1'],
      ['90', '11'],
    ]);
    // The first class may begin below 0 and the last one end above 100.
    await expectError(range(1), '');
    await expectError(range(3), '');
    await enter(target(2), '4');
    await enter(range(2), '4,1');
    expect(await summary(page)).toContainEqual(
      expect.stringContaining('Das Band der Klasse 2 beginnt unter 0 %.'),
    );
    await enter(target(2), '80');
    await enter(range(2), '20,1');
    expect(await summary(page)).toContainEqual(
      expect.stringContaining('Das Band der Klasse 2 endet über 100 %.'),
    );

    // More classes keep what stands there; the new ones start at 0.
    await fillRiskClasses(page, classes);
    await pick(page, 'Anzahl Risikoklassen', '5');
    expect(await target(3).inputValue()).toBe('12,5');
    expect(await target(5).inputValue()).toBe('0');
    await pick(page, 'Anzahl Risikoklassen', '3');
    expect(await target(3).inputValue()).toBe('12,5');
  });

  it('a universe needs funds or a type; an empty file is refused', async () => {
    const page = await secondPage('universe', 'Anlageuniversum');
    await page.getByRole('button', { name: 'Anlegen', exact: true }).click();
    const noFund = 'Bitte fügen Sie mindestens einen Fonds hinzu.';
    expect(await summary(page)).toEqual([`Fonds des Universums: ${noFund}`]);
    for (const content of ['', 'Name;Währung\nFonds A;EUR\n']) {
      await page.getByLabel('Datei mit Fonds').setInputFiles({
        name: 'fonds.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from(content),
      });
      await page.getByText('Die Datei ist leer oder hat ein falsches Format.').waitFor();
    }
    await pick(page, 'Zusammenstellung', 'Automatisch');
    const type = page.getByLabel('Art des Universums');
    await expectError(type, required);
    await type.selectOption({ index: 6 });
    await page.getByRole('button', { name: 'Anlegen', exact: true }).click();
    expect((await summary(page)).join()).toContain(required);
  });

  it('a selection needs universe, ranking, size and funds', async () => {
    const page = await secondPage('selection', 'Fondsauswahl');
    await page.getByRole('button', { name: 'Anlegen', exact: true }).click();
    expect(await summary(page)).toEqual([
      `Universumsbaustein: ${required}`,
      'Ausgewählte Fonds: Bitte fügen Sie mindestens einen Fonds hinzu.',
      `Rangermittlung: ${required}`,
    ]);
    const size = page.getByLabel('Größe der Empfehlungsliste');
    await provoke(size, '2,5', 'Bitte geben Sie eine ganze Zahl ein.', '3');
    await provoke(size, '0', 'Der Wert muss mindestens 1 betragen.', '3');
    await provoke(size, '', required, '3');
    // Manual mode enables the universe, automatic mode disables it.
    const universe = page.getByLabel('Universumsbaustein');
    await universe.selectOption({ index: 1 });
    await expectError(universe, '');
    await pick(page, 'Zusammenstellung', 'Automatisch');
    expect(await universe.isDisabled()).toBe(true);
    await pick(page, 'Zusammenstellung', 'Manuell');
    expect(await universe.isDisabled()).toBe(false);
  });
});

/** The wizard of a new tariff. */
async function newTariff() {
  const page = await journey.signedIn(tariffManager, '/admin/tariffs');
  await startNew(page, '/admin/tariffs/new/product-type');
  return page;
}

const goOn = (page: Page) => page.getByRole('button', { name: 'Weiter', exact: true }).click();

describe('rules of a tariff', () => {
  it('tariff type first; guarantee fields belong to the hybrid types', async () => {
    const page = await newTariff();
    await goOn(page);
    expect(await summary(page)).toEqual([`Tarifart: ${required}`]);
    const type = page.getByLabel('Tarifart');
    await type.selectOption({ label: 'Fondsdepot' });
    expect(await page.getByLabel('Garantiezins').count()).toBe(0);

    await type.selectOption({ label: 'Versicherungs-Hybrid statisch' });
    const level = page.getByRole('textbox', { name: /^Garantieniveau/ });
    const interest = page.getByLabel('Garantiezins');
    await goOn(page);
    expect(await summary(page)).toEqual([
      `Garantieniveau: ${required}`,
      `Garantiezins: ${required}`,
      `Garantieart: ${required}`,
    ]);
    await provoke(level, '101', tooMuch, '80');
    await provoke(interest, '-1', tooLittle, '1,25');
    await page.getByLabel('Garantieart').selectOption({ index: 1 });
    // Contracts that choose their level themselves need none of the tariff.
    await page.getByRole('switch', { name: 'Garantieniveau wählbar' }).click();
    expect(await level.count()).toBe(0);

    // Another type clears what was said about the guarantee.
    await type.selectOption({ label: 'Versicherungs-Hybrid dynamisch' });
    expect(await interest.inputValue()).toBe('');
    expect(await page.getByLabel('Garantieart').count()).toBe(0);
    await goOn(page);
    expect(await summary(page)).toContain(`Wertsicherungsfonds: ${required}`);
  });

  it('continuous optimization needs interval and start', async () => {
    const page = await newTariff();
    await page.getByLabel('Tarifart').selectOption({ label: 'Fondsdepot' });
    const interval = page.getByLabel('Optimierungsintervall');
    const start = page.getByLabel('Beginn der Optimierung');
    expect([await interval.isDisabled(), await start.isDisabled()]).toEqual([true, true]);
    await page.getByRole('switch', { name: 'Laufende Optimierung' }).click();
    await goOn(page);
    expect(await summary(page)).toEqual([
      `Optimierungsintervall: ${required}`,
      `Beginn der Optimierung: ${required}`,
    ]);
    await interval.selectOption({ label: 'vierteljährlich' });
    await provoke(start, '31.12.1899', 'Das Datum muss zwischen 01.01.1900 und 31.12.2040 liegen.', '1.1.27');
    expect(await start.inputValue()).toBe('01.01.2027');
    await page.getByRole('switch', { name: 'Laufende Optimierung' }).click();
    expect([await interval.inputValue(), await start.inputValue()]).toEqual(['', '']);
  });

  it('name, key, issuer and length of the description', async () => {
    const page = await newTariff();
    await page.getByLabel('Tarifart').selectOption({ label: 'Fondsdepot' });
    await next(page, 'Angaben');
    await goOn(page);
    expect(await summary(page)).toEqual([
      `Tarifbezeichnung: ${required}`,
      `Schlüssel: ${required}`,
      `Emittent: ${required}`,
    ]);
    await provoke(page.getByLabel('Tarifbezeichnung'), ' ', required, 'Tarif der Regeln');
    await provoke(page.getByLabel('Schlüssel'), 'zwei Wörter', keyFormat, freshKey('REGEL'));
    await provoke(
      page.getByLabel('Beschreibung'),
      'x'.repeat(2001),
      'Höchstens 2.000 Zeichen sind möglich.',
      'x'.repeat(2000),
    );
    await page.getByLabel('Emittent').selectOption({ index: 1 });
    await next(page, 'Bausteine');
    await goOn(page);
    expect(await summary(page)).toEqual(
      ['Risikobaustein', 'Allokationsbaustein', 'Universumsbaustein', 'Auswahlbaustein'].map(
        (label) => `${label}: ${required}`,
      ),
    );
    // What depends on a component waits for it, and starts anew when it changes.
    const allocation = page.getByLabel('Allokationsbaustein');
    expect(await allocation.isDisabled()).toBe(true);
    await choose(page.getByLabel('Risikobaustein'), 'RISK-VOL-5');
    await allocation.selectOption({ index: 1 });
    await choose(page.getByLabel('Risikobaustein'), 'RISK-VOL-3');
    expect(await allocation.inputValue()).toBe('');
    await allocation.selectOption({ index: 1 });
    await choose(page.getByLabel('Universumsbaustein'), 'UNI-SPARPLAN');
    await page.getByLabel('Auswahlbaustein').selectOption({ index: 1 });

    await next(page, 'Einstellungen');
    const limit = (name: string, place: 0 | 1) => page.getByLabel(name).nth(place);
    for (const place of [0, 1] as const) {
      for (const [low, high, more, less, plain] of [
        ['Anzahl Wertpapiere (min.)', 'Anzahl Wertpapiere (max.)', '9', '8', '1'],
        ['Mindestanteil je Fonds', 'Höchstanteil je Fonds', '50', '49', '1'],
        ['Mindestwert je Fonds', 'Höchstwert je Fonds', '50', '49,99', '1'],
      ] as const) {
        await enter(limit(high, place), less);
        await enter(limit(low, place), more);
        await expectError(limit(low, place), `Der Wert muss kleiner oder gleich dem Feld „${high}“ sein.`);
        await expectError(limit(high, place), `Der Wert muss größer oder gleich dem Feld „${low}“ sein.`);
        await enter(limit(high, place), more);
        await expectError(limit(low, place), '');
        await enter(limit(low, place), plain);
      }
    }
    await provoke(limit('Anzahl Wertpapiere (min.)', 0), '0', 'Der Wert muss mindestens 1 betragen.', '1');
    await provoke(limit('Anzahl Wertpapiere (max.)', 0), '9,5', 'Bitte geben Sie eine ganze Zahl ein.', '9');
    await provoke(limit('Mindestanteil je Fonds', 0), '0', 'Der Wert muss mindestens 1 % betragen.', '1');
    await provoke(limit('Höchstanteil je Fonds', 0), '101', 'Der Wert darf höchstens 100 % betragen.', '100');
    await provoke(limit('Mindestanteil je Fonds', 1), '1,5', 'Bitte geben Sie eine ganze Zahl ein.', '1');
    await provoke(limit('Mindestwert je Fonds', 1), '0,99', 'Der Wert muss mindestens 1,00 € betragen.', '1');
    await provoke(
      limit('Mindestwert je Fonds', 1),
      '1,005',
      'Höchstens 2 Nachkommastellen sind möglich.',
      '1',
    );
    await next(page, 'Optimierungshinweise');
    // Every hint has the second answer.
    const hints = page.locator('.hint-answers__item');
    await expect.poll(() => hints.count()).toBe(12);
    expect(await hints.getByRole('radio', { name: 'Ja', exact: true, checked: true }).count()).toBe(12);
    await next(page, 'Expertenhinweise');
    expect(await hints.getByRole('radio', { name: 'Ja', exact: true, checked: true }).count()).toBe(9);
    await provoke(page.getByLabel('Gewinngrenze'), '-1', 'Der Wert muss mindestens 0,00 € betragen.', '100');
    await next(page, 'Zusammenfassung');
    await page.getByText('Alle Angaben sind vollständig.').waitFor();
  });
});
