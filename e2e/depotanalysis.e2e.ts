import { getCustomerChoices } from '@depotwerk/api/customers/customers';
import { listPreregistrations } from '@depotwerk/api/prospects/preregistrations';
import { analysisConsentText } from '@depotwerk/domain/depot-analysis/consent';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { contentOf, pdfOf } from '../apps/server/test/statement-pdf.ts';
import { adviser, adviserApi } from './support/adviser-api.ts';
import { answerAll } from './support/analysis-steps.ts';
import {
  expectAccessible,
  expectAccessibleAtBothSizes,
  loaded,
  textsOf,
  useJourney,
} from './support/journey.ts';
import { mailedLink } from './support/outbox.ts';

const journey = useJourney();

/** A name and an address nobody else has, so that a walk finds its own line on a product that was walked on before. */
function somebody(firstName: string) {
  const lastName = `Interessent${crypto.randomUUID().slice(0, 6)}`;
  return { firstName, lastName, email: `${lastName.toLowerCase()}@post.example` };
}

async function visit(path: string, size: 'desktop' | 'phone'): Promise<Page> {
  const page = await journey.visitor(size);
  await page.goto(journey.url + path);
  return page;
}

describe('a visitor looks at his depot', () => {
  it('goes from consent over a file to the result, goes on elsewhere by the link, and asks for advice', async () => {
    const page = await visit('/depotanalysis', 'desktop');
    await page.getByText(analysisConsentText[0] ?? '').waitFor();
    await expectAccessibleAtBothSizes(page);
    await page.getByRole('button', { name: 'Analyse beginnen' }).click();
    await page.getByText('Ohne Einwilligung').waitFor();
    await page.getByLabel('stimme ich zu').check();
    await page.getByRole('button', { name: 'Analyse beginnen' }).click();
    await page.getByText('Welches Ziel hat die Anlage').waitFor();
    await answerAll(page);
    await page.getByText('Antworten sind als Entwurf gespeichert.').waitFor();
    await expect.poll(() => page.url()).toMatch(/\/depotanalysis#[0-9a-f-]{36}$/);
    const link = page.url();
    // Another machine: the answers are there.
    const other = await visit(link.slice(link.indexOf('/depotanalysis')), 'desktop');
    await expect.poll(() => other.getByLabel('jeden Monat angelegt').inputValue()).toBe('150');
    await expectAccessibleAtBothSizes(other);
    await other.getByRole('button', { name: 'Weiter zu den Beständen' }).click();
    await other.getByRole('button', { name: 'Ergebnis berechnen' }).click();
    await other.getByText('Bitte geben Sie mindestens einen Bestand an.').waitFor();

    const search = other.getByRole('searchbox', { name: 'ISIN, WKN oder Name' });
    await search.fill('aktien');
    const hits = other.getByRole('button', { name: /^Hinzufügen: / });
    await hits.first().waitFor();
    const isins = await textsOf(other.locator('.analysis__hits .hint'));
    await hits.first().click();
    await other.getByLabel('Wert in Euro').fill('10.000');
    const [second = '', third = ''] = isins.slice(1, 3).map((text) => text.slice(0, 12));
    await other.getByLabel('Datei mit Beständen').setInputFiles({
      name: 'depot.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(
        `Mein Depot\nISIN;Bezeichnung;Stück;Kurs;Wert\n${second};Zweiter;10,5;100,00;1.050,00\n${third};Dritter;7;50,00;900,00\nDE0000000000;Falsch;1;1,00;1,00\nSumme;;;;1.050,00\n`,
      ),
    });
    await other.getByText('Ein Bestand übernommen').waitFor();
    await other.getByText('Zeile 4: Stückzahl mal Kurs ergibt nicht den Wert der Zeile.').waitFor();
    await other.getByText('keine gültige ISIN').waitFor();
    await expectAccessibleAtBothSizes(other);
    await other.getByRole('button', { name: 'Ergebnis berechnen' }).click();
    await other.getByRole('heading', { name: 'Was auffällt' }).waitFor();
    await other.getByText('von 100').waitFor();
    await expectAccessibleAtBothSizes(other);
    const download = other.waitForEvent('download');
    await other.getByRole('button', { name: 'Als PDF speichern' }).click();
    expect((await download).suggestedFilename()).toMatch(/\.pdf$/);
    const { firstName, lastName, email } = somebody('Ida');
    const name = `${firstName} ${lastName}`;
    await other.getByLabel('Vorname').fill(firstName);
    await other.getByLabel('Nachname').fill(lastName);
    await other.getByLabel('E-Mail-Adresse').fill(email);
    await other.getByRole('button', { name: 'Anfrage absenden' }).click();
    await other.getByText('Anfrage abgesendet').waitFor();
    // What was handed over is not offered to be changed again: it could not be stored.
    await other.goBack();
    await other.getByText('Anfrage abgesendet').waitFor();
    expect(await other.getByRole('button', { name: 'Ergebnis berechnen' }).count()).toBe(0);
    // The house sees her with all of it.
    const desk = await journey.signedIn(adviser, '/prospects', 'desktop');
    await desk.getByRole('link', { name }).click();
    await desk.getByText(email, { exact: true }).waitFor();
    await loaded(desk);
    await expectAccessibleAtBothSizes(desk);
    // Her result goes to whoever has a link of it, made on screen.
    await desk.getByRole('button', { name: 'Link erstellen' }).click();
    const shared = await desk.getByLabel('Öffentlicher Link', { exact: true }).inputValue();
    const stranger = await visit(shared.slice(journey.url.length), 'desktop');
    await stranger.getByRole('heading', { level: 1, name: 'Depotanalyse' }).waitFor();
    await stranger.getByText('10.000,00').first().waitFor();
    await expectAccessibleAtBothSizes(stranger);
    // She is invited with what she said herself; only her day of birth is asked for.
    await desk.getByRole('button', { name: `Einladen: ${name}` }).click();
    const birthday = desk.getByLabel('Geburtsdatum');
    await expect.poll(() => birthday.evaluate((input) => input === document.activeElement)).toBe(true);
    expect(await desk.getByLabel('E-Mail-Adresse').inputValue()).toBe(email);
    await birthday.fill('4.5.1975');
    await desk.getByLabel('Gruppe').selectOption({ index: 1 });
    await expectAccessibleAtBothSizes(desk);
    await desk.getByRole('button', { name: 'Einladung senden' }).click();
    await desk.getByText(`Die Einladung geht per E-Mail an ${email}.`).waitFor();
    // Taken back only after a question, and then sent anew.
    await desk.getByRole('button', { name: `Einladung zurücknehmen: ${name}` }).click();
    const question = desk.getByRole('dialog');
    await question.getByText('Der Link öffnet danach nichts mehr', { exact: false }).waitFor();
    await question.getByRole('button', { name: 'Abbrechen' }).click();
    await desk.getByRole('button', { name: `Einladung zurücknehmen: ${name}` }).click();
    await question.getByRole('button', { name: 'Zurücknehmen' }).click();
    await desk.getByRole('button', { name: `Erneut einladen: ${name}` }).click();
    await expect.poll(() => desk.getByLabel('Nachname').inputValue()).toBe(lastName);
    // Who is signed in is not sent in circles.
    await desk.goto(`${journey.url}/depotanalysis`);
    await desk.getByRole('heading', { name: 'Verträge', level: 1 }).waitFor();
  });

  it('computes nothing from older answers while the newer ones cannot be stored', async () => {
    const page = await visit('/depotanalysis', 'desktop');
    await page.getByLabel('stimme ich zu').check();
    await page.getByRole('button', { name: 'Analyse beginnen' }).click();
    await answerAll(page);
    await page.getByRole('button', { name: 'Weiter zu den Beständen' }).click();
    await page.getByRole('searchbox', { name: 'ISIN, WKN oder Name' }).fill('aktien');
    await page
      .getByRole('button', { name: /^Hinzufügen: / })
      .first()
      .click();
    let calculations = 0;
    page.on('request', (request) => {
      if (request.url().endsWith('/calculate')) calculations += 1;
    });
    const down = /\/api\/depotanalysis\/[^/]+$/;
    await page.route(down, (route) =>
      route.request().method() === 'PUT' ? route.fulfill({ status: 503, body: '' }) : route.continue(),
    );
    await page.getByLabel('Wert in Euro').fill('20.000');
    await page.getByRole('button', { name: 'Ergebnis berechnen' }).click();
    await page.getByText('Deshalb wurde nichts berechnet').waitFor();
    expect(calculations).toBe(0);
    await page.unroute(down);
    await page.getByRole('button', { name: 'Ergebnis berechnen' }).click();
    await page.getByRole('heading', { name: 'Was auffällt' }).waitFor();
    expect(calculations).toBe(1);
    // Back in the holdings something else is typed: the browser's back button shows no result of what was typed before.
    await page.getByRole('button', { name: 'Angaben ändern' }).click();
    await page.getByLabel('Wert in Euro').fill('30.000');
    await page.goBack();
    await page.getByRole('button', { name: 'Ergebnis berechnen' }).click();
    await page.getByText('30.000,00').first().waitFor();
    expect(calculations).toBe(2);
    // What another window stored since is not shown as the result of what stands here, and not overwritten from here.
    const other = await visit(page.url().slice(journey.url.length), 'phone');
    await other.getByRole('button', { name: 'Angaben ändern' }).click();
    await other.getByLabel('Wert in Euro').fill('40.000');
    await other.getByText('Antworten sind als Entwurf gespeichert.').waitFor();
    await other.getByRole('button', { name: 'Ergebnis berechnen' }).click();
    await other.getByText('40.000,00').first().waitFor();
    await page.getByRole('button', { name: 'Angaben ändern' }).click();
    await page.getByRole('button', { name: 'Ergebnis berechnen' }).click();
    await page.getByText('An anderer Stelle fortgesetzt', { exact: true }).waitFor();
    await page.getByText('Der Entwurf wurde an anderer Stelle fortgesetzt.').waitFor();
    await page.getByRole('button', { name: 'Neueren Stand laden' }).click();
    await expect.poll(() => page.getByLabel('Wert in Euro').inputValue()).toBe('40.000,00');
    await page.getByRole('button', { name: 'Ergebnis berechnen' }).click();
    await page.getByText('40.000,00').first().waitFor();
  });

  it('says what became of an analysis that is not there', async () => {
    const page = await visit('/depotanalysis#0b8f4f5e-6c1e-4b3a-9d59-2f7a3c1d0002', 'desktop');
    await page.getByText('Diese Analyse gibt es nicht mehr').waitFor();
    await expectAccessibleAtBothSizes(page);
    await page.getByRole('link', { name: 'Neue Analyse beginnen' }).click();
    await page.getByRole('button', { name: 'Analyse beginnen' }).waitFor();
    // A link that was cut off on its way does not look like a new analysis.
    const other = await visit('/depotanalysis#0b8f4f5e-6c1e-4b3a-9d59', 'phone');
    await other.getByText('oder der Link ist unvollständig').waitFor();
  });
});

/** A statement of which one line does not add up: 3 × 20,00 is not 61,00, as its sum says too. */
const statement = (isins: readonly string[]) => {
  const line = (y: number, texts: readonly string[]) =>
    texts.map((text, index) => ({ x: [40, 150, 330, 400, 480][index] ?? 0, y, text }));
  return pdfOf([
    contentOf([
      ...line(60, ['Depotauszug per 30.06.2026']),
      ...line(90, ['ISIN', 'Bezeichnung', 'Stück', 'Kurs EUR', 'Kurswert EUR']),
      ...line(110, [isins[0] ?? '', 'Erster Fonds', '10,5', '100,00', '1.050,00']),
      ...line(125, [isins[1] ?? '', 'Zweiter Fonds', '3', '20,00', '61,00']),
      ...line(150, ['Summe', '', '', '', '1.110,00']).filter(({ text }) => text !== ''),
    ]),
  ]);
};

it('a visitor brings a statement as PDF, corrects the line that does not add up, and goes on elsewhere with all of it', async () => {
  const page = await visit('/depotanalysis', 'phone');
  await page.getByLabel('stimme ich zu').check();
  await page.getByRole('button', { name: 'Analyse beginnen' }).click();
  await page.getByText('Welches Ziel hat die Anlage').waitFor();
  await answerAll(page);
  await page.getByRole('button', { name: 'Weiter zu den Beständen' }).click();
  await page.getByRole('searchbox', { name: 'ISIN, WKN oder Name' }).fill('aktien');
  await page
    .getByRole('button', { name: /^Hinzufügen: / })
    .first()
    .waitFor();
  const hits = await page.locator('.analysis__hits .hint').allInnerTexts();
  await page.getByLabel('Datei mit Beständen').setInputFiles({
    name: 'auszug.pdf',
    mimeType: 'application/pdf',
    buffer: statement(hits.map((text) => text.slice(0, 12))),
  });
  await page.getByText('Seite 1:').waitFor();
  await page.getByText('Stückzahl mal Kurs ergibt nicht den Wert').waitFor();
  await page.getByRole('button', { name: 'Bestände übernehmen' }).click();
  await page.getByText('Bitte bestätigen Sie jede Zeile').waitFor();
  await expectAccessible(page);
  const asked = page.locator('.analysis__asked');
  await asked.getByLabel('Wert in Euro').fill('60');
  await asked.getByRole('button', { name: 'Bestätigen: Zweiter Fonds' }).click();
  await page.getByText('belegt und bestätigt 1.110,00').waitFor();
  // The draft says of the answers before that they are kept: waited for is what the statement said.
  const kept = page.waitForResponse(
    (response) => response.request().method() === 'PUT' && /1050/.test(response.request().postData() ?? ''),
  );
  await page.getByRole('button', { name: 'Bestände übernehmen' }).click();
  await page.getByText('2 Bestände übernommen').waitFor();
  expect((await kept).status()).toBe(200);
  await expect.poll(() => page.url()).toMatch(/\/depotanalysis#[0-9a-f-]{36}$/);
  const link = page.url();
  await page.close();
  // Another telephone, which knows nothing but the link: the answers are there, and what the statement said.
  const other = await visit(link.slice(journey.url.length), 'phone');
  await expect
    .poll(() =>
      other
        .getByLabel('Wert in Euro')
        .evaluateAll((all) => all.map((one) => String(Reflect.get(one, 'value')))),
    )
    .toEqual(['1.050,00', '60,00']);
  await expectAccessible(other);
  await other.getByRole('button', { name: 'Zurück' }).click();
  await expect.poll(() => other.getByLabel('jeden Monat angelegt').inputValue()).toBe('150');
  await other.getByRole('button', { name: 'Weiter zu den Beständen' }).click();
  await other.getByRole('button', { name: 'Ergebnis berechnen' }).click();
  await other.getByRole('heading', { name: 'Was auffällt' }).waitFor();
});

/** Invites somebody born on 17 May 1980; the link of the mail she gets. */
async function invited(
  desk: Awaited<ReturnType<typeof adviserApi>>,
  person: { firstName: string; lastName: string; email: string },
): Promise<string> {
  const choices = await desk('GET', '/customers/choices');
  const { groups } = getCustomerChoices.answer.parse(choices.answer);
  await desk('POST', '/preregistrations', {
    ...person,
    customerId: null,
    groupId: groups[0]?.id ?? null,
    phoneNumber: '',
    message: 'Bis bald,\nIhr Berater',
    dateOfBirth: '1980-05-17',
    expiresAt: new Date(Date.now() + 86_400_000 * 3).toISOString().slice(0, 10),
  });
  return mailedLink(journey.url, person.email, '/depotanalysis/');
}

it('an invitation says why it is over when the day of birth was wrong three times', async () => {
  const page = await visit(await invited(await adviserApi(journey.url), somebody('Ilse')), 'phone');
  await page.getByLabel('stimme ich zu').check();
  for (const left of ['2', '1', '']) {
    await page.getByLabel('Geburtsdatum').fill('18.5.1980');
    await page.getByRole('button', { name: 'Analyse beginnen' }).click();
    await page.getByText(left === '' ? 'stimmte dreimal nicht' : `Verbleibende Versuche: ${left}`).waitFor();
  }
  await expectAccessible(page);
});

it('an invitation taken back while she answers says so, instead of asking her to try again', async () => {
  const desk = await adviserApi(journey.url);
  const person = somebody('Ilse');
  const link = await invited(desk, person);
  const begin = async (page: Page) => {
    await page.getByLabel('stimme ich zu').check();
    await page.getByLabel('Geburtsdatum').fill('17.5.1980');
    await page.getByRole('button', { name: 'Analyse beginnen' }).click();
    await page.getByLabel('jeden Monat angelegt').waitFor();
  };
  const page = await visit(link, 'phone');
  // Its lines are those of the adviser, before anything else of the analysis was loaded.
  expect(await page.locator('blockquote').innerText()).toBe('Bis bald,\nIhr Berater');
  await begin(page);
  await page.getByLabel('jeden Monat angelegt').fill('150');
  await page.getByText('Antworten sind als Entwurf gespeichert.').waitFor();
  // Confirmed at another place, it goes on there; what is typed here afterwards is not kept, and the page says so.
  const other = await visit(link, 'desktop');
  await begin(other);
  expect(await other.getByLabel('jeden Monat angelegt').inputValue()).toBe('150');
  await page.getByLabel('jeden Monat angelegt').fill('175');
  await page.getByText('Was hier seitdem eingegeben wurde, ist nicht gespeichert.').waitFor();
  await expectAccessible(page);
  await begin(page);
  expect(await page.getByLabel('jeden Monat angelegt').inputValue()).toBe('150');
  const list = await desk('GET', '/preregistrations');
  const sent = listPreregistrations.answer.parse(list.answer);
  const { id = '' } = sent.find(({ lastName }) => lastName === person.lastName) ?? {};
  await desk('POST', `/prospects/invitations/${id}/revoke`, {});
  await page.getByLabel('jeden Monat angelegt').fill('200');
  await page.getByText('Diese Einladung gilt nicht mehr.').waitFor();
});
