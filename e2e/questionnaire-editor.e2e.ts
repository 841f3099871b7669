import { listCustomers } from '@depotwerk/api/customers/customers';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { riskAnswers } from '../apps/server/test/risk-answers.ts';
import { adviser, adviserApi } from './support/adviser-api.ts';
import { DeskApi } from './support/desk-api.ts';
import { expectAccessibleAtBothSizes, loaded, openFirstRow, useJourney } from './support/journey.ts';
import { tariffApprover, tariffManager } from './support/tariff-steps.ts';

const journey = useJourney();

const list = '/admin/questionnaires';
const view = (page: Page, name: string) =>
  page.getByRole('radio', { name, exact: true }).check({ force: true });
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click();
/** Both sizes, from the top of the page: what is half under its head would count as too small to be hit. */
async function expectFromTheTop(page: Page): Promise<void> {
  await page.evaluate(() => scrollTo(0, 0));
  await expectAccessibleAtBothSizes(page);
}
/** An adviser who looks at what a customer answered to the version before, about to confirm it; `end` forgets the answers. */
async function answeredBefore(): Promise<{ desk: Page; end: () => Promise<unknown> }> {
  const call = await adviserApi(journey.url);
  const listed = listCustomers.answer.parse((await call('GET', '/customers')).answer);
  const customerId = listed.find(({ isBlocked }) => !isBlocked)?.id;
  const draft = `/drafts/questionnaire/riskProfile-${customerId}`;
  await call('DELETE', draft);
  const data = { version: 1, answers: riskAnswers(), seenAnswersId: null };
  await call('PUT', draft, { step: 'questions', data, baseVersion: null, revision: null });
  const desk = await journey.signedIn(adviser, `/questionnaires/riskProfile/${customerId}`);
  await press(desk, 'Zum Ergebnis');
  await desk.getByRole('heading', { name: 'Bestätigen' }).waitFor();
  return { desk, end: () => call('DELETE', draft) };
}
const versionState = (page: Page) => page.locator('.editor__state .ui-label');

describe('the editor of questionnaires', () => {
  it('takes a new question through points, preview and a second person to the customer', async () => {
    const api = await DeskApi.signIn(journey.url, tariffManager);
    const versions =
      await api.get<{ id: string; state: string; rowVersion: number }[]>('/questionnaire-versions');
    for (const { id, state, rowVersion } of versions) {
      if (state === 'draft')
        await api.send('DELETE', `/questionnaire-versions/${id}`, undefined, `"${rowVersion}"`);
    }
    const page = await journey.signedIn(tariffManager, list);
    await page.getByRole('heading', { name: 'Fragebögen' }).waitFor();
    await loaded(page);
    await expectFromTheTop(page);
    const card = page.locator('.ui-card', { has: page.getByRole('heading', { name: 'Risikoprofil' }) });
    await card.getByRole('button', { name: 'Neue Version beginnen' }).click();
    await page.getByRole('heading', { name: 'Risikoprofil, Version 2' }).waitFor();
    const address = page.url();

    // A question nobody completed cannot be kept.
    const asked = page.locator('.editor__toggle');
    await asked.first().waitFor();
    const lacking = new RegExp(`Frage ${(await asked.count()) + 1} braucht einen Text`);
    await press(page, 'Frage hinzufügen');
    await press(page, 'Speichern');
    const summary = page.getByRole('alert').filter({ hasText: 'Bitte prüfen Sie Ihre Angaben' });
    await summary.getByText(lacking).waitFor();
    // The way to it leads back to the questions from wherever somebody is.
    await view(page, 'Punkte und Klassen');
    await summary.getByRole('button', { name: lacking }).click();
    await expect.poll(() => page.getByRole('radio', { name: 'Fragen', exact: true }).isChecked()).toBe(true);
    await asked.last().click();
    await page.getByLabel('Fragetext').fill('Wie oft wird der Depotauszug gelesen?');
    await page.getByRole('textbox', { name: 'Antwort 1' }).fill('Nie');
    await page.getByRole('textbox', { name: 'Antwort 2' }).fill('Jeden Monat');
    await page.getByLabel('Zählt Punkte für').selectOption({ label: 'Risikobereitschaft' });
    await page.getByLabel('Punkte', { exact: true }).nth(1).fill('4');
    await expectFromTheTop(page);

    // Four points more than the tables know: nobody would get a class beyond them, but the last class is open.
    await view(page, 'Punkte und Klassen');
    await page.getByText('Mögliche Summen: 0 bis 24.').waitFor();
    const border = page.getByLabel('Beginn der Klasse 5 bei 5 Risikoklassen').first();
    await border.fill('30');
    await page.getByText('Klasse 5 kann niemand erreichen.').waitFor();
    await page.getByText('Vor dem Einreichen zu erledigen').waitFor();
    await border.fill('20');
    await expect.poll(() => page.getByText('Klasse 5 kann niemand erreichen.').count()).toBe(0);
    await loaded(page);
    await expectFromTheTop(page);

    await view(page, 'Widersprüche');
    await page.getByLabel('Quelle').first().waitFor();
    await expectFromTheTop(page);
    await view(page, 'Änderungen');
    await page.getByText(/: Wie oft wird der Depotauszug gelesen/).waitFor();
    await view(page, 'Vorschau');
    await page.getByText('Wie oft wird der Depotauszug gelesen?').waitFor();
    await expectFromTheTop(page);

    await press(page, 'Speichern');
    await page.getByText('Gespeichert').first().waitFor();
    await press(page, 'Einreichen');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Bemerkung').fill('Eine Frage mehr');
    await dialog.getByRole('button', { name: 'Einreichen' }).click();
    await expect.poll(() => versionState(page).innerText()).toBe('Wartet auf Freigabe');
    await page.getByText('Freigeben muss sie eine andere Person', { exact: false }).waitFor();

    const { desk, end } = await answeredBefore();
    const other = await journey.signedIn(tariffApprover, new URL(address).pathname);
    await other.getByText('Eine Frage mehr').waitFor();
    // Who decides opens a question to see what it counts, and changes nothing.
    await press(other, /Wie oft wird der Depotauszug gelesen/);
    await expect.poll(() => other.getByLabel('Punkte', { exact: true }).nth(1).inputValue()).toBe('4');
    await expect.poll(() => other.getByLabel('Punkte', { exact: true }).nth(1).isDisabled()).toBe(true);
    await expectFromTheTop(other);
    await other.goto('/admin/approvals');
    await other.getByRole('link', { name: 'Risikoprofil, Version 2' }).click();
    await press(other, 'Freigeben');
    await other.getByRole('dialog').getByRole('button', { name: 'Freigeben' }).click();
    await expect.poll(() => versionState(other).innerText()).toBe('Gilt heute');
    await expect.poll(() => other.getByRole('button', { name: 'Speichern' }).count()).toBe(0);

    // What the version before asked is not confirmed any more: the page says what is new, and keeps what was answered.
    await press(desk, /^(Risikoprofil|Antworten) bestätigen$/);
    const changed = desk.getByRole('status').filter({ hasText: 'Der Fragebogen wurde geändert.' });
    await changed.getByText('Neu: Wie oft wird der Depotauszug gelesen?').waitFor();
    await expect.poll(() => desk.getByLabel('In wie vielen Jahren').inputValue()).toBe('9');
    // The button is gone with the result: whoever goes on by keyboard begins at the top.
    await expect.poll(() => desk.evaluate(() => document.activeElement?.tagName)).toBe('H1');
    await expectFromTheTop(desk);
    await end();
  });

  it('adds a questionnaire of the house, and an adviser asks it', async () => {
    const title = `Zusatzfragen ${crypto.randomUUID().slice(0, 4)}`;
    const page = await journey.signedIn(tariffManager, list);
    await press(page, 'Fragebogen anlegen');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Titel').fill(title);
    await dialog.getByRole('button', { name: 'Anlegen' }).click();
    await page.getByRole('heading', { name: `${title}, Version 1` }).waitFor();
    await page.getByText('Bitte fügen Sie mindestens eine Frage hinzu.').waitFor();
    await press(page, 'Frage hinzufügen');
    await page.getByLabel('Fragetext').fill('Wie viele Kinder gehören zum Haushalt?');
    await page.getByLabel('Art der Antwort').selectOption({ label: 'Ganze Zahl' });
    await press(page, 'Speichern');
    await expect.poll(() => page.getByRole('button', { name: 'Einreichen' }).isEnabled()).toBe(true);
    await press(page, 'Einreichen');
    await page.getByRole('dialog').getByRole('button', { name: 'Einreichen' }).click();
    await expect.poll(() => versionState(page).innerText()).toBe('Wartet auf Freigabe');
    const other = await journey.signedIn(tariffApprover, new URL(page.url()).pathname);
    await press(other, 'Freigeben');
    await other.getByRole('dialog').getByRole('button', { name: 'Freigeben' }).click();
    await expect.poll(() => versionState(other).innerText()).toBe('Gilt heute');

    const desk = await journey.signedIn(adviser, '/customers');
    await openFirstRow(desk);
    await desk.goto(`${desk.url().split('?')[0]}?tab=profile`);
    await desk.getByRole('link', { name: `Fragebogen: ${title}` }).click();
    await desk.getByLabel('Wie viele Kinder gehören zum Haushalt?').fill('2');
    await press(desk, 'Zu den Antworten');
    await press(desk, 'Antworten bestätigen');
    await desk.getByText('Die Antworten sind gespeichert.').waitFor();
    await desk
      .getByText(new RegExp(`^${title}`))
      .first()
      .waitFor();
    await expectFromTheTop(desk);
  });
});
