import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { banks, DeskApi } from './support/desk-api.ts';
import { chooseProposal } from './support/desk-steps.ts';
import { expectAccessible, loaded, rowWith, useJourney } from './support/journey.ts';
import { show } from './support/show.ts';
import {
  choose,
  clearOpenVersion,
  create,
  enter,
  freshKey,
  next,
  pageTitle,
  pick,
  publishVersion,
  startNew,
  takeStep,
  tariffApprover,
  tariffIdOf,
  tariffManager,
  versionsPath,
  wizardReady,
} from './support/tariff-steps.ts';

const journey = useJourney();
const user = 'admin@demo.example';
/** Few other journeys need its contracts; in the end they follow what they followed before. */
const tariffKey = 'MF-BASIS';
const api = DeskApi.later(journey, user);

interface TariffRow {
  readonly id: string;
  readonly key: string;
  readonly name: string;
  readonly publishedVersionNumber: number;
}

/** Number of the version that is worked on. */
async function openVersionOf(tariffId: string): Promise<number> {
  const { version } = await api.get<{ version: { versionNumber: number } }>(`/tariffs/${tariffId}`);
  return version.versionNumber;
}

/** Checks the contract as an adviser does; what the check found, by its words. */
async function check(page: Page, contractId: string): Promise<string[]> {
  await show(page, `/contracts/${contractId}/optimization-hints`);
  await page.getByRole('button', { name: 'Vertrag prüfen' }).click();
  const said = page.getByText(/^Vertrag geprüft/);
  await said.waitFor();
  await page.locator('.opt-hints__toggle').first().waitFor();
  await loaded(page);
  return [await said.innerText(), ...(await page.locator('.opt-hints__toggle').allInnerTexts())];
}

/** The groups of the full proposal with their targets, as the adviser sees them. */
async function proposal(page: Page, contractId: string): Promise<string[]> {
  await show(page, `/contracts/${contractId}/optimization`);
  await page.getByRole('heading', { name: 'Vorschläge im Vergleich' }).waitFor();
  await chooseProposal(page, 'Volle Umschichtung');
  await page.locator('.opt-groups__row').first().waitFor();
  await loaded(page);
  const texts = await page.locator('.opt-groups__row').allInnerTexts();
  return texts.map((text) => text.replace(/\s+/g, ' '));
}

/** A copy of an allocation component with its matrix computed anew, all in the browser; its key. */
async function allocationCopy(page: Page, sourceKey: string): Promise<string> {
  const key = freshKey('PROBE');
  await show(page, `/admin/tariff-components?kind=allocation&search=${sourceKey}`);
  await page
    .getByRole('button', { name: /^Weitere Aktionen/ })
    .first()
    .click();
  await page.getByRole('menuitem', { name: 'Kopieren' }).click();
  const dialog = page.getByRole('dialog', { name: 'Baustein kopieren' });
  await enter(dialog.getByLabel('Bezeichnung'), `Allokation ${key}`);
  await enter(dialog.getByLabel('Schlüssel'), key);
  await dialog.getByRole('button', { name: 'Kopieren' }).click();
  await pageTitle(page, 'Allgemein').waitFor();
  await wizardReady(page);
  await page.getByRole('link', { name: /^Allokationsmatrix/ }).click();
  await pageTitle(page, 'Allokationsmatrix').waitFor();
  await choose(page.getByLabel('Allokationsart'), 'Minimum-Varianz');
  await pick(page, 'Berechnung', 'Automatisch');
  // While it waits for its computation, the component cannot be saved.
  await page.getByText('lässt sich der Baustein nicht speichern', { exact: false }).waitFor();
  await page.getByText('Die Anteile sind berechnet', { exact: false }).waitFor();
  await page.getByText('Alle Risikoklassen ergeben genau 100 %.').waitFor();
  await page.getByRole('button', { name: 'Speichern', exact: true }).click();
  await page.getByText(`„Allokation ${key}“ wurde gespeichert.`).waitFor();
  return key;
}

describe('contracts follow their tariff', () => {
  it('check and proposals change with a version built in the browser, and come back with its rollback', async () => {
    const tariffs = await api.get<TariffRow[]>('/tariffs?pageSize=250');
    const tariff = tariffs.find(({ key }) => key === tariffKey);
    if (!tariff) throw new Error(`the demo has no tariff ${tariffKey}`);
    await clearOpenVersion(api, tariff.id);
    const { publishedVersionNumber: former } = tariff;
    // The one with the most hints: what a check finds of it differs with the tariff.
    const contract = (await api.contracts(`&withHints=true&tariffId=${tariff.id}`)).at(-1);
    if (!contract) throw new Error('the tariff has no contract');

    const desk = await journey.signedIn(user, '/contracts');
    const checkedBefore = await check(desk, contract.id);
    const proposedBefore = await proposal(desk, contract.id);

    const manager = await journey.signedIn(tariffManager, '/admin/tariff-components');
    const key = await allocationCopy(manager, `ALLO-${tariffKey}`);
    await show(manager, `/admin/tariffs/${tariff.id}/components`);
    await wizardReady(manager);
    await choose(manager.getByRole('combobox', { name: 'Allokationsbaustein' }), key);
    await manager.getByRole('button', { name: 'Speichern', exact: true }).click();
    await manager.getByText(`„${tariff.name}“ wurde gespeichert.`).waitFor();

    // A saved draft reaches nobody.
    expect(await check(desk, contract.id)).toEqual(checkedBefore);
    expect(await proposal(desk, contract.id)).toEqual(proposedBefore);

    // The impact preview tells beforehand what it would do.
    await show(manager, `${versionsPath(tariff.id)}?view=impact`);
    await manager.getByRole('button', { name: /Auswirkung berechnen|Neu berechnen/ }).click();
    await manager.getByText('Verträge mit anderem Prüfergebnis').waitFor();
    await manager.getByText(/^Berechnet am /).waitFor();
    await expectAccessible(manager);

    const approver = await journey.signedIn(tariffApprover, versionsPath(tariff.id));
    await show(manager, versionsPath(tariff.id));
    const changed = await openVersionOf(tariff.id);
    await publishVersion({ manager, approver, version: changed });
    const checkedAfter = await check(desk, contract.id);
    const proposedAfter = await proposal(desk, contract.id);
    expect(proposedAfter).not.toEqual(proposedBefore);
    expect(checkedAfter).not.toEqual(checkedBefore);

    // What differs stands in the comparison, in words and figures.
    await show(manager, `${versionsPath(tariff.id)}?view=compare&a=${former}&b=${changed}`);
    await manager.getByText('Allokationsbaustein', { exact: true }).first().waitFor();
    await manager.getByText('Allokationsmatrix', { exact: true }).first().waitFor();
    await expectAccessible(manager);

    // Rolled back, contracts follow the former content again.
    await show(manager, versionsPath(tariff.id));
    await takeStep(manager, `Version ${former}`, 'Als neue Version wiederherstellen');
    await publishVersion({ manager, approver, version: await openVersionOf(tariff.id) });
    expect(await check(desk, contract.id)).toEqual(checkedBefore);
    expect(await proposal(desk, contract.id)).toEqual(proposedBefore);
  });
});

describe('a tariff built in the browser', () => {
  it('is followed by its first contract: a depot of the bank is linked, read and checked', async () => {
    const key = freshKey('NEU');
    const name = `Fondsdepot ${key}`;
    const manager = await journey.signedIn(tariffManager, '/admin/tariffs');
    await startNew(manager, '/admin/tariffs/new/product-type');
    await manager.getByLabel('Tarifart').selectOption({ label: 'Fondsdepot' });
    await next(manager, 'Angaben');
    await enter(manager.getByLabel('Tarifbezeichnung'), name);
    await enter(manager.getByLabel('Schlüssel'), key);
    await choose(manager.getByLabel('Emittent'), 'Quaderbank');
    await next(manager, 'Bausteine');
    await choose(manager.getByRole('combobox', { name: 'Risikobaustein' }), 'RISK-VOL-5');
    await choose(manager.getByRole('combobox', { name: 'Allokationsbaustein' }), 'ALLO-QB-DEPOT');
    await choose(manager.getByRole('combobox', { name: 'Universumsbaustein' }), 'UNI-ALLE');
    await choose(manager.getByRole('combobox', { name: 'Auswahlbaustein' }), 'AUSW-QB-DEPOT');
    for (const title of ['Einstellungen', 'Optimierungshinweise', 'Expertenhinweise', 'Zusammenfassung'])
      await next(manager, title);
    await create(manager, name);
    const tariffId = await tariffIdOf(manager);

    // Nobody can choose it before it is published.
    await api.signInAt(banks.quader);
    await api.call('POST', '/contracts/remote-refresh', { issuerId: banks.quader.issuerId });
    const offered = async () =>
      (await api.get<{ id: string }[]>(`/trader-depots/tariffs?issuerId=${banks.quader.issuerId}`)).map(
        ({ id }) => id,
      );
    expect(await offered()).not.toContain(tariffId);
    await show(manager, versionsPath(tariffId));
    const approver = await journey.signedIn(tariffApprover, versionsPath(tariffId));
    await publishVersion({ manager, approver, version: 1 });
    expect(await offered()).toContain(tariffId);

    // The last of the depots nobody asked for: other journeys begin with the first, and open some of their own.
    const depots = await api.get<{ externalKey: string; state: string; customer: object | null }[]>(
      '/trader-depots/new?pageSize=250',
    );
    const depot = depots.findLast(
      ({ externalKey, state, customer }) =>
        externalKey.startsWith(banks.quader.prefix) && state === 'new' && customer === null,
    );
    if (!depot) throw new Error('the demo has no depot without contract left');
    const desk = await journey.signedIn(user, '/trader-depots', 'phone');
    await (await rowWith(desk, depot.externalKey)).click();
    const dialog = desk.getByRole('dialog');
    await dialog.getByLabel('Verknüpfen mit').selectOption({ label: 'neuem Vertrag' });
    await dialog.getByLabel('Kunde suchen').fill('Ber');
    await dialog.locator('.search-pick__hit').first().click();
    await choose(dialog.getByLabel(/^Tarif/), name);
    // The bank names another holder than the customer chosen here: that has to be said once more.
    await dialog.getByRole('button', { name: 'Verknüpfen' }).click();
    await dialog.getByText(/^Das Depot lautet auf/).waitFor();
    await dialog.getByLabel('Depotinhaber und Kunde sind verschieden, trotzdem verknüpfen').check();
    const [answer] = await Promise.all([
      desk.waitForResponse((candidate) => candidate.url().endsWith('/link-to-contract')),
      dialog.getByRole('button', { name: 'Verknüpfen' }).click(),
    ]);
    // Answer of the call linkDepotToContract.
    const { contractId } = (await answer.json()) as { contractId: string };
    await api.refresh(contractId);

    const found = await check(desk, contractId);
    expect(found.length).toBeGreaterThan(1);
    // The classes are the tariff's; the customer has none yet, so the adviser tries one.
    await show(desk, `/contracts/${contractId}/optimization`);
    const classes = desk.getByRole('group', { name: 'Risikoklasse' });
    await expect.poll(() => classes.getByRole('radio').count()).toBe(5);
    await classes.getByText('3', { exact: true }).click();
    await desk.getByRole('heading', { name: 'Vorschläge im Vergleich' }).waitFor();
    await expect.poll(() => desk.locator('.opt-groups__row').count()).toBeGreaterThan(1);
    await show(desk, `/contracts/${contractId}/overview`);
    await desk.getByText(name).first().waitFor();

    // The depot is free again for others.
    const linked = await api.get<{ contractId: string; traderDepotId: string; traderDepotVersion: number }[]>(
      '/trader-depot-contracts?isLinked=true&pageSize=250',
    );
    const link = linked.find((candidate) => candidate.contractId === contractId);
    await api.send(
      'DELETE',
      `/trader-depots/${link?.traderDepotId}`,
      undefined,
      `"${link?.traderDepotVersion}"`,
    );
    const { etag } = await api.call('GET', `/contracts/${contractId}`);
    await api.send('DELETE', `/contracts/${contractId}`, undefined, etag ?? '');
    const free = await api.get<{ externalKey: string }[]>('/trader-depots/new?pageSize=250');
    expect(free.map(({ externalKey }) => externalKey)).toContain(depot.externalKey);
  });
});
