import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { useJourney } from './support/journey.ts';
import { show } from './support/show.ts';
import {
  choose,
  create,
  discardDraft,
  enter,
  fillComponentInfo,
  fillRiskClasses,
  freshKey,
  next,
  pageTitle,
  pick,
  startNew,
  takeStep,
  tariffApprover,
  tariffIdOf,
  tariffManager,
  versionsPath,
  wizardReady,
} from './support/tariff-steps.ts';

const journey = useJourney();

/** Leaves the tariff for the wizard of a new component, as its link offers; a draft left there is discarded. */
async function newComponent(page: Page, kind: string, name: string, key: string): Promise<void> {
  await page.getByRole('link', { name: `Neu anlegen ${kind}` }).click();
  await pageTitle(page, 'Allgemein').waitFor();
  await wizardReady(page);
  await discardDraft(page);
  await fillComponentInfo(page, name, key);
}

/** Saves the component and is back at the components of the tariff, where it can be chosen. */
async function backWith(page: Page, kind: string, name: string, key: string): Promise<void> {
  await create(page, name);
  await pageTitle(page, 'Bausteine').waitFor();
  await wizardReady(page);
  await choose(page.getByRole('combobox', { name: kind }), key);
}

describe('a tariff of type 2, from nothing to published', () => {
  it('with four components built on the way and an automatic matrix', async () => {
    const key = freshKey('E2E');
    const name = `Rente ${key}`;
    const page = await journey.signedIn(tariffManager, '/admin/tariffs');
    await startNew(page, '/admin/tariffs/new/product-type');
    await page.getByLabel('Tarifart').selectOption({ label: 'Fondsgebundene Rentenversicherung' });
    await page.getByRole('switch', { name: 'Laufende Optimierung' }).click();
    await page.getByLabel('Optimierungsintervall').selectOption({ label: 'vierteljährlich' });
    await enter(page.getByLabel('Beginn der Optimierung'), '1.1.27');
    await next(page, 'Angaben');
    await enter(page.getByLabel('Tarifbezeichnung'), name);
    await enter(page.getByLabel('Schlüssel'), key);
    await enter(page.getByLabel('Beschreibung'), 'Aus dem Browser, von Grund auf.');
    await choose(page.getByLabel('Emittent'), 'Nordkranich Leben');
    await next(page, 'Bausteine');

    await newComponent(page, 'Risikobaustein', `Risiko ${key}`, `${key}-R`);
    await next(page, 'Risikoklassen');
    await pick(page, 'Anzahl Risikoklassen', '5');
    await choose(page.getByLabel('Risikoart'), 'Volatilität');
    await fillRiskClasses(page, [
      ['3', '1,2'],
      ['5,6', '1,3'],
      ['8,8', '1,6'],
      ['12', '1,5'],
      ['15', '1,4'],
    ]);
    await backWith(page, 'Risikobaustein', `Risiko ${key}`, `${key}-R`);

    await newComponent(page, 'Universumsbaustein', `Universum ${key}`, `${key}-U`);
    await next(page, 'Anlageuniversum');
    await pick(page, 'Zusammenstellung', 'Automatisch');
    await page.getByLabel('Art des Universums').selectOption({ index: 1 });
    await page.getByRole('heading', { name: /^Diese Art umfasst heute [\d.]+ Fonds$/ }).waitFor();
    await backWith(page, 'Universumsbaustein', `Universum ${key}`, `${key}-U`);

    await newComponent(page, 'Auswahlbaustein', `Auswahl ${key}`, `${key}-S`);
    await next(page, 'Fondsauswahl');
    await choose(page.getByRole('combobox', { name: 'Universumsbaustein' }), `Universum ${key}`);
    await choose(page.getByLabel('Rangermittlung'), 'Risikobereinigte Rendite 3 Jahre');
    await enter(page.getByLabel('Größe der Empfehlungsliste'), '2');
    await pick(page, 'Zusammenstellung', 'Automatisch');
    await page
      .getByText(/\d+ Fonds in \d+ Peergroups/)
      .first()
      .waitFor();
    await backWith(page, 'Auswahlbaustein', `Auswahl ${key}`, `${key}-S`);

    await newComponent(page, 'Allokationsbaustein', `Allokation ${key}`, `${key}-A`);
    await next(page, 'Peergroups');
    await page.getByRole('button', { name: 'Alle wählen' }).click();
    await next(page, 'Verwandte Peergroups');
    await next(page, 'Allokationsmatrix');
    await choose(page.getByRole('combobox', { name: 'Risikobaustein' }), `Risiko ${key}`);
    await choose(page.getByLabel('Allokationsart'), 'Höchste Ertragserwartung');
    await pick(page, 'Berechnung', 'Automatisch');
    await page.getByText('Alle Risikoklassen ergeben genau 100 %.').waitFor();
    await backWith(page, 'Allokationsbaustein', `Allokation ${key}`, `${key}-A`);

    // The combination is checked by itself; nothing blocks.
    await page
      .getByText('Die Prüfung hat nichts zu beanstanden.')
      .or(page.getByText(/^(Hinweis|Warnung): /))
      .first()
      .waitFor();
    await expect.poll(() => page.getByText(/^Fehler: /).count()).toBe(0);
    await next(page, 'Einstellungen');
    await next(page, 'Optimierungshinweise');
    await next(page, 'Expertenhinweise');
    await next(page, 'Zusammenfassung');
    await page.getByText('Alle Angaben sind vollständig.').waitFor();
    await create(page, name);
    const tariffId = await tariffIdOf(page);
    await page.getByRole('link', { name: 'Versionen und Freigabe' }).click();
    await page.getByRole('heading', { name: `${name}: Versionen` }).waitFor();
    await takeStep(page, 'Version 1', 'Zur Freigabe einreichen');
    await page.getByText('zur Freigabe eingereicht').first().waitFor();
    // What was submitted cannot be changed any more.
    await show(page, `/admin/tariffs/${tariffId}/info`);
    await wizardReady(page);
    await expect.poll(() => page.getByLabel('Tarifbezeichnung').isDisabled()).toBe(true);

    const approver = await journey.signedIn(tariffApprover, '/admin/approvals');
    await takeStep(approver, name, 'Freigeben');
    await takeStep(approver, name, 'Veröffentlichen');
    await approver.getByText(`Version 1 von „${name}“ ist veröffentlicht.`).waitFor();
    await show(approver, versionsPath(tariffId));
    await approver.getByText(/^gültig ab \d\d\.\d\d\.\d{4}$/).waitFor();
    await show(page, `/admin/tariffs?search=${key}`);
    await page.getByText(/^Version 1 ab \d\d\.\d\d\.\d{4}$/).waitFor();
  });
});
