import { describe, expect, it } from 'vitest';
import { DeskApi } from './support/desk-api.ts';
import { expectAccessible, useJourney } from './support/journey.ts';
import { show } from './support/show.ts';
import {
  choose,
  enter,
  newTariffOf,
  openStep,
  pageTitle,
  tariffManager,
  versionsPath,
  wizardReady,
} from './support/tariff-steps.ts';

const journey = useJourney();
const api = DeskApi.later(journey, tariffManager);

describe('the plausibility check', () => {
  it('runs by itself, leads to the step that mends it, and blocks submission', async () => {
    const { id, name } = await newTariffOf(api);
    const page = await journey.signedIn(tariffManager, '/admin/tariffs');
    await show(page, `/admin/tariffs/${id}/components`);
    await wizardReady(page);
    const errors = page.getByText(/^Fehler: /);
    // What the demo's tariff has to say is no error.
    await page
      .getByText(/^(Hinweis|Warnung): /)
      .first()
      .waitFor();
    await expect.poll(() => errors.count()).toBe(0);

    // Only exchange traded funds: some peer groups of the allocation have none.
    await choose(page.getByRole('combobox', { name: 'Universumsbaustein' }), 'UNI-ETF');
    await choose(page.getByRole('combobox', { name: 'Auswahlbaustein' }), 'AUSW-TG-ETF');
    await errors.first().waitFor();
    await page.getByText('Fehler: Peergroup ohne Fonds').first().waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Speichern', exact: true }).click();
    await page.getByText(`„${name}“ wurde gespeichert.`).waitFor();

    // The link opens the component that mends it, and comes back.
    await page.getByRole('link', { name: 'Zum Auswahlbaustein' }).first().click();
    await pageTitle(page, 'Fondsauswahl').waitFor();
    await page.getByRole('link', { name: 'Zurück ohne Speichern' }).click();
    await pageTitle(page, 'Bausteine').waitFor();

    await show(page, `/admin/tariffs/${id}/summary`);
    await wizardReady(page);
    await errors.first().waitFor();
    await show(page, versionsPath(id));
    const dialog = await openStep(page, 'Version 1', 'Zur Freigabe einreichen');
    await dialog.getByText('Die Plausibilitätsprüfung meldet Fehler.', { exact: false }).waitFor();
    await expect
      .poll(() => dialog.getByRole('button', { name: 'Zur Freigabe einreichen' }).isDisabled())
      .toBe(true);
    await expectAccessible(page);
    // The server refuses it as well.
    const refused = await api.call('POST', `/tariffs/${id}/submit`, { versionNumber: 1, comment: '' });
    expect([refused.status, refused.body]).toEqual([
      409,
      expect.objectContaining({ code: 'tariffs.notPlausible' }),
    ]);
  });

  it('holds classes against the cap of costs, until the cap is mended', async () => {
    const { id, name } = await newTariffOf(api);
    const page = await journey.signedIn(tariffManager, '/admin/tariffs');
    const cap = async (text: string) => {
      await show(page, `/admin/tariffs/${id}/product-type`);
      await wizardReady(page);
      await enter(page.getByLabel('Kostengrenze im Jahr'), text);
      await page.getByRole('button', { name: 'Speichern', exact: true }).click();
      await page.getByText(`„${name}“ wurde gespeichert.`).waitFor();
    };
    await cap('0,05');
    await expectAccessible(page);
    await show(page, `/admin/tariffs/${id}/components`);
    await wizardReady(page);
    await page.getByText('Fehler: Kostengrenze überschritten').first().waitFor();
    await page
      .getByText(/das Produkt erlaubt höchstens 0,05.%/)
      .first()
      .waitFor();
    const refused = await api.call('POST', `/tariffs/${id}/submit`, { versionNumber: 1, comment: '' });
    expect([refused.status, refused.body]).toEqual([
      409,
      expect.objectContaining({ code: 'tariffs.notPlausible' }),
    ]);

    await cap('3');
    await show(page, `/admin/tariffs/${id}/summary`);
    await wizardReady(page);
    await page.getByText('3,00 %', { exact: true }).first().waitFor();
    await expect.poll(() => page.getByText('Kostengrenze überschritten').count()).toBe(0);
    const submitted = await api.call('POST', `/tariffs/${id}/submit`, { versionNumber: 1, comment: '' });
    expect(submitted.status).toBe(200);
  });
});
