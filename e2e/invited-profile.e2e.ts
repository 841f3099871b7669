import { createContract, draftOfContract, getContractForm } from '@depotwerk/api/contracts/contract-form';
import { listContracts } from '@depotwerk/api/contracts/contracts';
import { listCustomers } from '@depotwerk/api/customers/customers';
import { planOptimization } from '@depotwerk/api/optimization/optimization';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { adviser, adviserApi } from './support/adviser-api.ts';
import { answerAll, calculateWithOneFund } from './support/analysis-steps.ts';
import { chooseProposal, openOptimization, showProposals } from './support/desk-steps.ts';
import { expectAccessible, type Size, signIn, toTop, useJourney } from './support/journey.ts';
import { mailedLink } from './support/outbox.ts';
import { reportOf } from './support/report-text.ts';

const journey = useJourney();
const password = 'Sieben-blaue-Zwerge-42';

/** At the size it is walked at. */
async function expectReadable(page: Page): Promise<void> {
  await toTop(page);
  await expectAccessible(page);
}

/** What a plan trades, and by which class. */
function proposalOf(answer: unknown) {
  const { transactions, after, checks } = planOptimization.answer.parse(answer);
  return {
    riskClassId: after.risk.riskClassId,
    trades: transactions.map(({ action, isin, quantity }) => `${action} ${isin} ${quantity}`),
    blocked: checks.filter(({ result }) => result === 'blocked'),
  };
}

/** A contract of hers in the lowest class, which her adviser named; what it holds is that of another one. */
async function contractOf(
  call: Awaited<ReturnType<typeof adviserApi>>,
  lastName: string,
): Promise<{ id: string; customerId: string }> {
  const listed = await call('GET', `/customers?search=${lastName}`);
  const [customer] = listCustomers.answer.parse(listed.answer);
  const contracts = listContracts.answer.parse((await call('GET', '/contracts?pageSize=200')).answer);
  const like = contracts.find(
    ({ tariff, risk }) => tariff.name === 'Quaderbank Fondsdepot' && risk.riskClassId === 1,
  );
  const form = getContractForm.answer.parse((await call('GET', `/contracts/${like?.id}/form`)).answer);
  const created = await call('POST', '/contracts', {
    ...draftOfContract(form),
    customerId: customer?.id,
    externalKey: `E-${lastName}`,
    externalConsumerKey: null,
    riskClassId: 1,
  });
  return createContract.answer.parse(created.answer);
}

/** She goes from the link of the mail to her own access, with what she answered on the way. */
async function becomeCustomer(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.getByRole('heading', { name: 'Guten Tag Ilse' }).waitFor();
  await expectReadable(page);
  await page.getByLabel('stimme ich zu').check();
  await page.getByLabel('Geburtsdatum').fill('18.5.1980');
  await page.getByRole('button', { name: 'Analyse beginnen' }).click();
  await page.getByText('Verbleibende Versuche: 2.').waitFor();
  await page.getByLabel('Geburtsdatum').fill('17.5.1980');
  await page.getByRole('button', { name: 'Analyse beginnen' }).click();
  await page.getByText('Welches Ziel hat die Anlage').waitFor();
  await answerAll(page);
  await page.getByRole('button', { name: 'Weiter zu den Beständen' }).click();
  // Who has no depot yet becomes a customer all the same.
  await page.getByRole('button', { name: 'Ohne Analyse fortfahren' }).click();
  await page.getByText('sieht Ihr Ansprechpartner Ihre Antworten.').waitFor();
  await expectReadable(page);
  await page.getByRole('button', { name: 'Angaben ändern' }).click();
  await calculateWithOneFund(page, '5.000');
  await page.getByRole('heading', { name: 'Angaben übermitteln' }).waitFor();
  await page.getByLabel('Neues Passwort').fill(password);
  await page.getByLabel('Passwort wiederholen').fill(password);
  await page.getByRole('button', { name: 'Verbindlich absenden' }).click();
  await page.getByText('Bitte stimmen Sie den Nutzungsbedingungen zu.').waitFor();
  await page.getByLabel('Den Nutzungsbedingungen stimme ich zu').check();
  await expectReadable(page);
  await page.getByRole('button', { name: 'Verbindlich absenden' }).click();
  await page.getByText('Angaben übermittelt').waitFor();
  // What she handed over is the customer's now: erasing the analysis would not erase it, and is not offered.
  expect(await page.getByText('Analyse löschen').count()).toBe(0);
  await page.goto(path);
  await page.getByText('Diese Einladung ist abgeschlossen.').waitFor();
  await page.getByRole('link', { name: 'Schon Kunde? Zur Anmeldung' }).click();
}

// The only walk from the invitation of a stranger to advice that goes by her answers: what the one half leaves behind the other
// begins with. Each rule on the way has its own test.
it.each<Size>(['desktop', 'phone'])(
  'an invited person becomes a customer, answers her profile, and the advice and its statement go by it (%s)',
  async (size) => {
    const lastName = `Eingeladen${crypto.randomUUID().slice(0, 6)}`;
    const email = `${lastName.toLowerCase()}@post.example`;
    const desk = await journey.signedIn(adviser, '/prospects', size);
    await desk.getByRole('button', { name: 'Einladen', exact: true }).click();
    await desk.getByRole('button', { name: 'Einladung senden' }).click();
    await desk.getByText('Bitte füllen Sie dieses Feld aus.').first().waitFor();
    await desk.getByLabel('Vorname').fill('Ilse');
    await desk.getByLabel('Nachname').fill(lastName);
    await desk.getByLabel('Geburtsdatum').fill('17.5.1980');
    await desk.getByLabel('E-Mail-Adresse').fill(email);
    await desk.getByLabel('Gruppe').selectOption({ index: 1 });
    await expectReadable(desk);
    await desk.getByRole('button', { name: 'Einladung senden' }).click();
    await desk.getByText(`Die Einladung geht per E-Mail an ${email}.`).waitFor();
    const page = await journey.visitor(size);
    await becomeCustomer(page, await mailedLink(journey.url, email, '/depotanalysis'));

    // The house confirms what she handed over by a link made on screen, for people without an access.
    await desk.reload();
    await desk.getByRole('button', { name: `Bestätigung teilen: Ilse ${lastName}` }).click();
    const sharing = desk.getByRole('dialog');
    await sharing.getByRole('button', { name: 'Link erstellen' }).click();
    const link = await sharing.getByLabel('Öffentlicher Link', { exact: true }).inputValue();
    const stranger = await journey.visitor(size);
    await stranger.goto(link);
    await stranger.getByRole('heading', { level: 1, name: 'Bestätigung der Vorregistrierung' }).waitFor();
    await expectReadable(stranger);

    // Her adviser opens a contract in the most careful class, as long as nothing else is known.
    const call = await adviserApi(journey.url);
    const contract = await contractOf(call, lastName);
    const plan = () => call('POST', `/contracts/${contract.id}/plan-optimization`, { mode: 'full' });
    const before = proposalOf((await plan()).answer);
    expect(before.riskClassId).toBe(1);
    // A class that was only chosen carries no recommendation: the plan says so, and her contract asks for the profile.
    expect(before.blocked.map(({ text }) => text)).toEqual([
      'Es liegt kein gültiges Risikoprofil vor; vor einer Empfehlung ist es zu erheben.',
    ]);
    await desk.goto(`/contracts/${contract.id}/overview`);
    await desk.getByText('Risikoklasse 1 ist von Hand gewählt', { exact: false }).waitFor();
    await expectReadable(desk);

    // With the access she has chosen she goes on with what she said already; the rest is asked.
    await signIn(page, email, password);
    await page.getByRole('link', { name: 'Risikoprofil beantworten' }).click();
    await page.getByRole('heading', { name: 'Risikoprofil beantworten', level: 1 }).waitFor();
    const goal = page.locator('.question', { hasText: 'Welches Ziel' });
    await expect.poll(() => goal.getByRole('radio', { name: 'Altersvorsorge' }).isChecked()).toBe(true);
    // The day she needs the money has become years.
    const horizon = page.getByLabel('In wie vielen Jahren');
    await expect.poll(() => horizon.inputValue()).toMatch(/^\d+$/);
    const years = await horizon.inputValue();
    await page.getByLabel('Wann wurde zuletzt').fill('3.4.24');
    await expectReadable(page);
    await page.getByRole('button', { name: 'Zu den Antworten' }).click();
    await page.getByText('Ihr Profil gilt erst, wenn er es bestätigt hat.', { exact: false }).waitFor();
    await expectReadable(page);
    await page.getByRole('button', { name: 'Antworten absenden' }).click();
    await page.getByText(/warten auf die Bestätigung Ihres Beraters/).waitFor();
    // Answered is not confirmed: the advice is what it was.
    expect(proposalOf((await plan()).answer)).toEqual(before);

    await desk.goto(`/questionnaires/riskProfile/${contract.customerId}`);
    await desk.getByText(/hat der Kunde am .* selbst gegeben/).waitFor();
    await desk.getByRole('button', { name: 'Zum Ergebnis' }).click();
    await desk.getByRole('button', { name: 'Risikoprofil bestätigen' }).waitFor();
    await expectReadable(desk);
    await desk.getByRole('button', { name: 'Risikoprofil bestätigen' }).click();
    await desk.getByText('Das Risikoprofil ist gespeichert.').waitFor();
    await page.goto('/my');
    await page.getByText(/Ihr Risikoprofil gilt bis zum/).waitFor();
    await expect.poll(() => page.getByText(/warten auf die Bestätigung/).count()).toBe(0);

    // What was proposed before is out of date, and says why; what takes its place goes by her profile.
    await openOptimization(desk, contract);
    await desk.getByText('Risikoklasse, Risikoprofil, Präferenz oder Angaben', { exact: false }).waitFor();
    await expectReadable(desk);
    await showProposals(desk);
    await chooseProposal(desk, 'Volle Umschichtung');
    await desk.getByRole('button', { name: 'Plan ersetzen' }).click();
    await desk.getByRole('heading', { name: 'Geplante Optimierung' }).waitFor();
    const after = proposalOf((await call('GET', `/contracts/${contract.id}/planned-optimization`)).answer);
    expect([after.riskClassId, after.blocked]).toEqual([3, []]);
    expect(after.trades).not.toEqual(before.trades);
    await desk.goto(`/contracts/${contract.id}/documents`);
    await desk.getByLabel('Anrede').waitFor();
    const statement = await reportOf(desk, () =>
      desk.getByRole('button', { name: 'Geeignetheitserklärung erstellen' }).click(),
    );
    const said = [
      'Risikoklasse 3 von 5',
      `Anlagehorizont ${years} Jahre`,
      'Verlusttragfähigkeit Begrenzte Verluste tragbar',
      'Kenntnisse und Erfahrungen Aktienfonds',
    ];
    for (const words of said) expect(statement.text).toContain(words);
  },
);
