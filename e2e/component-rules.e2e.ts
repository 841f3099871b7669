import { describe, expect, it } from 'vitest';
import { useJourney } from './support/journey.ts';
import {
  choose,
  enter,
  expectError,
  fillComponentInfo,
  fillRiskClasses,
  freshKey,
  matrixCell,
  next,
  pageTitle,
  pick,
  provoke,
  startNew,
  summary,
} from './support/tariff-steps.ts';

const journey = useJourney();
/** Not the tariff manager of the other journeys beside it: the draft of something new is one a person. */
const user = 'admin@demo.example';

const required = 'Diese Angabe ist erforderlich.';
const keyFormat = 'Der Schlüssel darf nur Buchstaben ohne Umlaute, Ziffern und die Zeichen _ . - enthalten.';

/** The wizard of a new component on its second page. */
async function secondPage(kind: string, title: string) {
  const page = await journey.signedIn(user, '/admin/tariff-components');
  await startNew(page, `/admin/tariff-components/${kind}/new/component-info`);
  await fillComponentInfo(page, 'Baustein der Regeln', freshKey('REGEL'));
  await next(page, title);
  return page;
}

describe('rules of a component', () => {
  it('name and key are required; a key takes no umlauts', async () => {
    const page = await journey.signedIn(user, '/admin/tariff-components');
    await startNew(page, '/admin/tariff-components/risk/new/component-info');
    await page.getByRole('button', { name: 'Weiter', exact: true }).click();
    await expect.poll(() => summary(page)).toEqual([`Bezeichnung: ${required}`, `Schlüssel: ${required}`]);
    await provoke(page.getByLabel('Bezeichnung'), ' ', required, 'Regeln');
    await provoke(page.getByLabel('Schlüssel'), 'Schlüssel', keyFormat, freshKey('REGEL'));
    // The first finding of the summary leads to its field.
    await page.getByLabel('Schlüssel').fill('');
    await page.getByRole('button', { name: 'Weiter', exact: true }).click();
    await page.getByRole('button', { name: `Schlüssel: ${required}` }).click();
    await expect
      .poll(() => page.getByLabel('Schlüssel').evaluate((field) => field === document.activeElement))
      .toBe(true);
  });

  it('risk classes rise, their bands stay apart and inside 0 to 100', async () => {
    const page = await secondPage('risk', 'Risikoklassen');
    await page.getByRole('button', { name: 'Anlegen', exact: true }).click();
    await expect
      .poll(() => summary(page))
      .toEqual([`Anzahl Risikoklassen: ${required}`, `Risikoart: ${required}`]);
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
    await provoke(
      range(2),
      '2,3',
      'Das Band der Klasse 1 (bis 5,8 %) überschneidet sich mit dem Band der Klasse 2 (ab 5,7 %).',
      '2,2',
    );
    await provoke(target(1), '4,25', 'Höchstens 1 Nachkommastelle ist möglich.', '4');
    await provoke(target(2), '', required, '8');

    // More classes keep what stands there; the new ones start at 0.
    await pick(page, 'Anzahl Risikoklassen', '5');
    await expect.poll(() => target(3).inputValue()).toBe('12,5');
    await expect.poll(() => target(5).inputValue()).toBe('0');
    await pick(page, 'Anzahl Risikoklassen', '3');
    await expect.poll(() => target(3).inputValue()).toBe('12,5');
  });

  it('a universe needs funds or a type; an empty file is refused', async () => {
    const page = await secondPage('universe', 'Anlageuniversum');
    await page.getByRole('button', { name: 'Anlegen', exact: true }).click();
    const noFund = 'Bitte fügen Sie mindestens einen Fonds hinzu.';
    await expect.poll(() => summary(page)).toEqual([`Fonds des Universums: ${noFund}`]);
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
    await expect.poll(async () => (await summary(page)).join()).toContain(required);
  });

  it('a selection needs universe, ranking, size and funds', async () => {
    const page = await secondPage('selection', 'Fondsauswahl');
    await page.getByRole('button', { name: 'Anlegen', exact: true }).click();
    await expect
      .poll(() => summary(page))
      .toEqual([
        `Universumsbaustein: ${required}`,
        'Ausgewählte Fonds: Bitte fügen Sie mindestens einen Fonds hinzu.',
        `Rangermittlung: ${required}`,
      ]);
    const size = page.getByLabel('Größe der Empfehlungsliste');
    await provoke(size, '2,5', 'Bitte geben Sie eine ganze Zahl ein.', '3');
    await provoke(size, '0', 'Der Wert muss mindestens 1 betragen.', '3');
    await provoke(size, '', required, '3');
    // Manual mode enables the universe, automatic mode disables it.
    const universe = page.getByRole('combobox', { name: 'Universumsbaustein' });
    await universe.selectOption({ index: 1 });
    await expectError(universe, '');
    await pick(page, 'Zusammenstellung', 'Automatisch');
    await expect.poll(() => universe.isDisabled()).toBe(true);
    await pick(page, 'Zusammenstellung', 'Manuell');
    await expect.poll(() => universe.isDisabled()).toBe(false);
  });

  it('a key can be taken once only', async () => {
    const page = await secondPage('risk', 'Risikoklassen');
    await pick(page, 'Anzahl Risikoklassen', '3');
    await choose(page.getByLabel('Risikoart'), 'Volatilität');
    await fillRiskClasses(page, [
      ['4', '1,8'],
      ['8', '2'],
      ['12,5', '2,3'],
    ]);
    await page.getByRole('link', { name: /^Allgemein/ }).click();
    await enter(page.getByLabel('Schlüssel'), 'RISK-VOL-5');
    await next(page, 'Risikoklassen');
    await page.getByRole('button', { name: 'Anlegen', exact: true }).click();
    await pageTitle(page, 'Allgemein').waitFor();
    await expect
      .poll(() => summary(page))
      .toEqual(['Schlüssel: Dieser Schlüssel wird bereits von einem anderen Baustein verwendet.']);
  });

  it('an allocation needs peer groups, risk component, type and columns of exactly 100', async () => {
    const page = await secondPage('allocation', 'Peergroups');
    await page.getByRole('button', { name: 'Weiter', exact: true }).click();
    await expect
      .poll(() => summary(page))
      .toEqual(['Peergroups: Bitte wählen Sie mindestens eine Peergroup.']);
    for (const group of ['Geldmarkt Euro', 'Aktien Welt'])
      await page.getByRole('checkbox', { name: group, exact: true }).check();
    await next(page, 'Verwandte Peergroups');
    await next(page, 'Allokationsmatrix');
    await page.getByRole('button', { name: 'Anlegen', exact: true }).click();
    await expect
      .poll(() => summary(page))
      .toEqual([`Risikobaustein: ${required}`, `Allokationsart: ${required}`]);
    await choose(page.getByRole('combobox', { name: 'Risikobaustein' }), 'Aktienquote, 3 Klassen');
    await choose(page.getByLabel('Allokationsart'), 'Gleichgewichtung');
    const column = (riskClass: number, sum: string) =>
      `Die Spalte der Klasse ${riskClass} ergibt ${sum} % statt 100 %.`;
    const said = async () => (await summary(page)).join();
    await expect.poll(said).toContain(column(3, '0'));
    await matrixCell(page, 0, 0).click();
    await page.keyboard.type('79,9');
    await page.keyboard.press('Enter');
    await page.keyboard.type('20');
    await page.keyboard.press('Enter');
    await expect.poll(said).toContain(column(1, '99,9'));
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.type('20,1');
    await page.keyboard.press('Enter');
    await expect.poll(said).not.toContain('Die Spalte der Klasse 1');
    await expect.poll(() => said()).toContain(column(2, '0'));
  });
});
