import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { DeskApi } from './support/desk-api.ts';
import { expectAccessible, useJourney } from './support/journey.ts';
import {
  confirmStep,
  discardDraft,
  enter,
  freshKey,
  newTariffOf,
  next,
  openStep,
  pageTitle,
  startNew,
  takeStep,
  tariffApprover,
  tariffManager,
  versionsPath,
  wizardReady,
} from './support/tariff-steps.ts';

const journey = useJourney();
const stored = /^Entwurf gespeichert um \d\d:\d\d$/;
const api = DeskApi.later(journey, tariffManager);

/** Enters a text and waits until the server has the draft with it: the line that says so may be of one before. */
async function enterAndStore(page: Page, label: string, text: string): Promise<void> {
  const answered = page.waitForResponse(
    (answer) =>
      answer.request().method() === 'PUT' &&
      answer.url().includes('/api/drafts/') &&
      (answer.request().postData() ?? '').includes(text),
  );
  await enter(page.getByLabel(label), text);
  await answered;
  await page.getByText(stored).waitFor();
}

/** Opens a page of a wizard and waits until its fields take something. */
async function openPage(page: Page, path: string, title: string): Promise<void> {
  await page.goto(path);
  await pageTitle(page, title).waitFor();
  await wizardReady(page);
}

describe('a draft', () => {
  it('stores itself, incomplete as it is, and is resumed on another machine', async () => {
    const key = freshKey('ENTWURF');
    const first = await journey.signedIn(tariffManager, '/admin/tariffs');
    await startNew(first, '/admin/tariffs/new/product-type');
    await first.getByLabel('Tarifart').selectOption({ label: 'Basisrente' });
    await next(first, 'Angaben');
    await enterAndStore(first, 'Tarifbezeichnung', `Entwurf ${key}`);

    const second = await journey.signedIn(tariffManager, '/admin/tariffs', 'phone');
    await openPage(second, '/admin/tariffs/new/product-type', 'Produktart');
    await second.getByText(/^Entwurf vom /).waitFor();
    // Until it is decided about, nothing can be typed.
    await expect.poll(() => second.getByLabel('Tarifart').isDisabled()).toBe(true);
    await expectAccessible(second);
    await second.getByRole('button', { name: 'Fortsetzen' }).click();
    await pageTitle(second, 'Angaben').waitFor();
    await expect.poll(() => second.getByLabel('Tarifbezeichnung').inputValue()).toBe(`Entwurf ${key}`);
    await enterAndStore(second, 'Schlüssel', key);

    // The first machine learns that there is a newer draft, and loses nothing.
    await enter(first.getByLabel('Tarifbezeichnung'), `Anders ${key}`);
    const dialog = first.getByRole('dialog', { name: 'Neuerer Entwurf auf einem anderen Gerät' });
    await dialog.waitFor();
    await expectAccessible(first);
    await dialog.getByRole('button', { name: 'Auswahl übernehmen' }).click();
    await dialog.getByText(/^Bitte entscheiden Sie noch /).waitFor();
    await dialog
      .getByRole('group', { name: 'Tarifbezeichnung' })
      .getByRole('radio', { name: /Meine Fassung/ })
      .check();
    await dialog
      .getByRole('group', { name: 'Schlüssel' })
      .getByRole('radio', { name: /Anderes Gerät/ })
      .check();
    await dialog.getByRole('button', { name: 'Auswahl übernehmen' }).click();
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(() => first.getByLabel('Tarifbezeichnung').inputValue()).toBe(`Anders ${key}`);
    await expect.poll(() => first.getByLabel('Schlüssel').inputValue()).toBe(key);
    await first.getByText(stored).waitFor();
  });

  it('is guarded when it is left: go on, keep it, or throw it away', async () => {
    const page = await journey.signedIn(tariffManager, '/admin/tariff-components');
    await startNew(page, '/admin/tariff-components/risk/new/component-info');
    await enter(page.getByLabel('Bezeichnung'), 'Risiko mit Wächter');
    const leave = () => page.getByRole('link', { name: 'Risikobausteine' }).first().click();
    const question = page.getByRole('dialog', { name: 'Nicht gespeicherte Änderungen' });
    await leave();
    await question.getByRole('button', { name: 'Weiter bearbeiten' }).click();
    await expect.poll(() => page.getByLabel('Bezeichnung').inputValue()).toBe('Risiko mit Wächter');
    await leave();
    await question.getByRole('button', { name: 'Entwurf behalten' }).click();
    await page.getByRole('heading', { name: 'Bausteine', level: 1 }).waitFor();
    await openPage(page, '/admin/tariff-components/risk/new/component-info', 'Allgemein');
    await page.getByRole('button', { name: 'Fortsetzen' }).click();
    await expect.poll(() => page.getByLabel('Bezeichnung').inputValue()).toBe('Risiko mit Wächter');
    await enter(page.getByLabel('Bezeichnung'), 'Noch einmal');
    await leave();
    await question.getByRole('button', { name: 'Entwurf verwerfen' }).click();
    await page.getByRole('heading', { name: 'Bausteine', level: 1 }).waitFor();
    await openPage(page, '/admin/tariff-components/risk/new/component-info', 'Allgemein');
    await expect.poll(() => page.getByText(/^Entwurf vom /).count()).toBe(0);
    await expect.poll(() => page.getByLabel('Bezeichnung').inputValue()).toBe('');
    await enter(page.getByLabel('Bezeichnung'), 'Versehentlich');
    await leave();
    await question.getByRole('button', { name: 'Entwurf verwerfen' }).click();
    await page.getByText('Der Entwurf ist verworfen.').waitFor();
    await page.getByRole('button', { name: 'Rückgängig' }).last().click();
    await page.getByText('Der Entwurf ist wieder da.').waitFor();
    await openPage(page, '/admin/tariff-components/risk/new/component-info', 'Allgemein');
    await page.getByRole('button', { name: 'Fortsetzen' }).click();
    await expect.poll(() => page.getByLabel('Bezeichnung').inputValue()).toBe('Versehentlich');
    await leave();
    await question.getByRole('button', { name: 'Entwurf verwerfen' }).click();
    await page.getByRole('heading', { name: 'Bausteine', level: 1 }).waitFor();
  });
});

describe('two people on one tariff', () => {
  it('decide field by field; nothing is overwritten silently', async () => {
    const { id, name } = await newTariffOf(api);
    const path = `/admin/tariffs/${id}/info`;
    const first = await journey.signedIn(tariffManager, '/admin/tariffs');
    await openPage(first, path, 'Angaben');
    const second = await journey.signedIn('admin@demo.example', '/admin/tariffs');
    await openPage(second, path, 'Angaben');

    await enter(first.getByLabel('Tarifbezeichnung'), `${name} A`);
    await enter(first.getByLabel('Beschreibung'), 'Von der ersten Person.');
    await first.getByRole('button', { name: 'Speichern', exact: true }).click();
    await first.getByText(`„${name} A“ wurde gespeichert.`).waitFor();

    await enter(second.getByLabel('Tarifbezeichnung'), `${name} B`);
    await second.getByRole('button', { name: 'Speichern', exact: true }).click();
    const dialog = second.getByRole('dialog', { name: 'Zwischenzeitlich geändert' });
    await dialog.waitFor();
    await expectAccessible(second);
    // What only the other one changed is suggested; where both did, the person decides.
    await expect
      .poll(() =>
        dialog
          .getByRole('group', { name: 'Beschreibung' })
          .getByRole('radio', { name: /Gespeicherter Stand/ })
          .isChecked(),
      )
      .toBe(true);
    await dialog
      .getByRole('group', { name: 'Tarifbezeichnung' })
      .getByRole('radio', { name: /Meine Fassung/ })
      .check();
    await dialog.getByRole('button', { name: 'Auswahl übernehmen' }).click();
    await second.getByRole('button', { name: 'Speichern', exact: true }).click();
    await second.getByText(`„${name} B“ wurde gespeichert.`).waitFor();
    const { tariff } = await api.get<{ tariff: { name: string; description: string } }>(`/tariffs/${id}`);
    expect(tariff).toMatchObject({ name: `${name} B`, description: 'Von der ersten Person.' });
  });
});

describe('four eyes', () => {
  it('the editor cannot approve; another person sends back with a reason, approves, publishes at a date', async () => {
    const { id, name } = await newTariffOf(api);
    const editor = await journey.signedIn(tariffManager, versionsPath(id));
    await takeStep(editor, 'Version 1', 'Zur Freigabe einreichen');
    await editor.getByText('zur Freigabe eingereicht').first().waitFor();
    const card = editor.getByRole('article', { name: 'Version 1' });
    await expect.poll(() => card.getByRole('button', { name: 'Freigeben' }).count()).toBe(0);
    expect((await api.call('POST', `/tariffs/${id}/approve`, { versionNumber: 1, comment: '' })).status).toBe(
      403,
    );

    const approver = await journey.signedIn(tariffApprover, versionsPath(id));
    const refusal = await openStep(approver, 'Version 1', 'Zurückweisen');
    await refusal.getByRole('button', { name: 'Zurückweisen' }).click();
    await refusal.getByText('Bitte geben Sie eine Begründung an.').waitFor();
    await expectAccessible(approver);
    await enter(refusal.getByLabel('Begründung'), 'Die Beschreibung fehlt.');
    await confirmStep(refusal, 'Zurückweisen');

    await editor.reload();
    await editor.getByText('Die Beschreibung fehlt.').waitFor();
    await openPage(editor, `/admin/tariffs/${id}/info`, 'Angaben');
    await discardDraft(editor);
    await enter(editor.getByLabel('Beschreibung'), 'Jetzt beschrieben.');
    await editor.getByRole('button', { name: 'Speichern', exact: true }).click();
    await editor.getByText(`„${name}“ wurde gespeichert.`).waitFor();
    await editor.goto(versionsPath(id));
    await takeStep(editor, 'Version 1', 'Zur Freigabe einreichen');

    await approver.reload();
    await takeStep(approver, 'Version 1', 'Freigeben');
    const publication = await openStep(approver, 'Version 1', 'Veröffentlichen');
    const day = publication.getByLabel('Gültig ab');
    await enter(day, '1.1.2020');
    await publication.getByRole('button', { name: 'Veröffentlichen' }).click();
    await publication.getByText('Bitte geben Sie einen Tag ab heute an.').waitFor();
    await enter(day, '31.12.2040');
    await confirmStep(publication, 'Veröffentlichen');
    await approver.getByText('freigegeben, wird am 31.12.2040 veröffentlicht').first().waitFor();
    await expectAccessible(approver);

    // Until that day it can be taken back.
    await editor.reload();
    await takeStep(editor, 'Version 1', 'Zurücknehmen');
    await editor.getByRole('article', { name: 'Version 1' }).getByText('Entwurf', { exact: true }).waitFor();
  });
});
