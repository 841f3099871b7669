import { type Appearance, listAppearances } from '@depotwerk/api/white-label/appearances';
import type { Page, Route } from 'playwright-core';
import { expect, it, onTestFinished } from 'vitest';
import { adviserApi } from './support/adviser-api.ts';
import { expectAccessibleAtBothSizes, loaded, signIn, useJourney } from './support/journey.ts';
import { mailedLink } from './support/outbox.ts';
import { ownProduct } from './support/own-product.ts';

/**
 * What is published stays: people of the first house, whom other journeys of this product sign in, would be asked for it.
 * The second one is opened here alone. Browsers find its host on this machine; calls beside them go without it.
 */
const secondHouse = () => {
  const url = new URL(ownProduct().url);
  url.hostname = 'nord.localhost';
  return url.origin;
};
const journey = useJourney({ urlOf: secondHouse, signsInAlways: true });
const admin = 'admin@nord.example';
const password = 'Birnbaum tanzt leise';
const name = crypto.randomUUID().slice(0, 8);
const [first, second, later] = [`Erste ${name}`, `Zweite ${name}`, `Künftige ${name}`];

/** `loseAnswer` of a house whose host this process does not find. */
async function loseItsAnswer(route: Route): Promise<void> {
  const asked = route.request();
  const { host, pathname } = new URL(asked.url());
  await route.fetch({
    url: `${ownProduct().url}${pathname}`,
    headers: { ...(await asked.allHeaders()), host },
  });
  await route.abort('internetdisconnected');
}

/** Opens the house to whoever registers; answers how to leave it as it was. */
async function openRegistration(): Promise<() => Promise<void>> {
  const call = await adviserApi(ownProduct().url, admin);
  const set = async (mode: Appearance['registrationMode']) => {
    const [usual] = listAppearances.answer.parse((await call('GET', '/admin/white-label-configs')).answer);
    if (!usual) throw new Error('The demo has no appearance.');
    const { id, isDefault: _isDefault, rowVersion, ...members } = usual;
    const body = { ...members, registrationMode: mode };
    const headers = { 'if-match': `"${rowVersion}"` };
    const { status } = await call('PUT', `/admin/white-label-configs/${id}`, body, headers);
    expect(status).toBe(200);
    return members.registrationMode;
  };
  const before = await set(1);
  return async () => {
    await set(before);
  };
}

/** Publishes a version on screen. */
async function publish(desk: Page, version: string, { day = '', asksAgain = false } = {}): Promise<void> {
  await desk.getByRole('button', { name: 'Neue Fassung' }).click();
  const dialog = desk.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Fassung' }).fill(version);
  if (day !== '') await dialog.getByRole('textbox', { name: 'Gültig ab' }).fill(day);
  await dialog.getByRole('textbox', { name: 'Text' }).fill(`# Zugang\n\nText der Fassung ${version}.`);
  if (asksAgain) await dialog.getByRole('checkbox').check();
  await dialog.getByRole('button', { name: 'Veröffentlichen' }).click();
}

/** Where the newest mail to somebody who registers leads. */
const mailed = (recipient: string) => mailedLink(ownProduct().url, recipient, '/auth/registration');

it('publishes terms, asks those who agreed again, and shows everybody what she agreed to', async () => {
  const close = await openRegistration();
  onTestFinished(close);
  const desk = await journey.signedIn(admin, '/admin/white-label');
  await desk.getByRole('heading', { name: 'Eigene Nutzungsbedingungen' }).waitFor();
  await publish(desk, first);
  await desk.getByRole('row', { name: first }).getByText('Gilt').waitFor();
  // One name is one text: said at its field, until another one stands there.
  await publish(desk, first);
  const taken = desk.getByRole('dialog').getByRole('textbox', { name: 'Fassung' });
  await expect.poll(() => taken.getAttribute('aria-invalid')).toBe('true');
  await taken.fill(`${first} b`);
  await expect.poll(() => taken.getAttribute('aria-invalid')).not.toBe('true');
  await desk.getByRole('button', { name: 'Abbrechen' }).click();

  // Somebody registers at that house and agrees to what can be read there.
  const page = await journey.visitor('phone');
  // What browsers are told of the house is some seconds old.
  await expect
    .poll(async () => {
      await page.goto('/auth/registration');
      await page.getByRole('heading', { name: 'Registrieren' }).waitFor();
      return page.getByLabel('Vorname').count();
    })
    .toBe(1);
  const email = `${crypto.randomUUID()}@post.example`;
  await page.getByLabel('Vorname').fill('Tilda');
  await page.getByLabel('Nachname').fill('Beding');
  await page.getByLabel('E-Mail-Adresse').fill(email);
  await page.getByRole('checkbox', { name: /Nutzungsbedingungen/ }).check();
  await page.getByRole('button', { name: 'Registrieren' }).click();
  await page.getByText('Bitte sehen Sie in Ihr Postfach').waitFor();
  await page.goto(await mailed(email));
  await page.getByRole('button', { name: 'Adresse bestätigen' }).click();
  await page.getByLabel(/^Neues Passwort/).fill(password);
  await page.getByLabel(/^Passwort wiederholen/).fill(password);
  await page.getByRole('button', { name: 'Zugang freischalten' }).click();
  await page.getByRole('link', { name: 'Anmelden' }).click();
  await signIn(page, email, password);
  await page.waitForURL(/\/(my|welcome)/);
  await loaded(page);
  expect(await page.getByRole('dialog', { name: 'Neue Nutzungsbedingungen' }).count()).toBe(0);

  // What is still to come is read by whoever publishes it, and by nobody else.
  await publish(desk, later, { day: '31.12.2040' });
  const planned = desk.getByRole('row', { name: later });
  await planned.getByRole('button', { name: `Text lesen: Fassung ${later}` }).click();
  const text = desk.getByRole('dialog', { name: `Geplante Fassung „${later}“` });
  await text.getByRole('heading', { name: 'Zugang' }).waitFor();
  await expectAccessibleAtBothSizes(desk);
  await text.getByRole('button', { name: 'Schließen' }).last().click();

  await publish(desk, second, { asksAgain: true });
  await desk.getByRole('row', { name: second }).getByText('fragt erneut').waitFor();
  await page.reload();
  const question = page.getByRole('dialog', { name: 'Neue Nutzungsbedingungen' });
  await question.getByText(`die Fassung ${second}`).waitFor();
  await expectAccessibleAtBothSizes(page);
  await page.keyboard.press('Escape');
  const opened = page.context().waitForEvent('page');
  await question.getByRole('link', { name: `Text lesen: Fassung ${second}` }).click();
  const terms = await opened;
  await terms.getByText(`Text der Fassung ${second}.`).waitFor();
  await terms.getByRole('link', { name: 'English' }).click();
  await terms.getByRole('heading', { level: 1, name: 'Terms of use' }).waitFor();
  await terms.getByText(`Version ${second}, valid from`).waitFor();
  await expectAccessibleAtBothSizes(terms);
  await terms.close();
  // The answer is lost; whether she agreed is asked of the server.
  await page.route('**/auth/terms-agreement', loseItsAnswer);
  await question.getByRole('button', { name: 'Zustimmen' }).click();
  await question.waitFor({ state: 'detached' });
  await page.goto('/settings/privacy');
  for (const version of [first, second])
    await page.getByRole('link', { name: `Text lesen: Fassung ${version}` }).waitFor();
  await expectAccessibleAtBothSizes(page);

  await desk.reload();
  await desk.getByRole('row', { name: second }).getByText('1 Zustimmung').waitFor();
  await desk.getByRole('row', { name: later }).getByRole('button', { name: 'Zurücknehmen' }).click();
  await desk.getByRole('dialog').getByRole('button', { name: 'Zurücknehmen' }).click();
  await desk.getByRole('row', { name: later }).waitFor({ state: 'detached' });
});
