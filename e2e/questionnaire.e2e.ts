import { getContract } from '@depotwerk/api/contracts/contract-detail';
import { listContracts } from '@depotwerk/api/contracts/contracts';
import { planOptimization } from '@depotwerk/api/optimization/optimization';
import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { adviser, adviserApi } from './support/adviser-api.ts';
import { expectAccessible, loaded, type Size, toTop, useJourney } from './support/journey.ts';
import { spokenOf } from './support/spoken.ts';

const journey = useJourney();

/** The first contract whose profile has expired and that can be planned. */
async function expiredContract(): Promise<{ id: string; externalKey: string; blocked: string[] }> {
  const call = await adviserApi(journey.url);
  for (const { id, externalKey } of listContracts.answer.parse(
    (await call('GET', '/contracts?pageSize=200')).answer,
  )) {
    const detail = getContract.answer.parse((await call('GET', `/contracts/${id}`)).answer);
    if (detail.latestRiskAssessment?.status !== 'expired') continue;
    const blocked = await blockedChecks(id);
    if (blocked === null) continue;
    // What a broken walk left unfinished would be found again.
    await call('DELETE', `/drafts/questionnaire/riskProfile-${detail.contract.customer.id}`);
    return { id, externalKey, blocked };
  }
  throw new Error('The demo has no expired profile.');
}

/** What blocks the full switch of a contract; null when it cannot be planned at all. */
async function blockedChecks(id: string): Promise<string[] | null> {
  const call = await adviserApi(journey.url);
  const plan = await call('POST', `/contracts/${id}/plan-optimization`, { mode: 'full' });
  if (plan.status !== 200) return null;
  const { checks } = planOptimization.answer.parse(plan.answer);
  return checks.filter(({ result }) => result === 'blocked').map(({ text }) => text);
}

const question = (page: Page, title: string): Locator => page.locator('.question', { hasText: title });
const errorsOf = (page: Page) => page.getByRole('alert').filter({ hasText: 'Bitte prüfen Sie Ihre Angaben' });

/** Radio of a question. */
const choose = (page: Page, title: string, label: string) =>
  question(page, title).getByRole('radio', { name: label, exact: true }).check();

/** What is read out of the questions nobody answered: one, several, a number, a text. */
const spoken = [
  'radiogroup | Welches Ziel hat die Anlage vor allem? | Kein Wert angegeben | required invalid',
  'radiogroup | Welche dieser Anlagen kommt am ehesten in Frage? | Angegeben sind ein gutes und ein schlechtes Jahr. Kein Wert angegeben | required invalid',
  'group | Welche Anlagen sind bekannt? | Pflichtfrage Bekannt ist eine Anlage, wenn ihre Funktionsweise und Risiken erklärt werden können oder schon damit angelegt wurde. Keine Werte angegeben.',
  'textbox | In wie vielen Jahren wird das Geld voraussichtlich gebraucht? | Ganze Jahre ab heute. Wird das Geld nach und nach gebraucht, zählt der Beginn. Kein Wert angegeben | required invalid',
  'textbox | Welcher Beruf wird ausgeübt oder wurde zuletzt ausgeübt?',
];

/** What is no day of the question, and what is said of it. */
const wrongDays = {
  '3.4.41':
    'Gelesen als 03.04.2041: Das Datum muss zwischen 01.01.1900 und 31.12.2040 liegen. Meinen Sie ein anderes Jahrhundert, schreiben Sie das Jahr mit vier Ziffern.',
  '31.12.1899': 'Das Datum muss zwischen 01.01.1900 und 31.12.2040 liegen.',
  '31.2.2024': 'Diesen Tag gibt es nicht.',
  gestern: 'Bitte geben Sie ein Datum ein, zum Beispiel 03.04.2026.',
};

/** Nothing stands half below the bar at the top. */
async function expectAccessibleFromTheTop(page: Page): Promise<void> {
  await toTop(page);
  await expectAccessible(page);
}

// At both sizes whole: what a phone's keyboard and its one column make of a field is no question of layout alone.
describe.each<Size>(['desktop', 'phone'])('an expired profile (%s)', (size) => {
  it('is renewed by questions of every kind, with right and wrong answers, and the plan works again', async () => {
    const { id, externalKey, blocked } = await expiredContract();
    expect(blocked.join(' ')).toContain('abgelaufen');
    const page = await journey.signedIn(adviser, `/contracts/${id}/overview`, size);
    await page.getByText('Ohne gültiges Risikoprofil').waitFor();
    await page.getByRole('link', { name: 'Risikoprofil erneuern' }).first().click();
    await page.getByRole('heading', { name: /^Risikoprofil: / }).waitFor();
    await expectAccessibleFromTheTop(page);

    // Nothing answered: everything wrong at once, said once.
    await page.getByRole('button', { name: 'Zum Ergebnis' }).click();
    const errors = errorsOf(page);
    await expect.poll(() => errors.evaluate((box) => box === document.activeElement)).toBe(true);
    await expect
      .poll(() => errors.getByRole('link').allInnerTexts())
      .toContain('Welches Ziel hat die Anlage vor allem? Kein Wert angegeben');
    await expect
      .poll(() => errors.getByRole('link').allInnerTexts())
      .toContain('Welche Anlagen sind bekannt? Keine Werte angegeben.');
    await expectAccessibleFromTheTop(page);

    // What a screen reader is told of each kind: what is asked, what it means, that it must be answered and what is wrong.
    await expect
      .poll(() => spokenOf(page, ['radiogroup', 'group', 'textbox']))
      .toEqual(expect.arrayContaining(spoken));

    // The other one wants its text.
    await errors.getByRole('link', { name: /Welches Ziel/ }).click();
    await page.keyboard.press('Space');
    await choose(page, 'Welches Ziel', 'Sonstiges');
    await errors.getByText('Bitte geben Sie den anderen Wert an').waitFor();
    await page.getByLabel('Sonstiges: Angabe').fill('Ein Haus');

    // Whole numbers only.
    const horizon = page.getByLabel('In wie vielen Jahren');
    await horizon.fill('7,5');
    await horizon.press('Tab');
    await question(page, 'In wie vielen Jahren')
      .getByText('Bitte geben Sie eine ganze Zahl ein.', { exact: true })
      .waitFor();
    await horizon.fill('9');
    await page.getByLabel('Welcher Beruf').fill('Lehrerin');
    await choose(page, 'Welcher Bildungsabschluss', 'Studium oder Meister');

    // "None" excludes the others, and they exclude it; what depends on them comes and goes.
    const known = question(page, 'Welche Anlagen sind bekannt?');
    const last = page.getByLabel('Wann wurde zuletzt');
    await known.getByLabel('Aktienfonds').check();
    await last.waitFor();
    await known.getByLabel('Keine davon').check();
    await expect.poll(() => known.getByRole('checkbox', { checked: true }).count()).toBe(1);
    await last.waitFor({ state: 'detached' });
    await known.getByLabel('Mischfonds').check();
    await expect.poll(() => known.getByLabel('Keine davon').isChecked()).toBe(false);

    // Days as people type them, and by a calendar that begins on Monday.
    for (const [typed, said] of Object.entries(wrongDays)) {
      await last.fill(typed);
      await last.press('Tab');
      await question(page, 'Wann wurde zuletzt').getByText(said, { exact: true }).waitFor();
    }
    // A day is read out with what is wrong of it, too; the calendar has a name.
    await expect
      .poll(() => spokenOf(page, ['textbox', 'button']))
      .toEqual(
        expect.arrayContaining([
          expect.stringMatching(
            /^textbox \| Wann wurde zuletzt .* \| .*Bitte geben Sie ein Datum ein.* \| invalid$/,
          ),
          expect.stringMatching(/^button \| Kalender öffnen/),
        ]),
      );
    await last.fill('3.4.24');
    await last.press('Tab');
    await expect.poll(() => last.inputValue()).toBe('03.04.2024');
    await page.getByRole('button', { name: 'Kalender öffnen' }).click();
    await page.getByRole('table', { name: 'April 2024' }).waitFor();
    await expect
      .poll(() => page.locator('.calendar__grid th').allInnerTexts())
      .toEqual(['Mo', 'Di', 'Mi', 'Do', 'Fr', 'Sa', 'So']);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect.poll(() => last.inputValue()).toBe('10.04.2024');

    await choose(page, 'Monatsausgaben', 'Drei bis sechs');
    await choose(page, 'Welche Verluste', 'Keine');
    await choose(page, 'Was ist bei dieser Anlage wichtiger', 'Sicherheit und Ertrag gleichermaßen');
    await choose(page, 'Die Anlage verliert', 'Abwarten');
    await choose(page, 'Welcher Wertverlust', 'Bis 20\u00a0%');
    await choose(page, 'Welche dieser Anlagen', '+12\u00a0% oder −12\u00a0%');
    await choose(page, 'Wie oft würden', 'Manchmal');

    // Kept while typing and found again, with questions one at a time.
    // Said without being asked for.
    await page.getByRole('status').filter({ hasText: 'Antworten sind als Entwurf gespeichert.' }).waitFor();
    await page.reload();
    await page.getByText('aus dem gespeicherten Entwurf').waitFor();
    await expect.poll(() => page.getByLabel('Sonstiges: Angabe').inputValue()).toBe('Ein Haus');
    await page.getByText('Einzeln', { exact: true }).click();
    await page.getByText(/^Frage 1 von 1\d$/).waitFor();
    await page.getByRole('button', { name: 'Weiter' }).click();
    await page.getByText(/^Frage 2 von 1\d$/).waitFor();
    await expect.poll(() => horizon.evaluate((input) => input === document.activeElement)).toBe(true);
    await page.keyboard.press('Enter');
    await page.getByText(/^Frage 3 von 1\d$/).waitFor();
    // Back leads to the question before, also once the page was loaded anew.
    await page.reload();
    await page.getByText(/^Frage 3 von 1\d$/).waitFor();
    await page.goBack();
    await page.getByText(/^Frage 2 von 1\d$/).waitFor();
    await expect.poll(() => horizon.evaluate((input) => input === document.activeElement)).toBe(true);
    await page.getByText('Alle Fragen', { exact: true }).click();
    await choose(page, 'Sollen Nachhaltigkeitsfaktoren', 'Ja, mit einem Mindestanteil nachhaltiger Anlagen');
    await page.getByLabel('nach der Taxonomie-Verordnung sein').fill('5');
    await question(page, 'Welche nachteiligen Auswirkungen').getByLabel('Keine', { exact: true }).check();

    // What is excluded is asked for only then, and a slip that would exclude nothing is refused.
    await choose(page, 'Sollen bestimmte Anlagen ausgeschlossen werden?', 'Ja');
    await question(page, 'Welche Regionen').getByLabel('Japan', { exact: true }).check();
    await page.getByLabel('Welche Fondsgesellschaften').fill('Gibt es nicht AG');
    await page.getByLabel('Welche Fonds sollen').fill('DE0008474025');
    await page.getByRole('button', { name: 'Zum Ergebnis' }).click();
    await errorsOf(page)
      .getByRole('link', { name: /Welche Fonds sollen.*gültige ISIN/ })
      .waitFor();
    await page.getByLabel('Welche Fonds sollen').fill('DE0008474024');
    await expect.poll(() => errorsOf(page).allInnerTexts()).toEqual([]);

    // The result, with what does not go together.
    await page.getByRole('button', { name: 'Zum Ergebnis' }).click();
    await page.getByText('Antworten, die nicht zusammenpassen').waitFor();
    // The button is gone: whoever goes on by keyboard begins at the top.
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H1');
    await page.getByText('Maßgeblich ist die niedrigste Klasse: Verlusttragfähigkeit').waitFor();
    await page.getByText('Sonstiges: Ein Haus').waitFor();
    await page.goBack();
    await page.getByLabel('Sonstiges: Angabe').waitFor();
    await page.goForward();
    await page.getByText('Sonstiges: Ein Haus').waitFor();
    await expectAccessibleFromTheTop(page);
    await page.getByRole('button', { name: 'Risikoprofil bestätigen' }).click();
    await page.getByText('Bitte füllen Sie dieses Feld aus.').waitFor();
    await page.getByRole('button', { name: /Antwort ändern: Welche Verluste/ }).click();
    await choose(page, 'Welche Verluste', 'Begrenzte');
    await page.getByRole('button', { name: 'Zum Ergebnis' }).click();
    await page.getByRole('button', { name: 'Risikoprofil bestätigen' }).click();
    await page.getByText('steht nicht in den Fondsdaten').waitFor();
    await expectAccessibleFromTheTop(page);
    await page
      .getByRole('alert')
      .getByRole('button', { name: /Antwort ändern: Welche Fondsgesellschaften/ })
      .click();
    await page.getByLabel('Welche Fondsgesellschaften').fill('');
    await page.getByRole('button', { name: 'Zum Ergebnis' }).click();
    await page.getByRole('button', { name: 'Risikoprofil bestätigen' }).click();
    await page.getByText('Das Risikoprofil ist gespeichert.').waitFor();
    await page.waitForURL(/\/contracts\/.*\/overview/);
    await loaded(page);
    await page.getByText('Mischfonds', { exact: true }).waitFor();
    await page.getByText('Regionen: Japan; Fonds: DE0008474024').waitFor();

    // Check and plan go by it at once.
    expect((await blockedChecks(id))?.join(' ')).not.toContain('abgelaufen');
    await page.getByRole('link', { name: 'Risikoprofil erneuern' }).waitFor();
    await page.locator('.contract__customer').click();
    await page.getByRole('link', { name: 'Profil', exact: true }).click();
    await page.getByRole('button', { name: 'Antworten zeigen' }).first().click();
    await page.getByRole('cell', { name: 'Sonstiges: Ein Haus' }).waitFor();
    await page.getByText(externalKey).first().waitFor();
    await expectAccessibleFromTheTop(page);
  });
});
