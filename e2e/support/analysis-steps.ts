import type { Page } from 'playwright-core';

const question = (page: Page, title: string) => page.locator('.question', { hasText: title });
const choose = (page: Page, title: string, label: string) =>
  question(page, title).getByRole('radio', { name: label, exact: true }).check();

/** Answers every question of a depot analysis. */
export async function answerAll(page: Page): Promise<void> {
  await choose(page, 'Welches Ziel', 'Altersvorsorge');
  await page.getByLabel('Wann wird das Geld').fill('1.6.2038');
  await page.getByLabel('jeden Monat angelegt').fill('150');
  await question(page, 'Welche Anlagen sind bekannt?').getByLabel('Aktienfonds').check();
  await choose(page, 'Wie viele Monatsausgaben', 'Drei bis sechs');
  await choose(page, 'Welche Verluste', 'Begrenzte');
  await choose(page, 'Was ist bei dieser Anlage wichtiger?', 'Sicherheit und Ertrag gleichermaßen');
  await choose(page, 'Die Anlage verliert', 'Abwarten');
  await choose(page, 'Welcher Wertverlust', 'Bis 20\u00a0%');
  await choose(page, 'Welche dieser Anlagen', '+12\u00a0% oder −12\u00a0%');
  await choose(page, 'Wie oft würden', 'Manchmal');
  await question(page, 'Sollen Nachhaltigkeitsfaktoren').getByRole('radio').first().check();
}

/** Holds one fund of the house, worth so much, and has the result calculated. */
export async function calculateWithOneFund(page: Page, value: string): Promise<void> {
  await page.getByRole('searchbox', { name: 'ISIN, WKN oder Name' }).fill('aktien');
  await page
    .getByRole('button', { name: /^Hinzufügen: / })
    .first()
    .click();
  await page.getByLabel('Wert in Euro').fill(value);
  await page.getByRole('button', { name: 'Ergebnis berechnen' }).click();
}
