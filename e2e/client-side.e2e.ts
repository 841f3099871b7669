import { archivedDocument } from '@depotwerk/api/documents/documents';
import { getOwnSide } from '@depotwerk/api/own-side/own-side';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { adviserApi } from './support/adviser-api.ts';
import {
  demoPassword,
  expectAccessible,
  expectAccessibleAtBothSizes,
  loaded,
  type Size,
  textsOf,
  useJourney,
} from './support/journey.ts';
import { withDevice, withoutSecondFactor } from './support/second-factors.ts';

const journey = useJourney();
const client = 'kunde@demo.example';

/** One white pixel: what a paper shows is nothing here. */
const picture =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8/5+hHgAHggJ/PchI7wAAAABJRU5ErkJggg==';

/** A paper of her own for one walk: filed, released, and with the wish that she signs it. */
async function paperToSign(title: string): Promise<{ customerId: string }> {
  const own = await adviserApi(journey.url, client);
  const { customer } = getOwnSide.answer.parse((await own('GET', '/my')).answer);
  const customerId = customer?.id ?? '';
  const call = await adviserApi(journey.url, 'admin@demo.example');
  const filed = await call('POST', `/documents?customerId=${customerId}`, {
    documentType: 'other',
    title,
    fileName: 'Papier.png',
    contentBase64: picture,
  });
  const { id } = archivedDocument.parse(filed.answer);
  await call('POST', `/documents/${id}/release`, {});
  await call('POST', `/documents/${id}/signature-request`, {});
  return { customerId };
}

describe("a customer's own side", () => {
  it('begins with her contracts, and her contract shows what she has', async () => {
    const page = await journey.signedIn(client, '/my');
    await page.getByRole('heading', { name: 'Mein Bereich', level: 1 }).waitFor();
    await page.getByText('Vereinbarung zur Zusammenarbeit').waitFor();
    await loaded(page);
    await expectAccessibleAtBothSizes(page);
    await page.locator('a[href^="/contracts/"]').first().click();
    // The address is there before its page.
    await page.waitForURL(/\/contracts\/.+\/overview/);
    const tabs = page.getByRole('navigation', { name: 'Bereiche des Vertrags' });
    await tabs.waitFor();
    await loaded(page);
    await expectAccessibleAtBothSizes(page);
    expect(await textsOf(tabs.getByRole('link'))).toEqual(['Übersicht', 'Portfolio', 'Sparplan']);
    await page.goto(page.url().replace('/overview', '/optimization-hints'));
    await page.getByRole('heading', { name: 'Aktuelles Portfolio' }).waitFor();
  });

  // A field to draw in has another size there.
  it.each<Size>(['desktop', 'phone'])(
    'opens a paper, draws a signature below it, and the adviser sees both (%s)',
    async (size) => {
      const title = `Vollmacht ${size}`;
      const { customerId } = await paperToSign(title);
      const page = await journey.signedIn(client, '/my', size);
      const line = page.getByRole('listitem').filter({ hasText: title });
      const submit = line.getByRole('button', { name: `${title} unterschreiben` });
      // What was not opened is not signed.
      await expect.poll(() => submit.isDisabled()).toBe(true);
      const saved = page.waitForEvent('download');
      await line.getByRole('button', { name: /öffnen$/ }).click();
      expect((await saved).suggestedFilename()).toBe('Papier.png');
      await line.getByText(/Von Ihnen geöffnet am/).waitFor();
      await submit.click();
      const dialog = page.getByRole('dialog', { name: `${title} unterschreiben` });
      await dialog.getByText('Dies ist eine einfache elektronische Signatur', { exact: false }).waitFor();
      await dialog.getByRole('button', { name: 'Unterschreiben' }).click();
      await dialog.getByRole('alert').getByText('vollständig in das Feld', { exact: false }).waitFor();
      const box = await dialog.getByRole('img', { name: /Feld für Ihre Unterschrift/ }).boundingBox();
      if (!box) throw new Error('nothing to draw in');
      const at = (x: number, y: number) => [box.x + box.width * x, box.y + box.height * y] as const;
      await page.mouse.move(...at(0.1, 0.7));
      await page.mouse.down();
      for (const step of [1, 2, 3, 4, 5, 6])
        await page.mouse.move(...at(0.1 + step * 0.12, step % 2 ? 0.3 : 0.7));
      await page.mouse.up();
      await expectAccessible(page);
      await dialog.getByRole('button', { name: 'Unterschreiben' }).click();
      await line.getByText(/Von Ihnen unterschrieben am .*\(Gezeichnet\)/).waitFor();
      const sheet = page.waitForEvent('download');
      await line.getByRole('button', { name: `Unterschriftsblatt zu ${title} speichern` }).click();
      expect((await sheet).suggestedFilename()).toMatch(/^Unterschriftsblatt.*\.pdf$/);

      const adviser = await journey.signedIn(
        'admin@demo.example',
        `/customers/${customerId}?tab=documents`,
        size,
      );
      const item = adviser.locator('.documents__item', { hasText: title });
      await item.getByText(/Gelesen am \d/).waitFor();
      await item.getByText(/Elektronisch unterschrieben von Erika Müller am .*\(Gezeichnet\)/).waitFor();
      await expectAccessible(adviser);
    },
  );

  it.each<Size>(['desktop', 'phone'])(
    'declines a signature with a reason, and the adviser reads it and asks again (%s)',
    async (size) => {
      const title = `Einzugsermächtigung ${size}`;
      const { customerId } = await paperToSign(title);
      const page = await journey.signedIn(client, '/my', size);
      const line = page.getByRole('listitem').filter({ hasText: title });
      await line.getByRole('button', { name: `Unterschrift unter ${title} ablehnen` }).click();
      const dialog = page.getByRole('dialog', { name: `Unterschrift unter ${title} ablehnen` });
      await dialog.getByRole('button', { name: 'Ablehnen' }).click();
      await dialog.getByText('Bitte geben Sie an, warum').waitFor();
      await expectAccessible(page);
      await dialog.getByRole('textbox').fill('Das Konto ist aufgelöst.');
      await dialog.getByRole('button', { name: 'Ablehnen' }).click();
      await line.getByText(/Von Ihnen abgelehnt am/).waitFor();

      const address = `/customers/${customerId}?tab=documents`;
      const adviser = await journey.signedIn('admin@demo.example', address, size);
      const item = adviser.locator('.documents__item', { hasText: title });
      await item.getByText('Unterschrift abgelehnt', { exact: true }).waitFor();
      await item.getByText(/Erika Müller unterschreibt nicht/).waitFor();
      await expectAccessible(adviser);
      await item.getByRole('button', { name: new RegExp(`: ${title}$`) }).click();
      await adviser.getByRole('menuitem', { name: 'Noch einmal um Unterschrift bitten' }).click();
      await item.getByText('Unterschrift abgelehnt', { exact: true }).waitFor({ state: 'detached' });
      await adviser.goto(`/customers/${customerId}?tab=messages`);
      await adviser.getByText(`„${title}“ unterschreibe ich nicht. Mein Grund: Das Konto ist`).waitFor();
    },
  );

  it('writes to her adviser, who finds a task and answers', async () => {
    const page = await journey.signedIn(client, '/my/messages');
    const question = 'Eine Frage dazu?';
    await page.getByRole('button', { name: 'Nachricht senden' }).click();
    await page.getByText('Bitte geben Sie einen Text ein.').waitFor();
    await page.getByLabel('Nachricht', { exact: true }).fill(question);
    await page.getByRole('button', { name: 'Nachricht senden' }).click();
    await page.getByRole('list', { name: 'Verlauf der Nachrichten' }).getByText(question).waitFor();
    await expect.poll(() => page.getByLabel('Nachricht', { exact: true }).inputValue()).toBe('');
    await expectAccessibleAtBothSizes(page);
    // An open thread would read the answer by itself before she is told of it.
    await page.goto('/my');

    const adviser = await journey.signedIn('admin@demo.example', '/workbench');
    // The rules look each second.
    const task = adviser.getByRole('link', { name: /Nachricht beantworten/ }).first();
    await expect
      .poll(async () => {
        await adviser.goto('/workbench?type=messageWaiting');
        await loaded(adviser);
        return task.count();
      })
      .toBe(1);
    await task.click();
    await adviser.waitForURL(/tab=messages/);
    await adviser.getByText(question).waitFor();
    const answer = 'Eine Antwort darauf.';
    await adviser.getByLabel('Nachricht', { exact: true }).fill(answer);
    await adviser.getByRole('button', { name: 'Nachricht senden' }).click();
    await adviser.getByRole('list', { name: 'Verlauf der Nachrichten' }).getByText(answer).waitFor();
    await expectAccessibleAtBothSizes(adviser);

    await page.goto('/my');
    await page.getByText('1 neue Nachricht von Ihrem Berater').waitFor();
    await page.getByRole('link', { name: 'Nachrichten ansehen' }).click();
    await page.getByText(answer).waitFor();
    await page
      .getByText(/gelesen am/)
      .first()
      .waitFor();
    await page.goto('/my');
    await page.getByRole('heading', { name: 'Meine Verträge' }).waitFor();
    await expect.poll(() => page.getByText('neue Nachricht').count()).toBe(0);
  });
});

it('withdraws a consent, and her adviser sees it', async () => {
  const own = await adviserApi(journey.url, client);
  const { customer } = getOwnSide.answer.parse((await own('GET', '/my')).answer);
  const call = await adviserApi(journey.url, 'admin@demo.example');
  const given = await call('POST', `/customers/${customer?.id}/consents`, {
    consentKind: 'phone',
    decision: 'given',
    textVersion: '2026-01',
    consentText: 'Ich möchte angerufen werden.',
    decidedOn: '2026-01-02',
  });
  expect(given.status).toBe(200);
  const page = await journey.signedIn(client, '/my');
  const line = page.getByRole('listitem').filter({ hasText: 'Werbung per Telefon' });
  await line.getByText('Erteilt am 02.01.2026').waitFor();
  await line.getByRole('button', { name: 'Widerrufen: Werbung per Telefon' }).click();
  const dialog = page.getByRole('dialog', { name: 'Einwilligung widerrufen' });
  await dialog.getByText('gilt ab heute nicht mehr', { exact: false }).waitFor();
  await expectAccessibleAtBothSizes(page);
  await dialog.getByRole('button', { name: 'Widerrufen' }).click();
  await line.getByText(/^Widerrufen am/).waitFor();
  // The keyboard goes on from the button that was pressed, which offers the way back now.
  await line.locator('button:focus', { hasText: 'Erteilen' }).waitFor();
  await expectAccessibleAtBothSizes(page);
  const adviser = await journey.signedIn(
    'admin@demo.example',
    `/customers/${customer?.id}?tab=data-protection`,
  );
  const row = adviser.getByRole('row').filter({ hasText: 'Werbung per Telefon' }).first();
  await row.getByRole('cell', { name: /^Widerrufen/ }).waitFor();
});

it('signs with her name by keyboard alone', async () => {
  const title = 'Einwilligung';
  await paperToSign(title);
  const page = await journey.signedIn(client, '/my');
  const line = page.getByRole('listitem').filter({ hasText: title });
  const open = line.getByRole('button', { name: /öffnen$/ });
  const saved = page.waitForEvent('download');
  await open.focus();
  await page.keyboard.press('Enter');
  await saved;
  await line.getByText(/Von Ihnen geöffnet am/).waitFor();
  await line.getByRole('button', { name: `${title} unterschreiben` }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: 'Zeichnen' }).focus();
  await page.keyboard.press('ArrowRight');
  await dialog.getByLabel('Vor- und Nachname').focus();
  await page.keyboard.type('Jemand Anders');
  await page.keyboard.press('Enter');
  await dialog.getByRole('alert').getByText('so ein, wie der Hinweis', { exact: false }).waitFor();
  const hint = (await dialog.getByText(/Bitte so eingeben: /).innerText()).split(': ')[1] ?? '';
  await dialog.getByLabel('Vor- und Nachname').fill(hint.toUpperCase());
  await page.keyboard.press('Enter');
  await line.getByText(/Von Ihnen unterschrieben am .*\(Name eingegeben\)/).waitFor();
});

describe('with a passkey', () => {
  // Others are not asked for a passkey nobody has any more.
  beforeEach(() => withoutSecondFactor(journey.url, client));
  afterEach(() => withoutSecondFactor(journey.url, client));

  it('she signs, and her adviser reads how', async () => {
    const title = `Auftrag ${crypto.randomUUID()}`;
    const { customerId } = await paperToSign(title);
    const page = await journey.visitor();
    await withDevice(page);
    // WebAuthn knows no IP addresses.
    const home = journey.url.replace('127.0.0.1', 'localhost');
    await page.goto(`${home}/auth/login?returnUrl=/settings/second-factor`);
    await page.getByLabel('Benutzername').fill(client);
    await page.getByLabel('Passwort', { exact: true }).fill(demoPassword);
    await page.getByRole('button', { name: 'Anmelden', exact: true }).click();
    const card = page.locator('section', { has: page.getByRole('heading', { name: 'Passkeys' }) });
    await card.getByRole('button', { name: 'Passkey einrichten' }).click();
    await card.locator('input[type=password]').fill(demoPassword);
    await card.getByRole('button', { name: 'Passkey einrichten' }).click();
    await page.getByText('Der Passkey ist eingerichtet.').waitFor();

    await page.goto(`${home}/my`);
    const line = page.getByRole('listitem').filter({ hasText: title });
    const saved = page.waitForEvent('download');
    await line.getByRole('button', { name: /öffnen$/ }).click();
    await saved;
    await line.getByText(/Von Ihnen geöffnet am/).waitFor();
    await line.getByRole('button', { name: `${title} unterschreiben` }).click();
    const dialog = page.getByRole('dialog', { name: `${title} unterschreiben` });
    await dialog.getByText('Passkey', { exact: true }).click();
    await dialog.getByText('Ihr Gerät fragt gleich', { exact: false }).waitFor();
    await expectAccessibleAtBothSizes(page);
    await dialog.getByRole('button', { name: 'Unterschreiben' }).click();
    await line.getByText(/Von Ihnen unterschrieben am .*\(Passkey\)/).waitFor();
    await expectAccessible(page);

    const adviser = await journey.signedIn('admin@demo.example', `/customers/${customerId}?tab=documents`);
    const item = adviser.locator('.documents__item', { hasText: title });
    await item.getByText(/Elektronisch unterschrieben von Erika Müller am .*\(Passkey\)/).waitFor();
  });
});
