import { listContracts } from '@depotwerk/api/contracts/contracts';
import { describe, expect, it } from 'vitest';
import { adviser, adviserApi } from './support/adviser-api.ts';
import { DeskApi } from './support/desk-api.ts';
import { signIn, useJourney } from './support/journey.ts';
import { Keyboard } from './support/keyboard.ts';
import { mailedLink } from './support/outbox.ts';

const journey = useJourney();

/** What a depot analysis and a risk profile ask alike, after the first question. */
async function answerScale(keys: Keyboard): Promise<void> {
  await keys.choose('Wie viele Monatsausgaben', 'Drei bis sechs');
  await keys.choose('Welche Verluste', 'Begrenzte');
  await keys.choose('Was ist bei dieser Anlage wichtiger?', 'Sicherheit und Ertrag gleichermaßen');
  await keys.choose('Die Anlage verliert', 'Abwarten');
  await keys.choose('Welcher Wertverlust', 'Bis 20');
  await keys.choose('Welche dieser Anlagen', '+12');
  await keys.choose('Wie oft würden', 'Manchmal');
  await keys.choose('Sollen Nachhaltigkeitsfaktoren', '');
}

/** Every question of a depot analysis: one, one with a text of its own, several, a day, a number. */
async function answerAnalysis(keys: Keyboard): Promise<void> {
  await keys.choose('Welches Ziel', 'Sonstiges');
  await keys.write('Sonstiges: Angabe', 'Ein Haus');
  await keys.write('Wann wird das Geld', '1.6.38');
  await keys.write('jeden Monat angelegt', '150');
  await keys.tick('Welche Anlagen sind bekannt?', 'Aktienfonds');
  await answerScale(keys);
}

/** The guid's page an invited person is led to, from her mail. */
async function invite(email: string): Promise<string> {
  const desk = await DeskApi.signIn(journey.url, 'admin@demo.example');
  const groups = await desk.get<{ id: string; groupName: string }[]>('/groups');
  await desk.send('POST', '/preregistrations', {
    customerId: null,
    firstName: 'Tina',
    lastName: 'Geladen',
    dateOfBirth: '1980-05-17',
    email,
    phoneNumber: '',
    groupId: groups.find(({ groupName }) => groupName === 'Geschäftsstelle Hamburg')?.id,
    message: '',
    expiresAt: new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10),
  });
  return mailedLink(journey.url, email, '/depotanalysis/');
}

describe('without a mouse', () => {
  it('a visitor comes from the consent to her result and asks to be called, and always knows where she is', async () => {
    const page = await journey.visitor();
    await page.goto('/depotanalysis');
    await page.getByRole('button', { name: 'Analyse beginnen' }).waitFor();
    const keys = new Keyboard(page);
    const isAt = (name: string) => expect.poll(async () => (await keys.focused()).name).toContain(name);
    await keys.use('Analyse beginnen');
    await page.getByText('Ohne Einwilligung').waitFor();
    await keys.press('Shift+Tab');
    await isAt('stimme ich zu');
    await keys.press('Space');
    await keys.use('Analyse beginnen');
    await page.getByText('Welches Ziel hat die Anlage').waitFor();
    await isAt('Depotanalyse');
    await answerAnalysis(keys);
    await keys.use('Weiter zu den Beständen');
    await isAt('Depotanalyse');
    await keys.write('ISIN, WKN oder Name', 'aktien');
    await page
      .getByRole('button', { name: /^Hinzufügen: / })
      .first()
      .waitFor();
    await keys.use('Hinzufügen: ');
    await isAt('Stück');
    await keys.write('Wert in Euro', '10.000');
    await keys.use('Ergebnis berechnen');
    await page.getByRole('heading', { name: 'Was auffällt' }).waitFor();
    await isAt('Depotanalyse');
    await keys.write('Vorname', 'Tina');
    await keys.write('Nachname', 'Tastatur');
    await keys.write('E-Mail-Adresse', 'tina@post.example');
    await keys.use('Anfrage absenden');
    await isAt('Anfrage abgesendet');
  });

  it('an invited person says when she was born, answers, agrees and gets an access she signs in with', async () => {
    const password = 'Birnbaum tanzt leise';
    const email = `${crypto.randomUUID()}@post.example`;
    const page = await journey.visitor();
    await page.goto(await invite(email));
    await page.getByLabel('Geburtsdatum').waitFor();
    const keys = new Keyboard(page);
    const isAt = (name: string) => expect.poll(async () => (await keys.focused()).name).toContain(name);
    await keys.write('Geburtsdatum', '18.5.1980');
    await keys.use('stimme ich zu', 'Space');
    await keys.use('Analyse beginnen');
    await page.getByText('Verbleibende Versuche: 2').waitFor();
    await keys.press('Shift+Tab');
    await keys.press('Shift+Tab');
    await keys.to('Geburtsdatum');
    await keys.press('Control+a');
    await keys.type('17.5.1980');
    await keys.use('Analyse beginnen');
    await page.getByText('Welches Ziel hat die Anlage').waitFor();
    await isAt('Depotanalyse');
    await answerAnalysis(keys);
    await keys.use('Weiter zu den Beständen');
    await keys.use('Ohne Analyse fortfahren');
    await keys.write('Neues Passwort', password);
    await keys.write('Passwort wiederholen', password);
    await keys.use('stimme ich zu', 'Space');
    await keys.use('Verbindlich absenden');
    await isAt('Angaben übermittelt');
    await keys.press('Tab');
    await keys.use('Zur Anmeldung');
    await signIn(page, email, password);
    await page.waitForURL(/\/my/);
  });

  it('an adviser records a risk profile, with questions of all five kinds', async () => {
    const call = await adviserApi(journey.url);
    const [contract] = listContracts.answer.parse((await call('GET', '/contracts?pageSize=1')).answer);
    const page = await journey.signedIn(
      adviser,
      `/questionnaires/riskProfile/${contract?.customer.id}?contractId=${contract?.id}`,
    );
    await page.getByRole('heading', { name: /^Risikoprofil: / }).waitFor();
    const keys = new Keyboard(page);
    await keys.choose('Welches Ziel', 'Altersvorsorge');
    await keys.write('In wie vielen Jahren', '9');
    await keys.write('Welcher Beruf', 'Lehrerin');
    await keys.tick('Welche Anlagen sind bekannt?', 'Aktienfonds');
    await keys.write('Wann wurde zuletzt', '3.4.24');
    await keys.use('Kalender öffnen');
    await page.getByRole('table', { name: 'April 2024' }).waitFor();
    await keys.press('ArrowDown');
    await keys.press('Enter');
    await expect.poll(() => page.getByLabel('Wann wurde zuletzt').inputValue()).toBe('10.04.2024');
    await answerScale(keys);
    await keys.choose('Sollen bestimmte Anlagen ausgeschlossen werden?', 'Nein');
    // The journey of the editor publishes one question more.
    const added = 'Wie oft wird der Depotauszug gelesen?';
    if ((await page.getByText(added).count()) > 0) await keys.choose(added, 'Nie');
    await keys.use('Zum Ergebnis');
    await page
      .getByRole('heading', { name: /Ergebnis|Risikoklasse/ })
      .first()
      .waitFor();
  });
});
