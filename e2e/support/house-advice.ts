import type { Locator, Page } from 'playwright-core';
import { chooseProposal, showProposals } from './desk-steps.ts';
import { picture } from './house-pictures.ts';
import { expectAccessible, toTop } from './journey.ts';

const question = (page: Page, title: string): Locator => page.locator('.question', { hasText: title });
const choose = (page: Page, title: string, label: string) =>
  question(page, title).getByRole('radio', { name: label, exact: true }).check();

/** What she answers of the questions with one answer: enough for the middle class of three, and nothing that contradicts itself. */
const answers: readonly (readonly [title: string, label: string])[] = [
  ['Welches Ziel', 'Altersvorsorge'],
  ['Welcher Bildungsabschluss', 'Studium oder Meister'],
  ['Monatsausgaben', 'Mehr als sechs'],
  ['Welche Verluste', 'Begrenzte'],
  ['Was ist bei dieser Anlage wichtiger', 'Sicherheit und Ertrag gleichermaßen'],
  ['Die Anlage verliert', 'Abwarten'],
  ['Welcher Wertverlust', 'Bis 20\u00a0%'],
  ['Welche dieser Anlagen', '+12\u00a0% oder −12\u00a0%'],
  ['Wie oft würden', 'Manchmal'],
  ['Sollen Nachhaltigkeitsfaktoren', 'Nein'],
  ['Sollen bestimmte Anlagen ausgeschlossen werden?', 'Nein'],
];

/** A contract whose class was chosen by hand has no profile: the way from it to the questions, all of them, and back. */
export async function recordProfile(page: Page, contract: string): Promise<void> {
  await page.goto(`${contract}/overview`);
  await page.getByText('Risikoklasse 2 ist von Hand gewählt', { exact: false }).waitFor();
  await page.getByRole('link', { name: 'Risikoprofil erheben' }).first().click();
  await page.getByRole('heading', { name: /^Risikoprofil: / }).waitFor();
  for (const [title, label] of answers) await choose(page, title, label);
  await page.getByLabel('In wie vielen Jahren').fill('9');
  await page.getByLabel('Welcher Beruf').fill('Lehrerin');
  await question(page, 'Welche Anlagen sind bekannt?').getByLabel('Aktienfonds').check();
  await page.getByLabel('Wann wurde zuletzt').fill('3.4.24');
  await page.getByRole('button', { name: 'Zum Ergebnis' }).click();
  await page.getByRole('button', { name: 'Risikoprofil bestätigen' }).waitFor();
  await toTop(page);
  await expectAccessible(page);
  await picture(page, 'profile');
  await page.getByRole('button', { name: 'Risikoprofil bestätigen' }).click();
  await page.getByText('Das Risikoprofil ist gespeichert.').waitFor();
  await page.waitForURL(/\/contracts\/.*\/overview/);
}

/** The full switch becomes the contract's plan, which nothing holds back. */
export async function takeProposal(page: Page): Promise<void> {
  await showProposals(page);
  await chooseProposal(page, 'Volle Umschichtung');
  await page.getByRole('button', { name: 'Vorschlag übernehmen' }).click();
  await page.getByRole('heading', { name: 'Geplante Optimierung' }).waitFor();
  await toTop(page);
  await expectAccessible(page);
}
