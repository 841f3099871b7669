import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { DeskApi } from './support/desk-api.ts';
import { useJourney } from './support/journey.ts';
import {
  choose,
  enter,
  expectError,
  freshKey,
  next,
  provoke,
  startNew,
  summary,
  tariffManager,
  wizardReady,
} from './support/tariff-steps.ts';

const journey = useJourney();

/** A draft of the tariff wizard as it is stored. */
interface StoredDraft {
  readonly step: string;
  readonly baseVersion: number | null;
  readonly revision: number;
  readonly data: { readonly draft: { readonly optimizationHints: Record<string, number> } };
}

const required = 'Diese Angabe ist erforderlich.';
const keyFormat = 'Der Schlüssel darf nur Buchstaben ohne Umlaute, Ziffern und die Zeichen _ . - enthalten.';
const tooMuch = 'Der Wert darf höchstens 100 % betragen.';
const tooLittle = 'Der Wert muss mindestens 0 % betragen.';

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
    await expect.poll(() => summary(page)).toEqual([`Tarifart: ${required}`]);
    const type = page.getByLabel('Tarifart');
    await type.selectOption({ label: 'Fondsdepot' });
    await expect.poll(() => page.getByLabel('Garantiezins').count()).toBe(0);

    await type.selectOption({ label: 'Versicherungs-Hybrid statisch' });
    const level = page.getByRole('textbox', { name: /^Garantieniveau/ });
    const interest = page.getByLabel('Garantiezins');
    await goOn(page);
    await expect
      .poll(() => summary(page))
      .toEqual([`Garantieniveau: ${required}`, `Garantiezins: ${required}`, `Garantieart: ${required}`]);
    await provoke(level, '101', tooMuch, '80');
    await provoke(interest, '-1', tooLittle, '1,25');
    await page.getByLabel('Garantieart').selectOption({ index: 1 });
    // Contracts that choose their level themselves need none of the tariff.
    await page.getByRole('switch', { name: 'Garantieniveau wählbar' }).click();
    await expect.poll(() => level.count()).toBe(0);

    // Another type clears what was said about the guarantee.
    await type.selectOption({ label: 'Versicherungs-Hybrid dynamisch' });
    await expect.poll(() => interest.inputValue()).toBe('');
    await expect.poll(() => page.getByLabel('Garantieart').count()).toBe(0);
    await goOn(page);
    await expect.poll(() => summary(page)).toContain(`Wertsicherungsfonds: ${required}`);
  });

  it('continuous optimization needs interval and start', async () => {
    const page = await newTariff();
    await page.getByLabel('Tarifart').selectOption({ label: 'Fondsdepot' });
    const interval = page.getByLabel('Optimierungsintervall');
    const start = page.getByLabel('Beginn der Optimierung');
    for (const field of [interval, start]) await expect.poll(() => field.isDisabled()).toBe(true);
    await page.getByRole('switch', { name: 'Laufende Optimierung' }).click();
    await goOn(page);
    await expect
      .poll(() => summary(page))
      .toEqual([`Optimierungsintervall: ${required}`, `Beginn der Optimierung: ${required}`]);
    await interval.selectOption({ label: 'vierteljährlich' });
    await provoke(start, '31.12.1899', 'Das Datum muss zwischen 01.01.1900 und 31.12.2040 liegen.', '1.1.27');
    await expect.poll(() => start.inputValue()).toBe('01.01.2027');
    await page.getByRole('switch', { name: 'Laufende Optimierung' }).click();
    for (const field of [interval, start]) await expect.poll(() => field.inputValue()).toBe('');
  });

  it('name, key, issuer and length of the description', async () => {
    const page = await newTariff();
    await page.getByLabel('Tarifart').selectOption({ label: 'Fondsdepot' });
    await next(page, 'Angaben');
    await goOn(page);
    await expect
      .poll(() => summary(page))
      .toEqual([`Tarifbezeichnung: ${required}`, `Schlüssel: ${required}`, `Emittent: ${required}`]);
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
    await expect
      .poll(() => summary(page))
      .toEqual(
        ['Risikobaustein', 'Allokationsbaustein', 'Universumsbaustein', 'Auswahlbaustein'].map(
          (label) => `${label}: ${required}`,
        ),
      );
    // What depends on a component waits for it, and starts anew when it changes.
    const allocation = page.getByRole('combobox', { name: 'Allokationsbaustein' });
    await expect.poll(() => allocation.isDisabled()).toBe(true);
    await choose(page.getByRole('combobox', { name: 'Risikobaustein' }), 'RISK-VOL-5');
    await allocation.selectOption({ index: 1 });
    await choose(page.getByRole('combobox', { name: 'Risikobaustein' }), 'RISK-VOL-3');
    await expect.poll(() => allocation.inputValue()).toBe('');
    await allocation.selectOption({ index: 1 });
    await choose(page.getByRole('combobox', { name: 'Universumsbaustein' }), 'UNI-SPARPLAN');
    await page.getByRole('combobox', { name: 'Auswahlbaustein' }).selectOption({ index: 1 });

    await next(page, 'Einstellungen');
    const limit = (name: string, place: 0 | 1) => page.getByLabel(name).nth(place);
    // Every pair and limit is proven in check-tariff.test.ts; here, that portfolio and savings plan each have theirs.
    for (const [low, high, place, more, less, plain] of [
      ['Anzahl Wertpapiere (min.)', 'Anzahl Wertpapiere (max.)', 0, '9', '8', '1'],
      ['Mindestanteil je Fonds', 'Höchstanteil je Fonds', 1, '50', '49', '1'],
      ['Mindestwert je Fonds', 'Höchstwert je Fonds', 1, '50', '49,99', '1'],
    ] as const) {
      await enter(limit(high, place), less);
      await enter(limit(low, place), more);
      await expectError(limit(low, place), `Der Wert muss kleiner oder gleich dem Feld „${high}“ sein.`);
      await expectError(limit(high, place), `Der Wert muss größer oder gleich dem Feld „${low}“ sein.`);
      await enter(limit(high, place), more);
      await expectError(limit(low, place), '');
      await enter(limit(low, place), plain);
    }
    await provoke(limit('Anzahl Wertpapiere (max.)', 0), '9,5', 'Bitte geben Sie eine ganze Zahl ein.', '9');
    await provoke(limit('Höchstanteil je Fonds', 0), '101', 'Der Wert darf höchstens 100 % betragen.', '100');
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
    await expect
      .poll(() => hints.getByRole('radio', { name: 'Ja', exact: true, checked: true }).count())
      .toBe(12);
    await next(page, 'Expertenhinweise');
    await expect
      .poll(() => hints.getByRole('radio', { name: 'Ja', exact: true, checked: true }).count())
      .toBe(9);
    await provoke(page.getByLabel('Gewinngrenze'), '-1', 'Der Wert muss mindestens 0,00 € betragen.', '100');
    await next(page, 'Zusammenfassung');
    await page.getByText('Alle Angaben sind vollständig.').waitFor();
  });

  it('every hint needs an answer, also in a draft from elsewhere that lacks one', async () => {
    const page = await newTariff();
    await page.getByLabel('Tarifart').selectOption({ label: 'Versicherungs-Hybrid statisch' });
    await page.getByText(/^Entwurf gespeichert um /).waitFor();
    const api = await DeskApi.signIn(journey.url, tariffManager);
    const { draft: stored } = await api.get<{ draft: StoredDraft }>('/drafts/tariff/new');
    const { step, baseVersion, revision, data } = stored;
    const optimizationHints = { ...data.draft.optimizationHints, 1: 0 };
    await api.send('PUT', '/drafts/tariff/new', {
      step,
      baseVersion,
      revision,
      data: { ...data, draft: { ...data.draft, optimizationHints } },
    });
    await page.goto('/admin/tariffs/new/product-type?resume=true');
    await wizardReady(page);
    // The page of the hints waits for those before it; the answer is asked for all the same.
    await goOn(page);
    await expect.poll(() => page.getByText(`Garantiezins: ${required}`).count()).toBe(1);
    await enter(page.getByRole('textbox', { name: /^Garantieniveau/ }), '80');
    await enter(page.getByLabel('Garantiezins'), '1');
    await page.getByLabel('Garantieart').selectOption({ index: 1 });
    await page.getByLabel('Tarifart').selectOption({ label: 'Fondsdepot' });
    await next(page, 'Angaben');
    await enter(page.getByLabel('Tarifbezeichnung'), 'Tarif der Regeln');
    await enter(page.getByLabel('Schlüssel'), freshKey('REGEL'));
    await choose(page.getByLabel('Emittent'), 'Quaderbank');
    await next(page, 'Bausteine');
    await choose(page.getByRole('combobox', { name: 'Risikobaustein' }), 'RISK-VOL-5');
    await choose(page.getByRole('combobox', { name: 'Allokationsbaustein' }), 'ALLO-QB-DEPOT');
    await choose(page.getByRole('combobox', { name: 'Universumsbaustein' }), 'UNI-ALLE');
    await choose(page.getByRole('combobox', { name: 'Auswahlbaustein' }), 'AUSW-QB-DEPOT');
    await next(page, 'Einstellungen');
    await next(page, 'Optimierungshinweise');
    await goOn(page);
    await expect
      .poll(() => summary(page))
      .toEqual([expect.stringContaining('Bitte wählen Sie eine Antwort.')]);
    await page.locator('.hint-answers__item').first().getByText('Nein', { exact: true }).click();
    await next(page, 'Expertenhinweise');
  });
});
